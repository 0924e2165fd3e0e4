"""What a finished match leaves behind: enough to replay it, and how each seat ended.

Records are the truth; ratings, standings and pages are derived from them.
"""

import json
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from enum import StrEnum
from hashlib import sha256
from typing import Any, NamedTuple

from engine.dice import Dice, derive
from engine.errors import BadRecord, BadValue
from engine.fields import check_type, read_fields, short_repr
from engine.game import AnyState, Outcome, ranks_of
from engine.games import find_game
from engine.options import options_from_json, options_to_json, parse_options

RECORD_FORMAT = 2
_TIMES = {"seconds", "charged_seconds", "slowest_seconds"}
"""The fields of a seat that differ between two runs of the same match; no digest covers them."""


class Ending(StrEnum):
    """How a match ended for a seat; everything but `PLAYED` is a forfeit."""

    PLAYED = "played"
    TIMEOUT = "timeout"
    ILLEGAL_ANSWER = "illegal answer"
    DISCONNECT = "disconnect"
    CRASH = "crash"
    NO_SHOW = "no-show"
    PROTOCOL_VIOLATION = "protocol violation"
    RESIGNED = "resigned"


class Bot(NamedTuple):
    """Who plays, as records and ratings know it: each version of a bot on its own."""

    name: str
    version: str

    @classmethod
    def parse(cls, text: str) -> "Bot":
        """Read what `str` writes; a name may hold an @ itself, and is empty if there is none."""
        name, _, version = text.rpartition("@")
        return cls(name, version)

    def __str__(self) -> str:
        return f"{self.name}@{self.version}"


@dataclass(frozen=True, slots=True)
class Setup:
    """What determines a match before its first decision."""

    game: str
    players: int
    options: Mapping[str, object]
    """JSON values, defaults left out: see `engine.options.options_to_json`."""
    seed: int

    def deal(self) -> AnyState:
        """Return the state at the beginning."""
        game = find_game(self.game)
        return game.new(self.players, options_from_json(game.options, self.options), self.seed)

    def sides(self) -> tuple[int, ...]:
        """Return the side that each seat plays for: its own, unless the game has teams."""
        game = find_game(self.game)
        return game.sides(self.players, options_from_json(game.options, self.options))

    def stand_in(self) -> Dice:
        """Return the dice that decide for seats that have forfeited."""
        return Dice(derive(self.seed, "stand-in"))


def make_setup(game: str, players: int, pairs: Iterable[str], seed: int) -> Setup:
    """Check all that determines a match, its options being `name=value` texts."""
    options = parse_options(find_game(game).options, pairs)
    setup = Setup(game, players, options_to_json(options), seed)
    setup.deal()
    return setup


class Strike(NamedTuple):
    """A decision that a seat failed to make, and was forgiven: the stand-in's dice made it."""

    decision: int
    """Its number among all decisions of the match, from 1."""
    ending: Ending
    """What the seat would have forfeited for: one of FORGIVABLE."""
    reason: str
    """The reason in a sentence for the bot's author."""


FORGIVABLE = (Ending.TIMEOUT, Ending.ILLEGAL_ANSWER)
"""What a match may forgive a few times: there still is somebody to ask."""


@dataclass(frozen=True, slots=True)
class SeatRecord:
    """One seat of a finished match. Ranks put forfeits last; scores are those of the rules."""

    bot: str
    version: str
    score: int | None
    """None when every seat forfeited and the match was not finished."""
    rank: int
    ending: Ending
    reason: str
    """The reason of a forfeit in a sentence for the bot's author; else empty."""
    decisions: int
    seconds: float
    """The time its decisions took, as measured."""
    charged_seconds: float
    """What of it was charged to its clock: less than measured by what is not the bot's to pay."""
    slowest_seconds: float
    """The time its slowest decision took, as measured."""
    sources: tuple[tuple[str, int], ...] = ()
    """Where the points of the score come from, in the order in which people read them. Empty if
    there is no score, and in records from before sources were kept."""
    strikes: tuple[Strike, ...] = ()
    """Its failed decisions that were forgiven; `decisions` does not count them."""

    @property
    def strike_count(self) -> int:
        return len(self.strikes)


@dataclass(frozen=True, slots=True)
class Host:
    """The machine of a cluster on which a match with a clock was played."""

    name: str
    calibration_s: float
    """How long it took for a fixed piece of work: see `arbiter.cluster.calibration`."""


Sources = tuple[tuple[tuple[str, int], ...], ...]
"""By seat, where its points come from."""


def sources_of(state: AnyState) -> Sources:
    """Return where the points of each seat come from, as records have it."""
    return tuple(tuple(found.items()) for found in state.score_sources())


@dataclass(frozen=True, slots=True)
class Record:
    """A finished match."""

    setup: Setup
    actions: tuple[tuple[object, ...], ...]
    seats: tuple[SeatRecord, ...]
    times: tuple[tuple[float, ...], ...] = ()
    """By seat, the seconds that each of its decisions took, as measured, failed ones included.
    No digest covers them. Empty in records from before they were kept."""
    host: Host | None = None
    """Where it was played, if that is known; no digest covers it, as it covers no times."""

    @property
    def digest(self) -> str:
        """A fingerprint of all but times and host: equal for equal set-ups, moves and seats.

        Of a strike it covers which decision failed and how, not the sentence, which has a time.

        Two runs of one match have the same if its bots decide the same.
        """
        setup = canonical_json(_values(self.setup, _SETUP_FIELDS))
        return _digest(self, setup, canonical_json(actions_to_json(self.actions)))


@dataclass(frozen=True, slots=True)
class PackedRecord:
    """A record in the form in which it is stored, made once, where its match ends.

    Whoever passes it on looks at what stands beside the body, and does not open it.
    """

    setup: Setup
    seats: tuple[SeatRecord, ...]
    digest: str
    body: bytes
    """The record as JSON, compressed."""
    host: str | None = None
    """The worker of a cluster that has played it; the coordinator adds it."""


_SETUP_FIELDS = tuple(field.name for field in fields(Setup))
_SEAT_FIELDS = tuple(field.name for field in fields(SeatRecord))
_DIGEST_FIELDS = tuple(name for name in _SEAT_FIELDS if name not in _TIMES)


def pack_record(record: Record) -> PackedRecord:
    digest, text = _write(record)
    body = zlib.compress(text.encode(errors="surrogatepass"))
    return PackedRecord(record.setup, record.seats, digest, body)


def unpack_record(body: bytes) -> tuple[Record, str]:
    """Return the record that was packed, and the digest in it."""
    try:
        return record_from_json(zlib.decompress(body).decode())
    except (zlib.error, UnicodeDecodeError, TypeError) as error:
        raise BadRecord("it is empty" if not body else str(error)) from None


def replay(record: Record) -> Iterator[tuple[AnyState, tuple[object, ...]]]:
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


class Decision(NamedTuple):
    """A decision of a finished match: its bot made it, or the stand-in's dice after a failure."""

    seat: int
    action: tuple[object, ...]
    strike: Strike | None = None
    """What its bot was forgiven there, if it failed."""
    forfeited: bool = False
    """Whether the seat had forfeited before."""

    @property
    def stand_in(self) -> bool:
        """Whether it was made at random, for a bot that had failed."""
        return self.forfeited or self.strike is not None


def replay_decisions(record: Record) -> Iterator[tuple[AnyState, Decision | None]]:
    """Walk through a record as `replay` does, and tell who made each decision; None is the end.

    A seat makes its own decisions first, as many as the record says. Those after them are the
    stand-in's, and so are its strikes.
    """
    struck = {
        (seat, strike.decision): strike
        for seat, each in enumerate(record.seats)
        for strike in each.strikes
    }
    own = [seat.decisions for seat in record.seats]
    forfeited = set()
    for number, (state, action) in enumerate(replay(record), start=1):
        seat = state.decider
        if not action or seat is None:
            yield state, None
            continue
        strike = None if seat in forfeited else struck.get((seat, number))
        if strike is None and own[seat] > 0:
            own[seat] -= 1
        elif strike is None:
            forfeited.add(seat)
        yield state, Decision(seat, action, strike, seat in forfeited)


def verify(record: Record, digest: str) -> None:
    """Raise BadRecord unless the record replays to the result it claims, under its digest."""
    if record.digest != digest:
        raise BadRecord("it does not match its digest: it was changed or damaged")
    seats = record.seats
    if len(seats) != record.setup.players:
        raise BadRecord(f"{record.setup.players} players have {len(seats)} seats in the record")
    outcome, sources = _verify_decisions(record)
    claimed = tuple(seat.score for seat in seats)
    if outcome is not None and outcome.scores != claimed:
        raise BadRecord(f"replay scores {outcome.scores}, the record says {claimed}")
    claimed_sources = tuple(seat.sources for seat in seats)
    if any(claimed_sources) and claimed_sources != sources:  # a record may leave them out
        raise BadRecord(f"replay gets its points from {sources}, the record says {claimed_sources}")
    if outcome is None and any(seat.ending == Ending.PLAYED for seat in seats):
        raise BadRecord(f"the match is not over after {len(record.actions)} actions")
    if outcome is None and claimed != (None,) * len(claimed):
        raise BadRecord(f"the match is not over, yet the record has the scores {claimed}")
    if outcome is not None and all(seat.ending != Ending.PLAYED for seat in seats):
        raise BadRecord("all seats forfeited, yet the match was played to its end")
    _verify_ranks(record, outcome)


def _verify_decisions(record: Record) -> tuple[Outcome | None, Sources]:
    """Replay a record, check who decided what, and return the outcome and where it comes from.

    The stand-in's dice follow from the set-up; so a seat that decided to the end cannot be passed
    off as one that ran out of time.
    """
    stand_in = record.setup.stand_in()
    own = [0] * len(record.seats)
    replaced = set()
    struck = _struck_decisions(record)
    outcome: Outcome | None = None
    sources: Sources = ()
    for number, (state, decision) in enumerate(replay_decisions(record)):
        outcome = state.outcome()
        if decision is None:
            sources = () if outcome is None else sources_of(state)
            continue
        decider = decision.seat
        seat = record.seats[decider]
        if decision.strike is not None:
            del struck[number + 1]
            if decision.action != stand_in.choose(state.actions()):
                raise BadRecord(
                    f"action {number} is a strike of seat {decider}, but not that of a stand-in"
                )
        elif not decision.forfeited:
            own[decider] += 1
        elif seat.ending == Ending.PLAYED or decision.action != stand_in.choose(state.actions()):
            raise BadRecord(
                f"action {number} of seat {decider} is neither one of the {seat.decisions} "
                "decisions that the record counts nor that of a stand-in"
            )
        else:
            replaced.add(decider)
    for at, number in struck.items():
        raise BadRecord(f"seat {number} has a strike at decision {at}, which was not its own")
    for number, seat in enumerate(record.seats):
        if own[number] != seat.decisions:
            raise BadRecord(
                f"seat {number} decided {own[number]} times, the record says {seat.decisions}"
            )
        if seat.ending in FORGIVABLE and outcome is not None and number not in replaced:
            raise BadRecord(
                f"seat {number} made every decision itself, yet its ending is {seat.ending!r}"
            )
    return outcome, sources


def _struck_decisions(record: Record) -> dict[int, int]:
    """Return the decisions that were strikes, by their number, and the seat of each."""
    struck = {}
    for number, seat in enumerate(record.seats):
        for strike in seat.strikes:
            if strike.ending not in FORGIVABLE:
                raise BadRecord(f"seat {number} has a strike for {strike.ending!r}")
            if strike.decision in struck:
                raise BadRecord(f"the record has two strikes at decision {strike.decision}")
            struck[strike.decision] = number
    return struck


def _verify_ranks(record: Record, outcome: Outcome | None) -> None:
    """Check the ranks; which of two sides forfeited first is as claimed, the moves do not tell."""
    sides, claimed = record.setup.sides(), tuple(seat.rank for seat in record.seats)
    forfeited = [number for number, seat in enumerate(record.seats) if seat.ending != Ending.PLAYED]
    forfeited.sort(key=lambda number: -claimed[number])
    earned = rank_seats(sides, outcome, [sides[number] for number in forfeited])
    if earned != claimed:
        raise BadRecord(
            f"the seats earned the ranks {earned}, forfeits being behind all others; "
            f"the record says {claimed}"
        )


def rank_seats(
    sides: Sequence[int], outcome: Outcome | None, forfeits: Iterable[int]
) -> tuple[int, ...]:
    """Rank seats as the rules do, but those whose side forfeited behind all others, the first last.

    `sides` has the side of each seat, `forfeits` the sides that forfeited, the earliest first.
    """
    out = list(dict.fromkeys(forfeits))

    def standing(seat: int) -> tuple[int, int]:
        if sides[seat] in out:
            return 0, out.index(sides[seat])
        return 1, -outcome.ranks[seat] if outcome else 0

    return ranks_of([standing(seat) for seat in range(len(sides))])


def record_to_json(record: Record) -> str:
    """Write a record as one line of JSON."""
    return _write(record)[1]


def record_from_json(text: str) -> tuple[Record, str]:
    """Read a record and the digest it claims."""
    try:
        data = check_type(Mapping, json.loads(text), "it")
        if data.get("format") != RECORD_FORMAT:
            unknown = f"record format {short_repr(data.get('format'))} is not known"
            raise BadRecord(f"{unknown}; update lutetia if a newer one wrote it")
        written = read_fields(_Written, data)
        actions = actions_from_json(written.actions)
    except (ValueError, RecursionError, BadValue) as error:
        raise BadRecord(f"not a record of a match: {error}") from None
    record = Record(written.setup, actions, written.seats, written.times, written.host)
    return record, written.digest


def actions_to_json(actions: Iterable[tuple[object, ...]]) -> list[list[object]]:
    """Return actions as JSON values, the kind of each first, where a person looks for it."""
    return [[action[-1], *action[:-1]] for action in actions]


def actions_from_json(actions: Sequence[list[object]]) -> tuple[tuple[object, ...], ...]:
    """Return actions as plain tuples, which equal the game's own."""
    if not all(isinstance(action, list) for action in actions):
        raise BadValue("actions must all be lists")
    return tuple((*_tuples(fields), kind) for kind, *fields in actions)


@dataclass(frozen=True, slots=True)
class _Written:
    """A record as JSON has it."""

    format: int
    digest: str
    setup: Setup
    seats: tuple[SeatRecord, ...]
    actions: tuple[Any, ...]
    times: tuple[tuple[float, ...], ...] = ()
    host: Host | None = None


def _write(record: Record) -> tuple[str, str]:
    """Return the digest of a record and its text; both hold the moves, which are written once."""
    setup = canonical_json(_values(record.setup, _SETUP_FIELDS))
    actions = canonical_json(actions_to_json(record.actions))
    seats = canonical_json([_values(seat, _SEAT_FIELDS) for seat in record.seats])
    digest = _digest(record, setup, actions)
    host = f'"host":{canonical_json(asdict(record.host))},' if record.host else ""
    times = f',"times":{canonical_json(record.times)}' if record.times else ""
    text = (
        f'{{"actions":{actions},"digest":"{digest}","format":{RECORD_FORMAT},{host}'
        f'"seats":{seats},"setup":{setup}{times}}}'
    )
    return digest, text


def _digest(record: Record, setup: str, actions: str) -> str:
    covered = [_values(seat, _DIGEST_FIELDS) for seat in record.seats]
    for values, seat in zip(covered, record.seats, strict=True):
        if seat.strikes:
            values["strikes"] = [(strike.decision, strike.ending) for strike in seat.strikes]
    seats = canonical_json(covered)
    text = f"[{RECORD_FORMAT},{setup},{actions},{seats}]"
    return sha256(text.encode(errors="surrogatepass")).hexdigest()[:16]


def _values(part: Setup | SeatRecord, names: Iterable[str]) -> dict[str, object]:
    values = {name: getattr(part, name) for name in names}
    for name in ("sources", "strikes"):
        if values.get(name) == ():
            del values[name]  # so that a record from before there were any keeps its digest
    if strikes := getattr(part, "strikes", ()):
        values["strikes"] = [strike._asdict() for strike in strikes]
    return values


# Kept, since `json.dumps` makes a new one each time, which takes as long as a short value does.
_CANONICAL = json.JSONEncoder(separators=(",", ":"), sort_keys=True, ensure_ascii=False)


def canonical_json(value: object) -> str:
    """Return JSON text that is equal for equal values; tuples are written as lists are."""
    return _CANONICAL.encode(value)


def _tuples(value: object) -> Any:
    return tuple(_tuples(item) for item in value) if isinstance(value, list) else value
