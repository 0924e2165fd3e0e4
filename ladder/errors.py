"""What can go wrong for somebody who runs a ladder.

OperatorError (engine.errors)
├── BadSchedule        a tournament or a test that cannot be held as described: too few bots, an
│                      unknown format, a name that is not valid, an SPRT without two hypotheses
├── DamagedResult      a stored result that does not fit its match; rebuild derives it again
├── NotStored          no such tournament, bot or match, or no match of that game
├── DealToCome         a match whose moves are not for everybody yet: others are to play its deal
├── TournamentExists   the name is taken; resume it or choose another
├── AlreadySubmitted   that version of the bot is in the ladder; raise it
├── BotChanged         that version of the bot was rated with other files; raise it
├── TournamentHeld     another process runs the tournament
├── LadderTaken        another program plays the ladder, or an ordinary tournament has its name
├── DatabaseUnusable   out of reach, damaged, read-only, or of another version
└── DatabaseBusy       locked, full or away for too long; nothing was written
"""

from collections.abc import Iterable

from engine.errors import OperatorError, suggestion
from engine.record import Bot


class BadSchedule(OperatorError):
    """It cannot be held as described; the message says what to change."""


class DamagedResult(OperatorError):
    """A stored result does not fit the match it is of."""


class NotStored(OperatorError):
    """Nothing is stored under that name or number."""


def require_played(name: str, bots: Iterable[Bot]) -> list[Bot]:
    """Return which of the bots that have played are called `name` or `name@version`, at least one.

    Whoever mistypes a name is told those that there are.
    """
    title, _, version = name.partition("@")
    played = list(bots)
    meant = [bot for bot in played if bot.name == title and version in ("", bot.version)]
    if not meant:
        names = sorted({bot.name for bot in played})
        names += [str(bot) for bot in played if bot.name == title]
        listing, hint = ", ".join(names) or "none", suggestion(name, names)
        raise NotStored(f"no bot {name!r} has played. Bots: {listing}.{hint}")
    return meant


class DealToCome(OperatorError):
    """The moves of a match would show a deal that others have yet to play."""


class TournamentExists(OperatorError):
    """A tournament of that name is stored already."""


class AlreadySubmitted(OperatorError):
    """That version of the bot was submitted before."""


class BotChanged(OperatorError):
    """That version of the bot was rated with other files."""


class TournamentHeld(OperatorError):
    """Another process runs the tournament; the message says which."""


class LadderTaken(OperatorError):
    """The ladder of the database cannot be played as asked."""


class DatabaseUnusable(OperatorError):
    """The database cannot be used as it is; the message says what to do."""


class DatabaseBusy(OperatorError):
    """The database stayed locked, full or away; what was to be written is not, not even in part."""
