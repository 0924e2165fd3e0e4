"""Results and what follows from them; knows the engine's values and the database, never gRPC.

Four rooms, in the order of a match's way through them; each begins with a map of its own:

- `schedules`  which bots meet, in which order of seats, with which deal
- `store`      finished matches in, exactly once; results and records out
- `ratings`    what follows from results: strengths with errors, standings, tests
- `report`     all of it as one HTML page

`errors` draws the tree of what can go wrong. A game is a set of rules, a match is one play of it;
a group is the matches of one table in all rotations of its seats.
"""

DEFAULT_URL = "sqlite:///lutetia.db"
"""Where results are unless told otherwise. It is here so that a command that needs no database
does not load one."""
