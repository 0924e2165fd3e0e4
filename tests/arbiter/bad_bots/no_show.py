"""Runs, but never connects."""

import time

time.sleep(3600)
