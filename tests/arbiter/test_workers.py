"""Worker processes: games shared out, and nothing lost with a worker that dies."""

import os
import signal

import trio

from arbiter.bots import find_bot
from arbiter.clocks import parse_clock
from arbiter.jobs import (
    Job,
    decode_job,
    decode_result,
    encode_job,
    encode_result,
)
from arbiter.match import Bot, Match
from arbiter.tables import Result, Void
from arbiter.workers import open_workers
from engine.record import Record, Setup

BOTS = {"one": find_bot("random"), "two": find_bot("random")}
CONTROL = parse_clock("20+1")


def job(seed: int) -> Job:
    return Job(Setup("moscow_paris", 2, {"istanbul": True}, seed), BOTS, CONTROL)


def test_jobs_bots_and_results_pass_between_processes_unchanged() -> None:
    match = Match(job(1).setup, [Bot("one", "1"), Bot("two", "1")], CONTROL)
    match.begin(0.0)
    while match.turn is not None:
        match.answer(match.turn.seat, match.turn.turn_id, 0, 0.0)
    assert decode_job(encode_job(7, job(1))) == (7, job(1))
    assert decode_result(encode_result(7, match.record())) == (7, match.record())
    assert decode_result(encode_result(8, Void("reason"))) == (8, Void("reason"))


def test_a_worker_that_is_killed_costs_nothing_but_time() -> None:
    results: list[Result] = []
    reference: list[Result] = []

    async def main() -> None:
        async with open_workers(count=2) as workers:
            first_result = trio.Event()

            async def play(seed: int, into: list[Result]) -> None:
                into.append(await workers.play(job(seed)))
                first_result.set()

            with trio.fail_after(60):
                async with trio.open_nursery() as nursery:
                    for seed in range(20):
                        nursery.start_soon(play, seed, results)
                    await first_result.wait()
                    os.kill(workers.pids()[0], signal.SIGKILL)
                for seed in range(20):
                    await play(seed, reference)

    trio.run(main)
    assert digests(results) == digests(reference)


def digests(results: list[Result]) -> dict[int, str]:
    """Return the digest of each game by its seed: every game is there, and once."""
    assert len(results) == 20
    records = [result for result in results if isinstance(result, Record)]
    return {record.setup.seed: record.digest for record in records}
