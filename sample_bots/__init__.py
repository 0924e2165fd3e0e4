"""Bots that come with Lutetia, and starter kits to write one with.

- `random`  any valid action
- `greedy`  the action that looks best now
- `search`  looks ahead with `greedy` as its guide; `search-fast` is the same with less effort

The other folders are starter kits, one per language.
"""
