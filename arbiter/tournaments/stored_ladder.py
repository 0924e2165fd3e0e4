"""The ladder as its database has it. Nothing that plays is loaded: standings need no more."""

from ladder.errors import LadderTaken
from ladder.ratings.results import Results, results_of
from ladder.ratings.standings import Anchor, read_anchor
from ladder.store.store import Store, Submission, Tournament
from ladder.store.submissions import submission_of

NAME = "ladder"
LADDER = "ladder"
ANCHOR, LOGS = "anchor", "logs"
"""What is kept with the ladder: the bot whose Elo is fixed, and where what bots print is kept."""


def find_ladder(store: Store) -> Tournament | None:
    """Return the ladder if there is one."""
    for tournament in store.tournaments():
        if tournament.name == NAME:
            if not is_ladder(tournament):
                raise LadderTaken(
                    f"this database has an ordinary tournament named {NAME!r}; choose another --db"
                )
            return tournament
    return None


def is_ladder(tournament: Tournament) -> bool:
    """Tell the ladder from an ordinary tournament."""
    return bool(tournament.spec.get("format") == LADDER)


def anchor_of(store: Store) -> Anchor | None:
    """Return the anchor that is kept for the ladder of a database, if there is one."""
    for tournament in store.tournaments():
        if tournament.name == NAME and is_ladder(tournament):
            text = tournament.spec.get(ANCHOR)
            return read_anchor(text) if isinstance(text, str) else None
    return None


def ladder_results(store: Store) -> Results:
    """Return the results of the ladder, none if it was never served."""
    ladder = find_ladder(store)
    return results_of([]) if ladder is None else store.results(ladder)


def bots_of_ladder(store: Store) -> list[Submission]:
    """Return the bots that were submitted, then the remote ones, as if they had been."""
    remote = {token.bot: submission_of(token) for token in store.tokens()}  # the last of each bot
    return [*store.submissions(), *remote.values()]
