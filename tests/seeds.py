"""How many random matches a test plays: few at a desk, many with LUTETIA_FULL=1."""

import os

FULL = os.environ.get("LUTETIA_FULL") == "1"


def seeds(few: int, many: int = 1000) -> range:
    """Return the seeds of a test's random matches."""
    return range(many if FULL else few)


SAMPLE = 64 if FULL else 8
"""The conformance suite looks at one position in this many from all sides."""
