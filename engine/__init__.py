"""The rules: pure values on the standard library alone.

Read in this order: `game` (the contract every game keeps), `dice` (seeded chance),
`options` (a game's typed options), `record` (what a finished game leaves behind),
`games` (finding a game by name), `testing` (the conformance suite), then one folder a game.
"""
