"""Attacks and accidents, each caused for real; docs/security.md lists what happens now."""
