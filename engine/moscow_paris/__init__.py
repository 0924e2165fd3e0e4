"""Moscow–Paris (Evgeny Nikitin, 2014): couple wagons to lines, match them, collect cities.

Read in this order: `ruleset.toml` and `ruleset` (the figures), `options`, `actions`, `views`,
`events` (the values a player meets), `catalogue` (actions in groups that matches share), `table`
(what lies where), `turns` (the course of a turn), `cards` and `exchange` (the action cards),
`moves` (listing what is valid), `scoring`, `state` and `game` (the contract of `engine.game`),
`imagine` (positions that agree with a view), `picture` (a view for a terminal), `sentences`
(actions and events in words).

A § in a docstring is a paragraph of docs/rules/moscow_paris.md.
"""

from engine.moscow_paris.game import game

__all__ = ["game"]
