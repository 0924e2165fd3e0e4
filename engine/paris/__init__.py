"""Paris (Wolfgang Kramer and Michael Kiesling, 2020): keys, buildings, landmarks, bonus tiles.

Read in this order: `actions`, `events`, `views`, `options` (the values a player meets),
`ruleset.toml`, `ruleset` and `figures` (what is printed, by numbers), `parts` and `table` (what
lies where), `setup`, `flow` (the steps of a turn), `turns` and `rules` (what is done in them),
`scoring`, `state`, `imagine` and `game` (the contract of `engine.game`), `picture` (a view for a
terminal), `sentences` (actions and events in words).

A § in a docstring is a paragraph of docs/rules/paris.md.
"""

from engine.paris.game import game

__all__ = ["game"]
