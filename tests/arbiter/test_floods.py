"""A bot that fills the arbiter's sockets: matches of others go on, and new ones begin."""

import resource
from pathlib import Path

import pytest
import trio

from arbiter.bots import Manifest, find_bot
from arbiter.clocks import parse_clock
from arbiter.jobs import Job, JobResult
from arbiter.worker_pool import WorkerPool, open_worker_pool
from engine.record import PackedRecord, Setup
from tests.arbiter.leftovers import until
from tests.arbiter.test_worker_pool import open_files
from tests.arbiter.tries import last_try

BAD_BOTS = Path(__file__).parent / "bad_bots"


def job(name: str, *words: object) -> Job:
    """A match of a bot against a random one, in processes of their own."""
    command = ("python", f"{name}.py", *map(str, words))
    bots = {name: Manifest(name, "0", command, BAD_BOTS), f"{name}'s opponent": find_bot("random")}
    return Job(Setup("connect_four", 2, {}, seed=1), bots, parse_clock("120"), ("test",))


def reasons(results: list[JobResult]) -> list[str]:
    """Return why seats forfeited; all matches have a result."""
    records = [result for result in results if isinstance(result, PackedRecord)]
    assert len(records) == len(results)
    return [seat.reason for record in records for seat in record.seats if seat.reason]


async def flood(pool: WorkerPool, way: str, folder: Path) -> list[JobResult]:
    """Let a bot flood a worker; return a match that was running, and two that began afterwards."""
    asked, filled, over = folder / "asked", folder / "filled", folder / "over"
    results: list[JobResult] = []

    async def play(job: Job) -> None:
        results.append(last_try(await pool.play(job)))

    async with trio.open_nursery() as nursery:
        nursery.start_soon(play, job("gated", asked, over))
        await until(asked.exists)
        nursery.start_soon(pool.play, job("crowd", way, filled))
        await until(filled.exists)
        assert not results
        await play(job("thinker", 0.01))
        await play(job("twice"))
        over.touch()
        await until(lambda: len(results) == 3)
        nursery.cancel_scope.cancel()
    return results


@pytest.mark.parametrize("way", ["prefaces", "streams", "connections"])
def test_a_bot_that_fills_every_socket_it_finds_stops_nobody_elses_match(
    way: str, tmp_path: Path
) -> None:
    """12 of 12 were void."""

    async def main() -> list[JobResult]:
        async with open_worker_pool(count=1, at_a_time=64) as pool:
            return await flood(pool, way, tmp_path)

    assert reasons(trio.run(main)) == []


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="limits of others: Linux only")
def test_it_cannot_use_up_the_descriptors_of_its_worker(tmp_path: Path) -> None:
    async def main() -> list[JobResult]:
        async with open_worker_pool(count=1, at_a_time=64) as pool:
            await pool.play(job("twice"))
            (worker,) = pool.matches()
            _, most = resource.prlimit(worker, resource.RLIMIT_NOFILE)
            few = open_files(worker) + 100
            resource.prlimit(worker, resource.RLIMIT_NOFILE, (few, most))
            return await flood(pool, "connections", tmp_path)

    assert reasons(trio.run(main)) == []
