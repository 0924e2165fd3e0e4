"""What follows from results. In reading order:

- `results`     many matches as columns, and as pairs of seats
- `fit`         the batch fit: strengths, seat advantages, and their errors
- `standings`   what people look at, from one fit: rows, likelihoods, seats, histories
- `crosstable`  who won how often against whom
- `elo`         Elo from scores, with error and likelihood; the live Elo of a history
- `sprt`        the sequential test, and the gauntlet that it ends
- `comparison`  two bots on the matches they both played
"""
