"""What lies on the table, part by part. All but the players are replaced, never changed.

- `stacks`     the building tiles
- `city`       the six districts: buildings, tokens, landmarks and VP tiles
- `player`     keys, meeple, VP, and what is behind the screen but for the end tiles
- `end_tiles`  the pile, who took which one when, and what each seat has seen of it
"""
