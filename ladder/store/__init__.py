"""Where finished matches are kept, exactly once. In reading order:

- `rows`         the tables; `migrations` make them, one file per version
- `databases`    opening SQLite or PostgreSQL, and the transactions
- `store`        what the rest of lutetia sees: one database, all that is done to it
- `matches`      writing finished matches, and deriving seats from records again
- `columns`      reading all results at once, or those that came since
- `conditions`   under which they were played: their list, and who played for whom
- `listing`      finding matches by bot, opponent, result
- `raw_rows`     reading rows as the driver returns them, for checks of a damaged database
- `holds`        one process at a time runs a tournament
- `submissions`  bots in the ladder: submitted, replaced, retired, and how they do
- `forfeits`     why bots have forfeited, and what of it is forgiven
- `members`      who takes part in a cluster, and the files of bots that its workers need
- `outliers`     workers whose matches stand out against those of the others
- `tokens`       by which remote bots are known
"""
