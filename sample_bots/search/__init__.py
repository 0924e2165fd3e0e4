"""`search`: information-set Monte Carlo tree search, for every game.

`player` says how long to think about a decision; `tree` searches by the engine's contract alone;
`advice` says what makes it better at a game that has some, and `judges` weigh positions for it.
"""
