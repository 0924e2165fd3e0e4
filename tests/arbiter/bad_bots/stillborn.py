"""Ends before it connects."""

raise SystemExit("no configuration found")
