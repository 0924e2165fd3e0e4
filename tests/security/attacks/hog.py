"""Takes all the memory it can: `hog.py private` for its own, `hog.py shared` for shared memory."""

import mmap
import sys

from attack import attack

MB = 1024 * 1024
MOST_MB = 2048  # what the tests' machine can spare, should nobody stop it


def hog() -> int:
    kept: list[bytearray | mmap.mmap] = []
    for _ in range(MOST_MB // 16):
        if sys.argv[1] == "private":
            kept.append(bytearray(b"x") * (16 * MB))
        else:
            shared = mmap.mmap(-1, 16 * MB)  # no rlimit counts it
            shared[:] = bytes(16 * MB)
            kept.append(shared)
    return len(kept) * 16


attack(megabytes=hog)
