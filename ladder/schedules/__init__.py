"""Which bots meet, in which order of seats, with which deal. In reading order:

- `schedule`         the matches of a tournament: keys, pairings, what is due
- `formats`          who meets in which round: round robin, gauntlet, Swiss, knockout
- `balanced_tables`  tables at which everybody meets everybody equally often
- `matchmaking`      whose meeting tells the ladder most
- `ladder_schedule`  what the ladder plays next; it has no end
"""
