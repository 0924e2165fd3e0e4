"""`greedy`: the action that looks best now, by a few rules of thumb per game."""
