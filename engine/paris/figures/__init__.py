"""What is printed: effects of tiles, the board by numbers, and the actions it makes possible."""
