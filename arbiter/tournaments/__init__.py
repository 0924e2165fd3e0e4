"""Tournaments and the ladder: everything of the arbiter that stores results."""
