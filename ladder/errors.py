"""What can go wrong for somebody who runs a ladder.

OperatorError (engine.errors)
├── BadSchedule           a tournament that cannot be held: too few bots, an unknown format
├── BadSprt               no two hypotheses for the sequential test
├── BadName               no name for a tournament
├── UnknownTournament
├── TournamentExists      the name is taken; resume it or choose another
├── UnknownBot            nothing is stored of a bot of that name
├── AlreadySubmitted      that version of the bot is in the ladder; raise it
├── LadderTaken           another program plays the same endless ladder, or it is none
├── NoResults             nothing is stored of that game
├── UnknownRecord         no game of that number is stored
├── DatabaseUnreachable   no such place, no driver, not a database
├── DatabaseTooOld        run `lutetia db upgrade`
├── DatabaseTooNew        made by a newer lutetia
└── DatabaseBusy          locked or full for too long; nothing of the game was written
"""

from engine.errors import OperatorError


class BadSchedule(OperatorError):
    """The tournament cannot be held as described; the message says what to change."""


class BadSprt(OperatorError):
    """The text names no two hypotheses."""


class BadName(OperatorError):
    """A tournament cannot be called so; the message has the rule."""


class UnknownTournament(OperatorError):
    """No tournament of that name is stored."""


class TournamentExists(OperatorError):
    """A tournament of that name is stored already."""


class UnknownBot(OperatorError):
    """Nothing is stored of a bot of that name."""


class AlreadySubmitted(OperatorError):
    """That version of the bot was handed in before."""


class LadderTaken(OperatorError):
    """The endless ladder of the database cannot be played as asked."""


class NoResults(OperatorError):
    """Nothing is stored of that game."""


class UnknownRecord(OperatorError):
    """No game of that number is stored."""


class DatabaseUnreachable(OperatorError):
    """The database cannot be opened."""


class DatabaseTooOld(OperatorError):
    """The database was made by an older version and must be upgraded."""


class DatabaseTooNew(OperatorError):
    """The database was made by a newer version."""


class DatabaseBusy(OperatorError):
    """The database stayed locked or full; what was to be written is not, not even in part."""
