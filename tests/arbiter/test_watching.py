"""Watching for real: worker processes play, and spectators connect by gRPC."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import grpc
import pytest
import trio
from grpc import aio

from arbiter.bots import find_bot
from arbiter.gallery import Gallery
from arbiter.jobs import Job, JobResult, PlayedActions
from arbiter.listeners import CALLS_PER_S, ListenerLimits, showing
from arbiter.local_arbiter import open_local_arbiter
from arbiter.loops import in_asyncio, run
from arbiter.worker_pool import Retried, open_worker_pool
from engine.record import PackedRecord, Setup, pack_record, unpack_record
from lutetia.v1 import watch_pb2
from tests.arbiter.leftovers import until
from tests.arbiter.spectators import (
    CONTROL,
    job_of,
    kinds,
    parts_of,
    record_of,
    replayed,
    results,
    told_results,
    views,
)
from tests.arbiter.tries import last_try

PLAYERS = {"paris": 2, "moscow_paris": 3, "lumiere": 2, "connect_four": 2}
DEADLINE_S = 600.0
HANGING = Path(__file__).parent / "bad_bots" / "hang.py"


def a_job(game: str) -> Job:
    bots = {str(seat): find_bot("random") for seat in range(PLAYERS[game])}
    return Job(Setup(game, len(bots), {}, 3), bots, CONTROL, ("test", game))


def start_watching(channel: Any, request: bytes) -> Any:
    return channel.unary_stream("/lutetia.v1.WatchService/Watch")(request)


async def watch(address: str, request: bytes = b"") -> list[watch_pb2.WatchResponse]:
    """Watch a match to its end."""
    async with aio.insecure_channel(address) as channel:
        call = start_watching(channel, request)
        return [part async for data in call for part in parts_of(data)]


async def watched(
    address: str, play: Callable[[], Awaitable[JobResult | Retried]], gallery: Gallery
) -> Any:
    """Watch a match from before it begins; return what was shown, and its result."""
    shown: list[watch_pb2.WatchResponse] = []
    result: list[JobResult] = []

    async def look() -> None:
        shown.extend(await in_asyncio(watch(address)))

    async def play_then() -> None:
        await until(lambda: bool(gallery.waiting))
        result.append(last_try(await play()))

    with trio.fail_after(DEADLINE_S):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(look)
            nursery.start_soon(play_then)
    return shown, result[0]


@pytest.mark.parametrize("game", PLAYERS)
def test_a_match_in_a_worker_process_is_shown_whole_and_as_its_record_replays(
    game: str, tmp_path: Path
) -> None:
    async def main() -> Any:
        gallery = Gallery(delay_s=0.1)
        async with (
            showing(gallery, f"unix:{tmp_path}/watch") as address,
            open_worker_pool(1, 1, gallery=gallery) as pool,
        ):
            return await watched(address, lambda: pool.play(a_job(game)), gallery)

    shown, result = run(main)
    assert isinstance(result, PackedRecord)
    record, _ = unpack_record(result.body)
    assert shown[0].match.game == game
    assert views(game, shown) == replayed(record)
    assert told_results(shown) == results(record)


def test_actions_are_told_while_a_match_goes_on() -> None:
    """Not only by its record: this bot plays three turns, then thinks for ever."""

    async def main() -> list[PlayedActions]:
        told: list[PlayedActions] = []
        async with open_local_arbiter() as here, trio.open_nursery() as nursery:
            seated = {"1": find_bot("random"), "2": find_bot(str(HANGING))}
            job = Job(Setup("connect_four", 2, {}, 1), seated, CONTROL, ("test",))
            nursery.start_soon(here.report, job, told.append)
            nursery.start_soon(here.play, job)
            await until(lambda: sum(len(played.actions) for played in told) == 7)
            nursery.cancel_scope.cancel()
        return told

    counted = 0
    for played in run(main):
        assert played.start == counted
        counted += len(played.actions)


def test_a_spectator_who_does_not_read_is_dropped_and_costs_others_nothing(
    tmp_path: Path,
) -> None:
    job = job_of("paris", 4)
    record = record_of(job)

    async def main() -> Any:
        gallery = Gallery()
        shown = gallery.begin(job, lambda: None)
        seen: list[watch_pb2.WatchResponse] = []

        async def look() -> None:
            seen.extend(await in_asyncio(watch(address)))

        async with (
            showing(gallery, f"unix:{tmp_path}/watch", ListenerLimits(slow_s=1.0)) as address,
            trio.open_nursery() as nursery,
        ):
            # By default a client takes up to 4 MB that nobody has asked it for.
            channel = aio.insecure_channel(address, [("grpc.http2.bdp_probe", 0)])
            lazy = start_watching(channel, b"")
            nursery.start_soon(look)
            await until(lambda: len(gallery.spectators) == 2)
            gallery.end(shown, pack_record(record))
            await until(lambda: not gallery.spectators)
            return seen, await in_asyncio(rest(channel, lazy))

    async def rest(channel: aio.Channel, call: Any) -> aio.AioRpcError:
        with pytest.raises(aio.AioRpcError) as dropped:
            while await call.read() is not aio.EOF:
                pass
        await channel.close()
        return dropped.value

    seen, dropped = run(main)
    assert kinds(seen)[-1] == "end"
    assert (dropped.code(), dropped.details()) == (
        grpc.StatusCode.RESOURCE_EXHAUSTED,
        "you read too slowly",
    )


def test_one_spectator_too_many_is_told_so(tmp_path: Path) -> None:
    async def main() -> None:
        gallery = Gallery(places=1)
        gallery.enter(b"", lambda: None)
        async with showing(gallery, f"unix:{tmp_path}/watch") as address:
            await in_asyncio(watch(address))

    with pytest.raises(aio.AioRpcError) as refused:
        run(main)
    assert refused.value.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
    assert refused.value.details() == "no place is free: 1 may watch at a time"


def test_one_machine_takes_half_of_the_places_at_most(tmp_path: Path) -> None:
    async def fill(address: str) -> list[str]:
        async with aio.insecure_channel(address) as channel:
            calls = [start_watching(channel, b"") for _ in range(3)]
            done, _ = await asyncio.wait(
                [asyncio.ensure_future(call.code()) for call in calls],
                return_when=asyncio.FIRST_COMPLETED,
            )
            assert sum(call.done() for call in calls) == 1
            return [f"{each.result().name}" for each in done]

    async def main() -> list[str]:
        with trio.fail_after(DEADLINE_S):
            async with showing(Gallery(places=4), f"unix:{tmp_path}/watch") as address:
                return await in_asyncio(fill(address))

    assert run(main) == ["RESOURCE_EXHAUSTED"]


def test_who_asks_for_the_list_all_the_time_has_to_wait(tmp_path: Path) -> None:
    async def ask(address: str) -> list[str]:
        async with aio.insecure_channel(address) as channel:
            listing: Any = channel.unary_unary("/lutetia.v1.WatchService/ListMatches")
            statuses: list[str] = []
            while "RESOURCE_EXHAUSTED" not in statuses:  # until enough arrive within a second
                calls = [listing(b"", wait_for_ready=True) for _ in range(2 * CALLS_PER_S)]
                statuses += [(await call.code()).name for call in calls]
            return statuses

    async def main() -> list[str]:
        with trio.fail_after(DEADLINE_S):
            async with showing(Gallery(), f"unix:{tmp_path}/watch") as address:
                return await in_asyncio(ask(address))

    statuses = run(main)
    assert statuses.count("OK") >= CALLS_PER_S
