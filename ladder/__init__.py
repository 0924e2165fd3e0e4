"""Results and what follows from them; knows the engine's values and the database, never gRPC.

In the order of a game's way through it:

- `designs`    which bots sit together, so that everybody meets everybody
- `schedules`  the games of a tournament as keys, pairings and deal seeds; `formats` says who meets
- `tables`     the database as SQLModel sees it; `migrations` and `databases` make and open it
- `store`      finished games in, exactly once (`entries`); results out (`readings`)
- `results`    many games as columns, and as pairs of seats
- `ratings`    the batch fit with its errors; `elo`: two bots, live Elo; `sprt` and `trials`: when
               the difference of two is clear enough to stop
- `matchmaking` who should meet next in the endless ladder; `rounds`: its games; `submissions`: its
               bots
- `standings`  what people look at; `meetings`: bot against bot; `report`: all of it as a page
"""

DEFAULT_URL = "sqlite:///lutetia.db"
"""Where results are unless told otherwise. It is here so that a command that needs no database
does not load one."""
