"""Tournaments and the ladder: everything of the arbiter that stores results.

- `spec`           a tournament as an organiser describes it, read and checked
- `runner`         plays what a schedule says is next, and stores it; runs a tournament
- `suspects`       which bot is behind matches that cannot be played
- `venues`         where a tournament is played: on this machine, or by a cluster
- `stored_ladder`  the ladder as its database has it
- `ladder`         runs the ladder, a tournament without end among submitted bots
- `ladder_venue`   where the ladder is played, and the doors by which others come in
- `snapshots`      ratings of all matches so far, computed now and then, for pages and gRPC alike
- `ladder_service` the ladder over gRPC: standings, bots, matches, records
- `remote_bots`    bots on other machines, and the matches they play in
- `metrics`        what a monitoring system is told of the ladder
- `states`         how far a tournament has come
- `submit`         takes a bot into the ladder
- `verification`   checks everything that is stored against everything else, and mends results
"""
