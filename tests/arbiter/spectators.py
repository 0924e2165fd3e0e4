"""Matches to watch, and what is shown of them."""

from random import Random
from typing import Any

from arbiter.bots import remote_bot
from arbiter.clocks import parse_clock
from arbiter.gallery import Gallery, Spectator
from arbiter.jobs import Job
from arbiter.match import Match
from arbiter.wire.games import find_wire
from engine.record import Bot, Record, Setup, replay
from lutetia.v1 import watch_pb2

CONTROL = parse_clock("60,move=5")


def job_of(game: str = "connect_four", players: int = 2, seed: int = 1) -> Job:
    bots = {name: remote_bot(Bot(name, "1")) for name in ("ada", "bea", "cleo", "dora")[:players]}
    return Job(Setup(game, players, {}, seed), bots, CONTROL, ("test", seed))


def record_of(job: Job) -> Record:
    """Return the record of a job whose bots play at random."""
    match = Match(job.setup, [bot.bot for bot in job.bots.values()], CONTROL)
    chance = Random(job.setup.seed)
    match.begin()
    while (turn := match.turn) is not None:
        match.start_clock(0.0)
        match.answer(turn.seat, turn.turn_id, chance.randrange(len(turn.actions)), 0.0)
    return match.record()


def read(gallery: Gallery, spectator: Spectator) -> list[watch_pb2.WatchResponse]:
    """Return what a spectator may see by now and has not seen yet."""
    parts = []
    while (due_s := spectator.due_s()) is not None and due_s <= gallery.now():
        parts.append(watch_pb2.WatchResponse.FromString(spectator.take(gallery.now())))
    return parts


def kinds(parts: list[watch_pb2.WatchResponse]) -> list[str | int]:
    """Return the kinds of some parts; of steps, how many decisions were made before them."""
    return [
        part.step.number if part.HasField("step") else str(part.WhichOneof("part"))
        for part in parts
    ]


def views(game: str, parts: list[watch_pb2.WatchResponse]) -> list[object]:
    """Return the views of the steps among some parts."""
    wire = find_wire(game)
    seen = []
    for part in parts:
        if part.HasField("step"):
            position: Any = getattr(part.step, str(part.step.WhichOneof("position")))
            own = part.step.WhichOneof("position") != "other"
            seen.append(wire.decode(position.SerializeToString() if own else position.value)[0])
    return seen


def replayed(record: Record) -> list[object]:
    """Return the views of a spectator, as the record has them."""
    return [state.view(None) for state, _ in replay(record)]


def results(record: Record) -> list[tuple[int | None, int]]:
    return [(seat.score, seat.rank) for seat in record.seats]


def told_results(parts: list[watch_pb2.WatchResponse]) -> list[tuple[int | None, int]]:
    return [(result.score, result.rank) for result in parts[-1].end.results]
