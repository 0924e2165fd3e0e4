"""Which action to take, once each has a worth."""

from collections.abc import Sequence
from random import Random


def best_of(worths: Sequence[float], rng: Random) -> int:
    """Return the index of the highest worth; among equals by chance."""
    best = max(worths)
    return rng.choice([index for index, worth in enumerate(worths) if worth > best - 1e-9])
