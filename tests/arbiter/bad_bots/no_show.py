"""Runs, but never connects."""

import sys
import time

print("waiting for my model", file=sys.stderr)
time.sleep(3600)
