"""Paris: La Cité de la Lumière (José Antonio Abascal, 2019): pave a city, build it in lamplight.

Read in this order: `ruleset.toml` and `ruleset` (the figures), `options`, `actions`, `views`,
`events` (the values a player meets), `cells` (the board as bits), `ground` (what the tiles print
on it), `placements` (every way to put a piece down), `table` (what lies where), `paving` (the first
phase), `building` and `postcards` (the second), `turns` (who decides next), `scoring`, `state`,
`imagine` and `game` (the contract of `engine.game`), `picture` (a view for a terminal),
`sentences` (actions and events in words).

A § in a docstring is a paragraph of docs/rules/lumiere.md.
"""

from engine.lumiere.game import game

__all__ = ["game"]
