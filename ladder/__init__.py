"""Results and what follows from them; knows the engine's values and the database, never gRPC.

Four rooms, in the order of a match's way through them; each begins with a map of its own:

- `schedules`  which bots meet, in which order of seats, with which deal
- `store`      finished matches in, exactly once; results and records out
- `ratings`    what follows from results: strengths with errors, standings, tests
- `report`     all of it as one HTML page

`errors` draws the tree of what can go wrong. A game is a set of rules, a match is one play of it;
a group is the matches of one table in all rotations of its seats.
"""

import os

# Ratings are computed while matches keep all cores busy, and threads of numpy's BLAS that wait for
# each other then burn time: 6 s for 1,000 bots where one thread takes 1 s. To be set before numpy
# is loaded.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

DEFAULT_URL = "sqlite:///lutetia.db"
"""Where results are unless told otherwise. It is here so that a command that needs no database
does not load one."""
