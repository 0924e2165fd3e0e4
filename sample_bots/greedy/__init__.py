"""`greedy`: the action that looks best now, by a few rules of thumb per game.

One player per game: `lumiere`, `moscow_paris` and `paris`; `choice` takes the best of what they
find. The one of Paris reads on in `paris_rulebook` (the figures in use), `paris_position` (what
things are worth) and `paris_purchases` (what could be bought).
"""
