"""Tournaments and the ladder: everything of the arbiter that stores results.

- `spec`    a tournament as an organiser describes it, read and checked
- `runner`  plays what a schedule says is next, and stores it; runs a tournament
- `ladder`  runs the ladder, a tournament without end among submitted bots
- `submit`  takes a bot into the ladder
- `verification`  checks everything that is stored against everything else, and mends results
"""
