"""What can go wrong for a caller of the engine.

Exception
├── OperatorError          somebody at the command line or in a file asked for the impossible
│   ├── UnknownGame
│   ├── BadPlayers         a number of players the game does not have
│   ├── BadValue           a value in a file or an option that is missing or not possible
│   ├── BadFile            a file that cannot be read or written
│   └── BadRecord          a record that cannot be read or does not replay
└── IllegalAction          an action that is not among the valid ones; nothing has changed
"""

import difflib
from collections.abc import Iterable


class OperatorError(Exception):
    """A mistake of the operator; the message says what happened and what to do next."""


class UnknownGame(OperatorError):
    """No game of that name is installed."""


class BadPlayers(OperatorError):
    """The game is not for this number of players."""


class BadValue(OperatorError):
    """A value in a file or an option is missing or not possible; the message names its key."""


class BadFile(OperatorError):
    """A file cannot be read or written; the message names it."""


class BadRecord(OperatorError):
    """The record cannot be read, or replaying it does not reach what it claims."""


class IllegalAction(Exception):
    """The action is not among the valid ones; the state has not changed."""


def suggestion(word: str, known: Iterable[str]) -> str:
    """Return the sentence " Did you mean 'x'?" if something known is close, else nothing."""
    names = list(known)
    close = difflib.get_close_matches(word, names, n=1)
    if not close and len(word) > 1:  # the beginning of a long name is not close to it
        close = [name for name in names if name.startswith(word)]
    return f" Did you mean {close[0]!r}?" if close else ""
