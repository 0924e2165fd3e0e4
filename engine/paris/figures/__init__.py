"""What is printed: effects of tiles, the board by numbers, and the actions it makes possible.

- `tiles`      the effects of bonus tiles and end tiles, with their figures
- `board`      what places are worth and cost, and sets of places as bits
- `choices`    actions that are made once and listed often
- `bot_rules`  the figures in use, as a bot is told them
"""
