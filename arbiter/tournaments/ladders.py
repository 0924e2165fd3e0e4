"""The endless ladder of a database: a tournament without end, under a name of its own."""

import secrets
from collections.abc import Sequence

from arbiter.clocks import DEFAULT_CLOCK, parse_clock
from arbiter.tournaments.spec import BadSpec
from engine.games import find_game, game_names
from ladder.errors import LadderTaken
from ladder.ratings.results import Results, results_of
from ladder.store.store import Store, Tournament

NAME = "ladder"
FORMAT = "endless"


def open_ladder(
    store: Store, games: Sequence[str] = (), clock: str | None = None, seed: int | None = None
) -> Tournament:
    """Return the ladder, which is made if it is not there; what settles it cannot be changed."""
    parse_clock(clock or DEFAULT_CLOCK)
    found = find_ladder(store)
    if found is None:
        names = [find_game(game).name for game in games]
        spec = {"format": FORMAT, "games": names, "clock": clock or DEFAULT_CLOCK}
        return store.add_tournament(NAME, spec, secrets.randbits(53) if seed is None else seed)
    for name, asked, settled in (("clock", clock, found.spec["clock"]), ("seed", seed, found.seed)):
        if asked not in (None, settled):
            raise BadSpec(
                f"the ladder of this database has the {name} {settled}, not {asked}: leave "
                f"--{name} out, or begin another ladder with another --db"
            )
    return found


def find_ladder(store: Store) -> Tournament | None:
    """Return the ladder if there is one."""
    for tournament in store.tournaments():
        if tournament.name == NAME:
            if not is_endless(tournament):
                raise LadderTaken(
                    f"this database has an ordinary tournament named {NAME!r}; take another --db"
                )
            return tournament
    return None


def is_endless(tournament: Tournament) -> bool:
    """Tell a ladder from an ordinary tournament."""
    return tournament.spec.get("format") == FORMAT


def games_of(ladder: Tournament, asked: Sequence[str]) -> list[str]:
    """Return the games to play: those asked for now, else those of the ladder, else all."""
    return [find_game(game).name for game in asked or ladder.spec["games"] or game_names()]


def ladder_results(store: Store) -> Results:
    """Return the games of the ladder, none if it was never served."""
    ladder = find_ladder(store)
    return results_of([]) if ladder is None else store.results(ladder)
