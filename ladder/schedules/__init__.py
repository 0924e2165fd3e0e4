"""Which bots meet, in which order of seats, with which deal."""
