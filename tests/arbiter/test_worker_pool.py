"""Worker processes: games shared out, and nothing lost with a worker that dies."""

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import trio

from arbiter.bots import Manifest, find_bot
from arbiter.clocks import parse_clock
from arbiter.jobs import (
    Job,
    decode_job,
    decode_result,
    encode_job,
    encode_result,
)
from arbiter.live_match import Result, Void
from arbiter.match import Match
from arbiter.worker_pool import WorkerPool, open_worker_pool
from engine.record import Bot, Record, Setup
from tests.arbiter.leftovers import running, until, wait_until

BAD_BOTS = Path(__file__).parent / "bad_bots"
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


def small_job(seed: int, game: str = "connect_four") -> Job:
    return Job(Setup(game, 2, {}, seed), BOTS, CONTROL)


def bad_job(bad: str, marker: Path) -> Job:
    bot = Manifest(bad, "0", ("python", f"{bad}.py", str(marker)), BAD_BOTS)
    return Job(Setup("connect_four", 2, {}, 1), {"bad": bot, "good": find_bot("random")}, CONTROL)


async def play_all(pool: WorkerPool, jobs: list[Job], into: list[Result]) -> None:
    async def play(job: Job) -> None:
        into.append(await pool.play(job))

    async with trio.open_nursery() as nursery:
        for each in jobs:
            nursery.start_soon(play, each)


def digests(results: list[Result]) -> dict[int, str]:
    """Return the digest of each game by its seed: every game was played."""
    records = [result for result in results if isinstance(result, Record)]
    assert len(records) == len(results)
    return {record.setup.seed: record.digest for record in records}


def test_a_worker_that_is_killed_costs_nothing_but_time() -> None:
    results: list[Result] = []
    reference: list[Result] = []

    async def main() -> None:
        async with open_worker_pool(count=2) as pool:
            with trio.fail_after(120):
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(play_all, pool, [job(s) for s in range(20)], results)
                    await until(lambda: bool(results))
                    busiest, games = max(pool.games().items(), key=lambda each: each[1])
                    assert games > 0
                    os.kill(busiest, signal.SIGKILL)
                await play_all(pool, [job(seed) for seed in range(20)], reference)

    trio.run(main)
    assert len(results) == 20
    assert digests(results) == digests(reference)


def test_a_worker_that_is_killed_at_its_start_costs_no_game_either() -> None:
    """Games that queued for its standard input were looked for in the wrong place."""
    results: list[Result] = []

    async def main() -> None:
        async with open_worker_pool(count=1) as pool, trio.open_nursery() as nursery:
            nursery.start_soon(play_all, pool, [small_job(s) for s in range(300)], results)
            await until(lambda: any(pool.games().values()))
            os.kill(*pool.games(), signal.SIGKILL)

    trio.run(main)
    assert sorted(digests(results)) == list(range(300))


def test_what_the_bots_of_a_killed_worker_have_started_is_ended(tmp_path: Path) -> None:
    async def main() -> None:
        async with open_worker_pool(count=1) as pool, trio.open_nursery() as nursery:
            nursery.start_soon(pool.play, bad_job("brood", tmp_path))
            await until(lambda: len(running(tmp_path)) == 3)
            before = running(tmp_path)
            os.kill(*pool.games(), signal.SIGKILL)
            await until(lambda: not before & running(tmp_path))
            nursery.cancel_scope.cancel()

    trio.run(main)
    wait_until(lambda: not running(tmp_path))


@pytest.mark.skipif(shutil.which("setpriv") is None, reason="the kernel is told by util-linux")
def test_a_bot_dies_with_its_worker_even_if_nobody_is_left_to_end_it(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "arbiter.worker_process"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL) as worker:
        assert worker.stdin is not None
        worker.stdin.write(encode_job(1, bad_job("no_show", tmp_path)))
        worker.stdin.flush()
        wait_until(lambda: bool(running(f"no_show.py\0{tmp_path}")))
        worker.kill()
    wait_until(lambda: not running(tmp_path))


def test_what_a_game_prints_is_no_result() -> None:
    chatty = """
from arbiter.host import run
from arbiter.worker_process import work
from connect_four.rules import ConnectFour

deal = ConnectFour.deal
ConnectFour.deal = lambda *told: print("dealt", flush=True) or deal(*told)
run(work)
"""
    command = [sys.executable, "-c", chatty]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as worker:
        assert worker.stdin is not None
        assert worker.stdout is not None
        assert worker.stderr is not None
        worker.stdin.write(encode_job(5, small_job(1)))
        worker.stdin.flush()
        line = next(line for line in worker.stdout if line.strip())
        worker.stdin.close()
        assert decode_result(line)[0] == 5
        assert b"dealt" in worker.stderr.read()


LOOPING = """
from connect_four.rules import ConnectFour


class Looping(ConnectFour):
    name = "looping"

    def deal(self, players, options, dice):
        while True:
            pass


game = Looping()
"""


def test_a_game_whose_rules_loop_is_void_and_the_others_are_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    metadata = tmp_path / "looping-1.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: looping\nVersion: 1\n")
    (metadata / "entry_points.txt").write_text("[lutetia.games]\nlooping = looping:game\n")
    (tmp_path / "looping.py").write_text(LOOPING)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    results: list[Result] = []
    looping = small_job(77, game="looping")

    async def main() -> None:
        async with open_worker_pool(count=1, silence_s=8) as pool:
            await play_all(pool, [looping, *map(small_job, range(3))], results)

    trio.run(main)
    (void,) = [result for result in results if isinstance(result, Void)]
    assert "stood still 3 times" in void.reason
    assert repr(looping.setup) in void.reason
    assert sum(isinstance(result, Record) for result in results) == 3
