"""Honest matches beside floods: `python -m benchmarks.floods [SECONDS [KIND…]]`.

A listener with the limits of `serve --listen` on loopback. Two matches at a time are played by bots
that answer at once. Measured are the time from an answer to the next turn of that match, as its
bots see it, and the arbiter's own time for a message of theirs, as `--metrics` has it. Rounds of
this many seconds: alone, beside processes that only use the processors, and beside 500 idle
connections and 20 that flood, 4 of each kind:

    connections  are opened, and closed as soon as the arbiter has answered
    streams      are opened with a wrong token, 16 at a time on each connection
    messages     answer nothing, by a bot with a token, until its stream is ended
    bytes        the same, as messages of 200 kB
    metadata     a stream with 20 kB of it

The attackers run on this machine too, with the lowest priority, as they would be elsewhere: what
they still take of the processors, the second round shows.
"""

import asyncio
import itertools
import json
import secrets
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from random import randrange
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import trio
from grpc import aio

from arbiter.arbiter import Arbiter
from arbiter.bot_life import BotLife, LifeState
from arbiter.clocks import parse_clock
from arbiter.listeners import listening
from arbiter.loops import run
from arbiter.sessions import Session
from arbiter.tournaments.remote_bots import RemoteBots
from engine.record import Setup
from ladder.store.store import Token
from ladder.store.tokens import digest_of
from lutetia.v1 import PROTOCOL_VERSION, play_pb2

HONEST = [f"honest-{number}" for number in range(4)]
PER_KIND = 4
"""How many connections flood in each way."""
FLOODING = [f"flooding-{number}" for number in range(20 * PER_KIND)]
"""With a token each: one bot could open no more than 20 streams in a minute."""
IDLE = 500
ROUNDS = 2
PLAY = "/lutetia.v1.ArbiterService/Play"
PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"\0\0\0\4\0\0\0\0\0"
"""The beginning of a connection: HTTP/2's preface and empty settings."""


class Window(NamedTuple):
    """A round."""

    name: str
    begun: float
    ended: float
    own_s: list[float]
    """What each message has cost the arbiter itself."""


async def measure(seconds: float, kinds: list[str], folder: Path) -> None:
    """Play honest matches through all rounds, then print what they saw."""
    secret = secrets.token_urlsafe()
    tokens = [
        Token(name=name, version="1", digest=digest_of(secret), created=datetime.now(UTC))
        for name in (*HONEST, *FLOODING)
    ]
    arbiter = Arbiter(trio.lowlevel.current_trio_token().run_sync_soon)
    remote = RemoteBots(arbiter, tokens)
    windows: list[Window] = []
    own_s: list[float] = []

    def admit(session: Session, hello: play_pb2.Hello) -> BotLife:
        life = remote.admit(session, hello)
        if hello.bot in HONEST:
            receive = session.receive

            def timed(data: bytes) -> None:
                since_s = time.perf_counter()
                receive(data)
                own_s.append(time.perf_counter() - since_s)

            vars(session)["receive"] = timed  # nothing else tells one bot's messages from another's
        return life

    def ignore(_: float) -> None:
        """Let the listener look at the clock as it does with `--metrics`."""

    listener = listening(arbiter, "127.0.0.1:0", admit=admit, observe=ignore)
    times = folder / "times"

    @contextmanager
    def beside_floods(address: str) -> Iterator[None]:
        with ExitStack() as attackers:
            for kind in kinds:
                attackers.enter_context(helper(kind, address, secret, folder / kind))
            attackers.enter_context(helper("idle", address, secret, folder / "idle"))
            yield

    conditions = {"alone": alone, "work": beside_work, "floods": beside_floods}
    async with trio.open_nursery() as nursery:
        nursery.start_soon(arbiter.watch)
        async with listener as address:
            with helper("honest", address, secret, times):
                while len(remote.present()) < len(HONEST):
                    await arbiter.change()
                for pair in (HONEST[:2], HONEST[2:]):
                    nursery.start_soon(play_on, arbiter, [f"{name}@1" for name in pair])
                await trio.sleep(seconds)
                for _ in range(ROUNDS):
                    for name, helpers in conditions.items():
                        with helpers(address):
                            await trio.sleep(4)  # until they are all connected
                            begun = time.monotonic()
                            own_s = []
                            await trio.sleep(seconds)
                            windows.append(Window(name, begun, time.monotonic(), own_s))
                        await trio.sleep(1)
            nursery.cancel_scope.cancel()
    report(windows, lines_of(times))
    report_floods([*kinds, "idle"], folder, [each for each in windows if each.name == "floods"])


async def play_on(arbiter: Arbiter, names: list[str]) -> None:
    """Play match after match, as long as both bots are there."""
    lives = [arbiter.lives[name] for name in names]
    for seed in itertools.count():
        assert all(life.state is LifeState.CONNECTED for life in lives), "an honest bot was lost"
        await arbiter.play(
            Setup("connect_four", 2, {}, seed), lives, parse_clock("60+1"), ("floods", seed)
        )


def lines_of(path: Path) -> list[list[float]]:
    """Return the lines that a helper has written, without one that it may have begun."""
    return [json.loads(line) for line in path.read_text().splitlines(keepends=True)[:-1]]


def report(windows: list[Window], seen: list[list[float]]) -> None:
    """Print the percentiles of each round, and how p99 compares with that of being alone."""
    alone_ms: tuple[float, float] | None = None
    print(
        f"{'':8} {'decisions/s':>12} {'p50':>9} {'p99':>9} {'own p50':>10} {'own p99':>10}", end=""
    )
    print("  p99, own p99 / alone")
    for name, begun, ended, own_s in windows:
        taken_s = [taken for at, taken in seen if begun <= at < ended]
        p50, p99 = percentiles_ms(taken_s)
        own_p50, own_p99 = percentiles_ms(own_s)
        if alone_ms is None or name == "alone":
            alone_ms = p99, own_p99
        ratios = f"{p99 / alone_ms[0]:5.2f} {own_p99 / alone_ms[1]:5.2f}"
        rate = len(taken_s) / (ended - begun)
        print(f"{name:8} {rate:12,.0f} {p50:6.2f} ms {p99:6.2f} ms", end="")
        print(f" {own_p50:7.3f} ms {own_p99:7.3f} ms  {ratios}")


def percentiles_ms(times_s: list[float]) -> tuple[float, float]:
    ordered = sorted(times_s)
    p50, p99 = (ordered[int(len(ordered) * part)] * 1000 for part in (0.5, 0.99))
    return p50, p99


def report_floods(kinds: list[str], folder: Path, windows: list[Window]) -> None:
    """Print what of the floods has arrived."""
    for kind in kinds:
        counts = lines_of(folder / kind)
        told = []
        for window in windows:
            within = [count for at, count in counts if window.begun <= at < window.ended]
            rate = (within[-1] - within[0]) / (window.ended - window.begun) if within else 0.0
            told.append(f"{rate:,.0f}/s" if kind != "idle" else f"{max(within, default=0):,.0f}")
        print(f"{kind:12} {', '.join(told)}")


@contextmanager
def helper(role: str, *words: object) -> Iterator[None]:
    """Run another process of this file while a block lasts; all but the honest bots give way."""
    command = [sys.executable, "-m", "benchmarks.floods", "--as", role]
    if role != "honest":
        command = ["nice", "-n", "19", *command]
    process = subprocess.Popen([*command, *map(str, words)])
    try:
        yield
    finally:
        process.kill()
        process.wait()


@contextmanager
def alone(_: str) -> Iterator[None]:
    yield


@contextmanager
def beside_work(_: str) -> Iterator[None]:
    with helper("work"), helper("work"):
        yield


async def answer_at_once(address: str, secret: str, path: str) -> None:
    """Play all honest bots, and note how long each decision takes the arbiter."""
    asked_at: dict[int, float] = {}
    with Path(path).open("w", buffering=1) as times:  # noqa: ASYNC230 - it is our own file

        async def play(name: str) -> None:
            async with channel(address) as connection:
                call: Any = connection.stream_stream(PLAY)()
                await call.write(hello(name, secret))
                while (data := await call.read()) is not aio.EOF:
                    now = time.monotonic()
                    for turn in play_pb2.ArbiterMessage.FromString(data).turns:
                        if turn.turn_id > 1 and turn.match_id in asked_at:
                            print(json.dumps([now, now - asked_at[turn.match_id]]), file=times)
                        asked_at[turn.match_id] = time.monotonic()
                        index = randrange(turn.action_count)
                        await call.write(answers(turn.match_id, turn.turn_id, index))

        await asyncio.gather(*map(play, HONEST))


class Count:
    """Writes every 0.2 s how much has arrived."""

    def __init__(self, path: str) -> None:
        self.arrived = 0
        self._path = path

    async def keep(self) -> None:
        with Path(self._path).open("a", buffering=1) as file:  # noqa: ASYNC230 - it is our own file
            while True:
                print(json.dumps([time.monotonic(), self.arrived]), file=file)
                await asyncio.sleep(0.2)


async def flood(path: str, attack: Callable[[int, Count], Any]) -> None:
    """Attack on some connections, again and again."""
    count = Count(path)

    async def again(number: int) -> None:
        while True:
            with suppress(aio.AioRpcError, asyncio.InvalidStateError, OSError):
                await attack(number, count)
            await asyncio.sleep(0)

    await asyncio.gather(count.keep(), *map(again, range(PER_KIND)))


async def flood_connections(address: str, _: str, path: str) -> None:
    host, _, port = address.rpartition(":")

    async def attack(_: int, count: Count) -> None:
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(PREFACE)
        if await reader.read(1024):
            count.arrived += 1
        writer.close()

    await flood(path, attack)


async def flood_streams(address: str, _: str, path: str) -> None:
    async def attack(number: int, count: Count) -> None:
        async with channel(address) as connection:

            async def knock() -> None:
                while True:
                    call: Any = connection.stream_stream(PLAY)()
                    with suppress(aio.AioRpcError, asyncio.InvalidStateError):
                        await call.write(hello(FLOODING[number], "a token of nobody"))
                        await call.read()
                    count.arrived += (await call.code()).name == "UNAUTHENTICATED"

            await asyncio.gather(*(knock() for _ in range(16)))

    await flood(path, attack)


async def flood_messages(address: str, secret: str, path: str) -> None:
    async def attack(number: int, count: Count) -> None:
        names = FLOODING[number : len(FLOODING) // 2 : PER_KIND]
        await say_nothing(address, names, secret, answers(0, 0, 0), count)

    await flood(path, attack)


async def flood_bytes(address: str, secret: str, path: str) -> None:
    unknown = b"\x7a" + bytes([0xC0, 0x9A, 0x0C]) + b"x" * 200_000  # field 15, and its length

    async def attack(number: int, count: Count) -> None:
        names = FLOODING[len(FLOODING) // 2 + number :: PER_KIND]
        await say_nothing(address, names, secret, unknown, count)

    await flood(path, attack)


async def say_nothing(
    address: str, names: list[str], secret: str, message: bytes, count: Count
) -> None:
    """Send one message as often as it is taken, on a stream of one bot after the other."""
    async with channel(address) as connection:
        for name in itertools.cycle(names):
            call: Any = connection.stream_stream(PLAY)()
            with suppress(aio.AioRpcError, asyncio.InvalidStateError):
                await call.write(hello(name, secret))
                await call.read()
                while not call.done():
                    await call.write(message)
                    count.arrived += 1
            if (await call.code()).name == "UNAVAILABLE":
                return


async def flood_metadata(address: str, _: str, path: str) -> None:
    async def attack(_: int, count: Count) -> None:
        async with channel(address) as connection:
            while True:
                call: Any = connection.stream_stream(PLAY)(metadata=[("x", "y" * 20_000)])
                with suppress(aio.AioRpcError, asyncio.InvalidStateError):
                    await call.read()
                count.arrived += (await call.code()).name == "RESOURCE_EXHAUSTED"

    await flood(path, attack)


async def idle(address: str, _: str, path: str) -> None:
    """Keep connections that say nothing after their first bytes; one that is closed is replaced."""
    host, _, port = address.rpartition(":")
    count = Count(path)

    async def connect() -> None:
        while True:
            with suppress(OSError):
                reader, writer = await asyncio.open_connection(host, int(port))
                writer.write(PREFACE)
                if await reader.read(1024):
                    count.arrived += 1
                    while await reader.read(1024):
                        pass
                    count.arrived -= 1
                writer.close()
            await asyncio.sleep(0.5)

    await asyncio.gather(count.keep(), *(connect() for _ in range(IDLE)))


async def work() -> None:
    while True:
        pass


def channel(address: str) -> aio.Channel:
    """Return a connection of its own."""
    return aio.insecure_channel(address, options=[("grpc.use_local_subchannel_pool", 1)])


def hello(name: str, secret: str) -> bytes:
    told = play_pb2.Hello(protocol_version=PROTOCOL_VERSION, bot=name, token=secret)
    return play_pb2.BotMessage(hello=told).SerializeToString()


def answers(match_id: int, turn_id: int, index: int) -> bytes:
    answer = play_pb2.Answer(match_id=match_id, turn_id=turn_id, action_index=index)
    return play_pb2.BotMessage(answers=[answer]).SerializeToString()


KINDS: dict[str, Callable[..., Any]] = {
    "connections": flood_connections,
    "streams": flood_streams,
    "messages": flood_messages,
    "bytes": flood_bytes,
    "metadata": flood_metadata,
}
ROLES: dict[str, Callable[..., Any]] = {
    **KINDS,
    "honest": answer_at_once,
    "idle": idle,
    "work": work,
}


def main() -> None:
    """Measure, or be one of the helpers."""
    if sys.argv[1:2] == ["--as"]:
        asyncio.run(ROLES[sys.argv[2]](*sys.argv[3:]))
        return
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 10.0
    with TemporaryDirectory() as folder:
        run(lambda: measure(seconds, sys.argv[2:] or list(KINDS), Path(folder)))


if __name__ == "__main__":
    main()
