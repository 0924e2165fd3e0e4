"""What may be done in a turn, and what it does; `engine.paris.flow` puts it together.

A `list_…` function lists the valid actions of a step. A function that plays an action changes the
table and sets the step that comes next.

- `keys`          moving a key to buy a building or a landmark
- `payment`       what stands for a resource or a prestige token, and paying with it
- `purchase`      what follows a purchase: income, VP tile, bonus tile or prestige
- `track`         the bonus track, and taking a tile from it
- `bonus_tiles`   their effects
- `free_actions`  buying and selling, using bonus tiles and end tiles
"""
