"""What a finished game leaves behind: enough to replay it, and how each seat ended.

Records are the truth; ratings, standings and pages are derived from them.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from hashlib import sha256
from typing import Any

from engine.errors import BadRecord
from engine.game import AnyState, Outcome
from engine.games import find_game
from engine.options import options_from_json

FORMAT = 1


class Ending(StrEnum):
    """How a seat's game ended; everything but `PLAYED` is a forfeit."""

    PLAYED = "played"
    TIMEOUT = "timeout"
    ILLEGAL_ANSWER = "illegal answer"
    DISCONNECT = "disconnect"
    CRASH = "crash"
    NO_SHOW = "no-show"
    PROTOCOL_VIOLATION = "protocol violation"
    RESIGNED = "resigned"


@dataclass(frozen=True, slots=True)
class Setup:
    """What settles a game before the first decision."""

    game: str
    players: int
    options: Mapping[str, Any]
    """JSON values, defaults left out: see `engine.options.options_to_json`."""
    seed: int

    def deal(self) -> AnyState:
        """Set the game up."""
        game = find_game(self.game)
        return game.new(self.players, options_from_json(game.options, self.options), self.seed)


@dataclass(frozen=True, slots=True)
class SeatRecord:
    """One seat of a finished game. Ranks put forfeits last; scores are those of the rules."""

    bot: str
    version: str
    score: int | None
    """None when every seat forfeited and the game was not finished."""
    rank: int
    ending: Ending
    detail: str
    """The reason of a forfeit in a sentence for the bot's author; else empty."""
    decisions: int
    seconds: float
    """The time its decisions took, as charged to its clock."""


@dataclass(frozen=True, slots=True)
class Record:
    """A finished game."""

    setup: Setup
    actions: tuple[tuple[Any, ...], ...]
    seats: tuple[SeatRecord, ...]

    @property
    def digest(self) -> str:
        """A fingerprint that is equal for equal set-ups and moves, whoever made them."""
        moves = [asdict(self.setup), actions_to_json(self.actions)]
        return sha256(_canonical(moves).encode()).hexdigest()[:16]


def replay(record: Record) -> Iterator[tuple[AnyState, tuple[Any, ...]]]:
    """Walk through a record: the state before each action and the action, then the end.

    The state is one object that changes from step to step. The last step has an empty action.
    """
    state = record.setup.deal()
    for number, action in enumerate(record.actions):
        try:
            valid = state.actions() if state.decider is not None else ()
            typed = valid[valid.index(action)]
        except ValueError:
            raise BadRecord(f"action {number} of the record, {action!r}, is not valid") from None
        yield state, typed
        state.play(typed)
    yield state, ()


def verify(record: Record, digest: str) -> None:
    """Raise BadRecord unless the record replays to the scores it claims, under its digest."""
    if record.digest != digest:
        raise BadRecord(f"the moves have the digest {record.digest}, the record says {digest}")
    outcome: Outcome | None = None
    for state, _ in replay(record):
        outcome = state.outcome()
    claimed = tuple(seat.score for seat in record.seats)
    if outcome is None:
        if any(seat.ending == Ending.PLAYED for seat in record.seats):
            raise BadRecord(f"the game is not over after {len(record.actions)} actions")
    elif outcome.scores != claimed:
        raise BadRecord(f"replay scores {outcome.scores}, the record says {claimed}")


def record_to_json(record: Record) -> str:
    """Write a record as one line of JSON."""
    return _canonical(
        {
            "format": FORMAT,
            "digest": record.digest,
            "setup": asdict(record.setup),
            "seats": [asdict(seat) for seat in record.seats],
            "actions": actions_to_json(record.actions),
        }
    )


def record_from_json(text: str) -> tuple[Record, str]:
    """Read a record and the digest it claims."""
    try:
        data = json.loads(text)
        if data["format"] != FORMAT:
            raise BadRecord(f"record format {data['format']!r} is not known; update lutetia")
        record = Record(
            setup=Setup(**data["setup"]),
            actions=actions_from_json(data["actions"]),
            seats=tuple(
                SeatRecord(**{**seat, "ending": Ending(seat["ending"])}) for seat in data["seats"]
            ),
        )
        return record, data["digest"]
    except (ValueError, KeyError, TypeError, IndexError) as error:
        raise BadRecord(f"not a record of a game: {error}") from error


def actions_to_json(actions: Iterable[tuple[Any, ...]]) -> list[list[Any]]:
    """Return actions as JSON values, the kind of each first, where a person looks for it."""
    return [[action[-1], *action[:-1]] for action in actions]


def actions_from_json(actions: Iterable[list[Any]]) -> tuple[tuple[Any, ...], ...]:
    """Return actions as plain tuples, which equal the game's own."""
    return tuple((*_tuples(fields), kind) for kind, *fields in actions)


def _canonical(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), sort_keys=True, ensure_ascii=False)


def _tuples(value: Any) -> Any:
    return tuple(_tuples(each) for each in value) if isinstance(value, list) else value
