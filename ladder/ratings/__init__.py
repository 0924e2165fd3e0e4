"""What follows from results. In reading order:

- `lists`        what is rated together: a game, its options, a class of clock, strikes
- `results`      many matches as columns, and as pairs of seats
- `fit`          the batch fit: strengths, seat advantages, likelihoods of superiority
- `information`  what comparisons tell, as a matrix: solved for the fit, inverted for its errors
- `bars`         how far a strength may lie from its estimate
- `standings`    what people look at, from one fit or one per list: rows, seats, histories
- `crosstable`   who won how often against whom
- `bot_results`  how one bot did: against each opponent, and from each seat
- `elo`          Elo and scores; the live Elo of a history
- `sprt`         the sequential test, and the gauntlet that it ends
- `comparison`   two bots on the matches they both played
- `export`       results as games of two, for other programs
"""
