"""Memory of a process that plays matches without I/O: `python -m benchmarks.memory GAME [MATCHES]`.

Prints, after every 200 matches of two, its resident memory and how many serialised parts it keeps.
"""

import gc
import os
import sys

from arbiter.wire.caches import PartCache
from benchmarks.decisions import play_matches, write_scripts
from benchmarks.endurance import resident_mb

EVERY = 200


def main() -> None:
    game, matches = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1_600
    for number in range(1, matches + 1):
        play_matches(write_scripts(game, players=2, decisions=1, series=number))
        if number % EVERY == 0:
            parts = sum(len(each) for each in gc.get_objects() if isinstance(each, PartCache))
            mb = resident_mb(os.getpid())
            print(f"{number:6,} matches  {mb:.1f} MB  {parts:,} parts", flush=True)


if __name__ == "__main__":
    main()
