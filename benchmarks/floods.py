"""Honest matches beside floods: `python -m benchmarks.floods [SECONDS]`.

A listener with the limits of `serve --listen` on loopback. Two matches at a time are played by bots
that answer at once; measured is the time from an answer to the next turn of that match, as its bots
see it. Rounds of this many seconds: alone, beside two processes that only use the processors, and
beside 500 idle connections and 20 that flood. The attackers run on this machine too, so the second
round tells what of the third is the processors' and not the arbiter's.
"""

import asyncio
import itertools
import json
import secrets
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
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
from arbiter.host import DEFAULT_LIMITS, listening, run
from arbiter.remote_bots import RemoteBots
from arbiter.sessions import Session
from engine.record import Setup
from ladder.store.store import Token
from ladder.store.tokens import digest_of
from lutetia.v1 import PROTOCOL_VERSION, play_pb2

HONEST = [f"honest-{number}" for number in range(4)]
FLOODING = [f"flooding-{number}" for number in range(10)]
"""With a token each; as many again flood without one."""
IDLE = 500
ROUNDS = 2
PLAY = "/lutetia.v1.ArbiterService/Play"
PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"\0\0\0\4\0\0\0\0\0"
"""The beginning of a connection: HTTP/2's preface and empty settings."""


class Window(NamedTuple):
    """A round, and how many streams attackers opened in it."""

    name: str
    begun: float
    ended: float
    hellos: int


async def measure(seconds: float, folder: Path) -> None:
    """Play honest matches through all rounds, then print what they saw."""
    secret = secrets.token_urlsafe()
    tokens = [
        Token(name=name, version="1", digest=digest_of(secret), created=datetime.now(UTC))
        for name in (*HONEST, *FLOODING)
    ]
    arbiter = Arbiter(trio.lowlevel.current_trio_token().run_sync_soon)
    remote = RemoteBots(arbiter, tokens)
    windows: list[Window] = []
    hellos = itertools.count()

    def admit(session: Session, hello: play_pb2.Hello) -> BotLife:
        next(hellos)
        return remote.admit(session, hello)

    times = folder / "times"
    async with trio.open_nursery() as nursery:
        nursery.start_soon(arbiter.watch)
        async with listening(arbiter, "127.0.0.1:0", DEFAULT_LIMITS, admit=admit) as address:
            with helper("honest", address, secret, times):
                while len(remote.present()) < len(HONEST):
                    await arbiter.change()
                for pair in (HONEST[:2], HONEST[2:]):
                    nursery.start_soon(play_on, arbiter, [f"{name}@1" for name in pair])
                await trio.sleep(seconds)
                for _ in range(ROUNDS):
                    for name, helpers in CONDITIONS.items():
                        with helpers(address, secret):
                            await trio.sleep(8)  # until they are all connected
                            begun, before = time.monotonic(), next(hellos)
                            await trio.sleep(seconds)
                            count = next(hellos) - before - 1
                            windows.append(Window(name, begun, time.monotonic(), count))
                        await trio.sleep(1)
            nursery.cancel_scope.cancel()
    report(windows, [json.loads(line) for line in times.read_text().splitlines()[:-1]])


async def play_on(arbiter: Arbiter, names: list[str]) -> None:
    """Play match after match, as long as both bots are there."""
    lives = [arbiter.lives[name] for name in names]
    for seed in itertools.count():
        assert all(life.state is LifeState.CONNECTED for life in lives), "an honest bot was lost"
        await arbiter.play(
            Setup("connect_four", 2, {}, seed), lives, parse_clock("60+1"), ("floods", seed)
        )


def report(windows: list[Window], seen: list[tuple[float, float]]) -> None:
    """Print the percentiles of each round."""
    print(f"{'':10} {'decisions/s':>12} {'p50':>9} {'p90':>9} {'p99':>9} {'hellos/s':>9}")
    for name, begun, ended, count in windows:
        if name == "floods" and not count:
            print("no attacker got as far as a hello: the next line shows nothing")
        times = sorted(taken for at, taken in seen if begun <= at < ended)
        p50, p90, p99 = (f"{times[int(len(times) * p)] * 1000:6.2f} ms" for p in (0.5, 0.9, 0.99))
        seconds = ended - begun
        print(f"{name:10} {len(times) / seconds:12,.0f} {p50} {p90} {p99} {count / seconds:9,.0f}")


@contextmanager
def helper(role: str, *words: object) -> Iterator[None]:
    """Run another process of this file while a block lasts."""
    command = [sys.executable, "-m", "benchmarks.floods", role]
    process = subprocess.Popen([*command, *map(str, words)])
    try:
        yield
    finally:
        process.kill()
        process.wait()


@contextmanager
def alone(_: str, __: str) -> Iterator[None]:
    yield


@contextmanager
def beside_work(_: str, __: str) -> Iterator[None]:
    with helper("work"), helper("work"):
        yield


@contextmanager
def beside_floods(address: str, secret: str) -> Iterator[None]:
    with helper("flood", address, secret), helper("idle", address):
        yield


CONDITIONS: dict[str, Callable[[str, str], Any]] = {
    "alone": alone,
    "work": beside_work,
    "floods": beside_floods,
}


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


async def flood(address: str, secret: str) -> None:
    """Send what nobody asked for as fast as it is taken, on 20 connections, again and again."""

    async def with_token(name: str) -> None:
        while True:
            with suppress(aio.AioRpcError, asyncio.InvalidStateError):
                async with channel(address) as connection:
                    call: Any = connection.stream_stream(PLAY)()
                    await call.write(hello(name, secret))
                    await call.read()
                    while not call.done():
                        await call.write(answers(0, 0, 0))

    async def without_token(name: str) -> None:
        async with channel(address) as connection:
            while True:
                with suppress(aio.AioRpcError, asyncio.InvalidStateError):
                    call: Any = connection.stream_stream(PLAY)()
                    await call.write(hello(name, "a token of nobody"))
                    await call.read()

    await asyncio.gather(*map(with_token, FLOODING), *map(without_token, FLOODING))


async def idle(address: str) -> None:
    """Keep connections that say nothing after their first bytes; one that is closed is replaced."""
    host, _, port = address.rpartition(":")

    async def connect() -> None:
        while True:
            with suppress(OSError):
                reader, writer = await asyncio.open_connection(host, int(port))
                writer.write(PREFACE)
                while await reader.read(1024):
                    pass
                writer.close()
            await asyncio.sleep(0.5)

    await asyncio.gather(*(connect() for _ in range(IDLE)))


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


ROLES: dict[str, Callable[..., Any]] = {
    "honest": answer_at_once,
    "flood": flood,
    "idle": idle,
    "work": work,
}


def main() -> None:
    """Measure, or be one of the helpers."""
    if len(sys.argv) > 1 and sys.argv[1] in ROLES:
        asyncio.run(ROLES[sys.argv[1]](*sys.argv[2:]))
        return
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 10.0
    with TemporaryDirectory() as folder:
        run(lambda: measure(seconds, Path(folder)))


if __name__ == "__main__":
    main()
