"""`search`: information-set Monte Carlo tree search, for every game.

`tree` searches by the engine's contract alone; `advice` says what makes it better at a game that
has some; `time` says how long to think.
"""
