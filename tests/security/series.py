"""Matches as tournaments play them, within this process, and every byte that their bots are sent.

The arbiter, its sessions, matches and encoders are the real ones; only the transport is missing.
Each bot plays all its matches on one stream.
"""

import itertools
import secrets
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

import trio

from arbiter.arbiter import Arbiter
from arbiter.clocks import parse_clock
from engine.record import Bot, Record
from ladder.schedules.schedule import GameSchedule, Pairing
from lutetia.v1 import PROTOCOL_VERSION, play_pb2

CONTROL = parse_clock("60,move=5")
NAMES = ("ada", "bea", "cleo", "dora")


class Cup(NamedTuple):
    """A tournament of one game."""

    game: str
    players: int
    options: Mapping[str, Any] = {}
    rounds: int = 1


ALL_GAMES = (
    *(Cup("paris", players) for players in (2, 3, 4)),
    Cup("paris", 2, {"advanced_setup": True}),
    *(Cup("moscow_paris", players) for players in (2, 3, 4)),
    Cup("moscow_paris", 4, {"teams": True}),
    Cup("moscow_paris", 2, {"istanbul": True}),
    Cup("lumiere", 2, rounds=2),
    Cup("lumiere", 2, {"postcards": "random"}),
    Cup("connect_four", 2),
)


class Played(NamedTuple):
    """A match of a series."""

    match_id: int
    public_name: tuple[str | int, ...]
    pairing: Pairing
    record: Record


class Series(NamedTuple):
    """What was played, and what each bot was sent: all messages of its stream."""

    seeds: list[int]
    played: list[Played]
    streams: dict[str, list[bytes]]

    def seats(self) -> Iterator[tuple[Played, int]]:
        for played in self.played:
            for seat in range(played.record.setup.players):
                yield played, seat


class TappedBot:
    """A bot that answers at random, and keeps every byte it is sent."""

    def __init__(self, arbiter: Arbiter, name: str, resigns: bool) -> None:
        self.messages: list[bytes] = []
        self.life = arbiter.expect(name, Bot(name, "1"), token := secrets.token_hex(), 60.0)
        self._resigns = resigns
        self._chance = Random(name)
        self._session = arbiter.open_session(lambda: None)
        hello = play_pb2.Hello(
            protocol_version=PROTOCOL_VERSION, bot=name, token=token, max_matches=1_000
        )
        self._session.receive(play_pb2.BotMessage(hello=hello).SerializeToString())

    def look(self) -> None:
        """Read what has come, and answer every turn of it."""
        data = self._session.drain()
        if not data:
            return
        self.messages.append(data)
        for turn in play_pb2.ArbiterMessage.FromString(data).turns:
            reply = play_pb2.BotMessage()
            if self._resigns and self._chance.random() < 0.02:
                reply.resignations.add(match_id=turn.match_id)
            else:
                index = self._chance.randrange(turn.action_count)
                reply.answers.add(match_id=turn.match_id, turn_id=turn.turn_id, action_index=index)
            self._session.receive(reply.SerializeToString())


def play_series(
    cups: Sequence[Cup],
    *,
    seeds: Sequence[int] = (),
    shared_deals: bool = False,
    resigning: Sequence[str] = (),
    at_a_time: int = 3,
) -> Series:
    """Play tournaments one beside the other; some bots resign now and then."""
    own_seeds = list(seeds) or [secrets.randbits(128) for _ in cups]
    return trio.run(_play_series, cups, own_seeds, shared_deals, resigning, at_a_time)


async def _play_series(
    cups: Sequence[Cup],
    seeds: list[int],
    shared_deals: bool,
    resigning: Sequence[str],
    at_a_time: int,
) -> Series:
    notify = trio.lowlevel.current_trio_token().run_sync_soon
    arbiter = Arbiter(notify, monotonic=lambda: 0.0)  # time stands still, and so do all clocks
    bots = {name: TappedBot(arbiter, name, name in resigning) for name in NAMES}
    due = [
        (f"cup {number}", pairing)
        for number, (cup, seed) in enumerate(zip(cups, seeds, strict=True))
        for pairing in _schedule(cup, seed, shared_deals).pairings({})
    ]
    finished: list[Played] = []
    match_ids = itertools.count(1)
    places = trio.Semaphore(at_a_time)

    async def play(cup: str, pairing: Pairing) -> None:
        match_id = next(match_ids)
        public_name = (cup, *pairing.key)
        lives = [bots[name].life for name in pairing.bots]
        record = await arbiter.play(pairing.setup, lives, CONTROL, public_name)
        assert isinstance(record, Record), record
        finished.append(Played(match_id, public_name, pairing, record))
        places.release()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(_start, nursery, places, play, due)
        while len(finished) < len(due):
            for bot in bots.values():
                bot.look()
            await trio.lowlevel.checkpoint()
    for bot in bots.values():
        bot.look()
    return Series(seeds, finished, {name: bot.messages for name, bot in bots.items()})


async def _start(nursery: trio.Nursery, places: trio.Semaphore, play: Any, due: Any) -> None:
    for arguments in due:
        await places.acquire()
        nursery.start_soon(play, *arguments)


def _schedule(cup: Cup, seed: int, shared_deals: bool) -> GameSchedule:
    return GameSchedule(
        cup.game,
        cup.players,
        NAMES[: cup.players],
        seed,
        rounds=cup.rounds,
        options=cup.options,
        shared_deals=shared_deals,
    )
