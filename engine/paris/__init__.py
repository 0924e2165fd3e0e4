"""Paris (Wolfgang Kramer and Michael Kiesling, 2020): keys, buildings, landmarks, bonus tiles.

Read in this order: `ruleset.toml`, `tiles` and `ruleset` (the figures), `options`, `actions`,
`views`, `events` (the values a player meets), `lookup` (what follows from the figures), `holder`
and `table` (what lies where), `setup`, `turns` (the course of a turn), `keys`, `payment` and
`purchase` (buying), `free` and `bonus` (free actions), `track`, `scoring`, `steps` (how it all
hangs together), `pieces`, `resampling`, `state` and `game` (the contract of `engine.game`),
`picture` (a view for a terminal).

A § in a docstring is a paragraph of docs/rules/paris.md.
"""

from engine.paris.game import game

__all__ = ["game"]
