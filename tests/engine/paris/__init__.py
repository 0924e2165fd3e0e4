"""Paris."""
