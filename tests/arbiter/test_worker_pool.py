"""Worker processes: matches shared out, and nothing lost with a worker that dies or errs."""

import json
import os
import resource
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
import trio

from arbiter.bots import Manifest, find_bot
from arbiter.clocks import parse_clock
from arbiter.jobs import (
    BadLine,
    Job,
    JobDecoder,
    JobEncoder,
    JobResult,
    NotStarted,
    PlayedActions,
    Watch,
    check_result,
    decode_result,
    encode_played,
    encode_result,
    encode_watch,
)
from arbiter.json_log import JSON, LOG_FORMAT
from arbiter.match import Match, Void
from arbiter.sandbox.limits import Limits
from arbiter.worker_pool import WorkerPool, WorkerProcessDied, open_worker_pool
from engine.record import Ending, PackedRecord, Setup, Strike, pack_record
from tests.arbiter.leftovers import running, until, wait_until
from tests.arbiter.tries import last_try

BAD_BOTS = Path(__file__).parent / "bad_bots"
BOTS = {"one": find_bot("random"), "another": find_bot("random")}
CONTROL = parse_clock("20+1")


def job(seed: int) -> Job:
    return Job(Setup("moscow_paris", 2, {"istanbul": True}, seed), BOTS, CONTROL, ("test", seed))


def played(job: Job) -> PackedRecord:
    """The record of a job whose bots always take the first action."""
    match = Match(job.setup, [manifest.bot for manifest in job.bots.values()], CONTROL)
    match.begin()
    while match.turn is not None:
        match.answer(match.turn.seat, match.turn.turn_id, 0, 0.0)
    return pack_record(match.record())


def test_jobs_bots_and_results_pass_between_processes_unchanged() -> None:
    record = played(job(1))
    encoder, decoder = JobEncoder(), JobDecoder()
    *bots, line = encoder.encode(7, job(1)).splitlines()
    assert [decoder.decode(bot) for bot in bots] == [None]  # one bot sits at both seats
    told = decoder.decode(line)
    assert isinstance(told, tuple)
    number, passed = told
    assert (number, passed, list(passed.bots)) == (7, job(1), list(BOTS))  # in the order of seats
    assert decoder.decode(encoder.encode(8, job(2))) == (8, job(2))  # its bots are known by now
    assert decode_result(encode_result(7, record)) == (7, record)
    assert check_result(job(1), record) == record


def test_so_do_the_wish_to_watch_a_match_and_its_actions() -> None:
    assert JobDecoder().decode(encode_watch(7)) == Watch(7)
    some = PlayedActions(3, ((1, (2, None), "move"), ("pass",)))
    assert decode_result(encode_played(7, some)) == (7, some)


def test_so_do_strikes() -> None:
    forgiving = replace(job(1), strikes=2)
    decoder = JobDecoder()
    bot, line = JobEncoder().encode(7, forgiving).splitlines()
    assert decoder.decode(bot) is None
    assert decoder.decode(line) == (7, forgiving)
    struck = with_strikes(played(forgiving), 2)
    assert decode_result(encode_result(7, struck)) == (7, struck)
    assert check_result(forgiving, struck) == struck


def with_strikes(record: PackedRecord, count: int) -> PackedRecord:
    strikes = tuple(Strike(number, Ending.TIMEOUT, "late") for number in range(1, count + 1))
    return replace(record, seats=tuple(replace(s, strikes=strikes) for s in record.seats))


def test_so_does_what_a_bot_asks_for() -> None:
    asking = replace(
        BOTS["one"],
        readable=("/opt/jdk",),
        env=(("HEAP", "1G"),),
        limits=Limits(memory_mb=99),
    )
    asked = replace(job(1), bots={"one": asking})
    decoder = JobDecoder()
    bot, line = JobEncoder().encode(7, asked).splitlines()
    assert decoder.decode(bot) is None
    assert decoder.decode(line) == (7, asked)


@pytest.mark.parametrize(
    "void", [Void("reason"), NotStarted("no memory"), NotStarted("no folder", ("one",))]
)
def test_a_match_without_result_passes_between_processes_unchanged(void: Void) -> None:
    number, passed = decode_result(encode_result(8, void))
    assert isinstance(passed, Void)
    assert (number, passed, type(passed)) == (8, void, type(void))
    assert check_result(job(1), passed) is passed


@pytest.mark.parametrize(
    "line",
    [
        *(b"garbage", b"[" * 100_000, b"\xff", b"5", b"{}", b'{"job":1}', b'{"job":"x","void":""}'),
        *(b'{"job":[1],"void":"x"}', b'{"job":1,"body":5}', b'{"job":1,"body":"{}"}'),
    ],
)
def test_a_line_that_is_not_a_result_is_refused(line: bytes) -> None:
    with pytest.raises(BadLine):
        decode_result(line)


@pytest.mark.parametrize(
    "forge",
    [
        lambda record: replace(record, setup=replace(record.setup, seed=2)),
        lambda record: replace(record, setup=replace(record.setup, options={})),
        lambda record: replace(record, seats=record.seats[:1]),
        lambda record: replace(record, seats=(*record.seats, record.seats[0])),
        lambda record: replace(record, seats=tuple(replace(s, bot="x") for s in record.seats)),
        lambda record: replace(record, seats=tuple(replace(s, version="9") for s in record.seats)),
        lambda record: with_strikes(record, 1),
    ],
)
def test_a_result_of_another_match_is_refused(
    forge: Callable[[PackedRecord], PackedRecord],
) -> None:
    with pytest.raises(BadLine, match="than th"):
        check_result(job(1), forge(played(job(1))))


def test_a_worker_cannot_blame_a_bot_of_another_match() -> None:
    with pytest.raises(BadLine, match="than those it was given"):
        check_result(job(1), NotStarted("no folder", ("rival",)))


def small_job(seed: int, game: str = "connect_four") -> Job:
    return Job(Setup(game, 2, {}, seed), BOTS, CONTROL, ("test", seed))


def bad_job(bad: str, marker: Path) -> Job:
    bot = Manifest(bad, "0", ("python", f"{bad}.py", str(marker)), BAD_BOTS)
    bots = {"bad": bot, "good": find_bot("random")}
    return Job(Setup("connect_four", 2, {}, 1), bots, CONTROL, ("test",))


async def play_all(pool: WorkerPool, jobs: list[Job], into: list[JobResult]) -> None:
    async def play(job: Job) -> None:
        into.append(last_try(await pool.play(job)))

    async with trio.open_nursery() as nursery:
        for job in jobs:
            nursery.start_soon(play, job)


def digests(results: list[JobResult]) -> dict[int, str]:
    """Return the digest of each match by its seed: every match was played."""
    records = [result for result in results if isinstance(result, PackedRecord)]
    assert len(records) == len(results)
    return {record.setup.seed: record.digest for record in records}


def test_the_worker_with_least_to_do_gets_the_next_match() -> None:
    silent = (sys.executable, "-c", "import sys; sys.stdin.read()")

    async def main() -> list[int]:
        async with open_worker_pool(count=3, at_a_time=6, command=silent) as pool:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(play_all, pool, [small_job(seed) for seed in range(6)], [])
                await until(lambda: sum(pool.matches().values()) == 6)
                nursery.cancel_scope.cancel()
            return list(pool.matches().values())

    assert trio.run(main) == [2, 2, 2]


def test_a_worker_that_is_done_gets_the_next_matches_while_another_is_busy() -> None:
    silent = (sys.executable, "-c", "import sys; sys.stdin.read()")

    async def main() -> list[int]:
        async with open_worker_pool(count=2, at_a_time=8, command=silent) as pool:
            async with trio.open_nursery() as nursery:
                scopes = [trio.CancelScope() for _ in range(4)]

                async def play(scope: trio.CancelScope, seed: int) -> None:
                    with scope:
                        await pool.play(small_job(seed))

                for seed, scope in enumerate(scopes):
                    nursery.start_soon(play, scope, seed)
                    await until(lambda: sum(pool.matches().values()) == seed + 1)  # noqa: B023
                for scope in scopes[::2]:  # both of the first worker; they stay in its count
                    scope.cancel()
                await until(lambda: all(scope.cancelled_caught for scope in scopes[::2]))
                nursery.start_soon(play_all, pool, [small_job(4), small_job(5)], [])
                await until(lambda: sum(pool.matches().values()) == 6)
                nursery.cancel_scope.cancel()
            return list(pool.matches().values())

    assert trio.run(main) == [4, 2]


@pytest.mark.parametrize(
    ("count", "at_a_time", "expected"), [(2, 5, [2, 3]), (7, 15, [2] * 6 + [3]), (4, 2, [1, 1])]
)
def test_workers_play_as_many_matches_at_a_time_as_they_were_told(
    count: int, at_a_time: int, expected: list[int], tmp_path: Path
) -> None:
    """5 matches on 2 processes were 6."""
    tell = f"import sys; print(sys.argv[1], file=open('{tmp_path}/log', 'a')); sys.stdin.read()"

    def places() -> list[int]:
        log = tmp_path / "log"
        return sorted(map(int, log.read_text().split())) if log.exists() else []

    async def main() -> None:
        command = (sys.executable, "-c", tell)
        async with open_worker_pool(count, at_a_time, command=command) as pool:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(play_all, pool, list(map(small_job, range(at_a_time))), [])
                await until(lambda: len(places()) == len(expected))
                nursery.cancel_scope.cancel()
            assert sorted(pool.matches().values()) == expected

    trio.run(main)
    assert places() == expected


def test_a_worker_that_is_killed_costs_nothing_but_time() -> None:
    results: list[JobResult] = []
    reference: list[JobResult] = []

    async def main() -> None:
        async with open_worker_pool(count=2, at_a_time=64) as pool:
            with trio.fail_after(120):
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(play_all, pool, [job(s) for s in range(20)], results)
                    await until(lambda: bool(results))
                    busiest, matches = max(pool.matches().items(), key=lambda item: item[1])
                    assert matches > 0
                    os.kill(busiest, signal.SIGKILL)
                await play_all(pool, [job(seed) for seed in range(20)], reference)

    trio.run(main)
    assert len(results) == 20
    assert digests(results) == digests(reference)


def test_a_worker_that_is_killed_at_its_start_costs_no_match_either() -> None:
    """Matches that queued for its standard input were looked for in the wrong place."""
    results: list[JobResult] = []

    async def main() -> None:
        async with open_worker_pool(count=1, at_a_time=64) as pool, trio.open_nursery() as nursery:
            nursery.start_soon(play_all, pool, [small_job(s) for s in range(300)], results)
            await until(lambda: any(pool.matches().values()))
            (worker,) = pool.matches()
            os.kill(worker, signal.SIGKILL)

    trio.run(main)
    assert sorted(digests(results)) == list(range(300))


def test_what_the_bots_of_a_killed_worker_have_started_is_ended(tmp_path: Path) -> None:
    async def main() -> None:
        async with open_worker_pool(count=1, at_a_time=64) as pool, trio.open_nursery() as nursery:
            nursery.start_soon(pool.play, bad_job("brood", tmp_path))
            await until(lambda: len(running(tmp_path)) == 3)
            before = running(tmp_path)
            (worker,) = pool.matches()
            os.kill(worker, signal.SIGKILL)
            await until(lambda: not before & running(tmp_path))
            nursery.cancel_scope.cancel()

    trio.run(main)
    wait_until(lambda: not running(tmp_path))


@pytest.mark.skipif(shutil.which("setpriv") is None, reason="the kernel is told by util-linux")
def test_a_bot_dies_with_its_worker_even_if_nobody_is_left_to_end_it(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "arbiter.worker_process", "1"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL) as worker:
        assert worker.stdin is not None
        worker.stdin.write(JobEncoder().encode(1, bad_job("no_show", tmp_path)))
        worker.stdin.flush()
        wait_until(lambda: bool(running(f"no_show.py\0{tmp_path}")))
        worker.kill()
    wait_until(lambda: not running(tmp_path))


def test_what_a_game_prints_is_not_taken_for_a_result() -> None:
    chatty = """
from functools import partial
from arbiter.loops import run
from arbiter.worker_process import work
from connect_four.rules import ConnectFour

deal = ConnectFour.deal
ConnectFour.deal = lambda *told: print("dealt", flush=True) or deal(*told)
run(partial(work, 1))
"""
    command = [sys.executable, "-c", chatty]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as worker:
        assert worker.stdin is not None
        assert worker.stdout is not None
        assert worker.stderr is not None
        worker.stdin.write(JobEncoder().encode(5, small_job(1)))
        worker.stdin.flush()
        line = next(line for line in worker.stdout if line.strip())
        worker.stdin.close()
        assert decode_result(line)[0] == 5
        assert b"dealt" in worker.stderr.read()


def open_files(pid: int) -> int:
    return max(map(int, os.listdir(f"/proc/{pid}/fd"))) + 1


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="limits of others: Linux only")
@pytest.mark.parametrize("left", [0, 2, 4])
def test_a_worker_without_descriptors_voids_matches_until_it_has_some_again(
    left: int, tmp_path: Path
) -> None:
    """Bots that could not be started for want of descriptors were said to have crashed."""
    results: list[JobResult] = []

    async def main() -> None:
        async with open_worker_pool(count=1, at_a_time=64) as pool:
            results.append(last_try(await pool.play(small_job(1))))
            (worker,) = pool.matches()
            before = resource.prlimit(worker, resource.RLIMIT_NOFILE)
            few = open_files(worker) + left
            resource.prlimit(worker, resource.RLIMIT_NOFILE, (few, before[1]))
            # The bots of the first match are still there, those of the next are not.
            results.append(last_try(await pool.play(bad_job("twice", tmp_path))))
            results.append(last_try(await pool.play(small_job(2))))
            resource.prlimit(worker, resource.RLIMIT_NOFILE, before)
            results.append(last_try(await pool.play(bad_job("twice", tmp_path))))
            assert list(pool.matches()) == [worker]

    trio.run(main)
    first, void, second, again = results
    assert isinstance(void, NotStarted)
    assert "bad: the bot could not be started: " in void.reason
    assert void.bots == ()
    for result in (first, second, again):
        assert isinstance(result, PackedRecord)
        assert [seat.reason for seat in result.seats] == ["", ""]


def test_a_pool_that_cannot_start_workers_voids_matches_and_does_not_fail() -> None:
    async def main() -> JobResult:
        async with open_worker_pool(
            count=1, at_a_time=64, command=("/nowhere/to/be/found",)
        ) as pool:
            return last_try(await pool.play(small_job(1)))

    result = trio.run(main)
    assert isinstance(result, NotStarted)
    assert "a worker process could not be started" in result.reason


LOOPING = """
from connect_four.rules import ConnectFour


class Looping(ConnectFour):
    name = "looping"

    def deal(self, players, options, dice):
        while True:
            pass


game = Looping()
"""


def test_a_match_whose_rules_loop_is_void_and_the_others_are_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    metadata = tmp_path / "looping-1.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: looping\nVersion: 1\n")
    (metadata / "entry_points.txt").write_text("[lutetia.games]\nlooping = looping:game\n")
    (tmp_path / "looping.py").write_text(LOOPING)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    results: list[JobResult] = []
    looping = small_job(77, game="looping")

    async def main() -> None:
        async with open_worker_pool(count=1, at_a_time=64, silence_s=8) as pool:
            await play_all(pool, [looping, *map(small_job, range(3))], results)

    trio.run(main)
    (void,) = [result for result in results if isinstance(result, Void)]
    assert "stood still 3 times" in void.reason
    assert repr(looping.setup) in void.reason
    assert sum(isinstance(result, PackedRecord) for result in results) == 3


BAD_WORKER = """
import json, pathlib, sys, time
from functools import partial
from arbiter.loops import run
from arbiter.worker_process import work

def forge(change):
    bot = json.loads(sys.stdin.readline())["manifest"]
    told = json.loads(sys.stdin.readline())
    seats = [
        {{"bot": bot["name"], "version": bot["version"], "score": 1, "rank": 1,
          "ending": "played", "reason": "", "decisions": 1,
          "seconds": 0.0, "charged_seconds": 0.0, "slowest_seconds": 0.0}}
        for _ in told["bots"]
    ]
    exec(change)
    result = {{"job": told["job"], "setup": told["setup"], "seats": seats}}
    return json.dumps({{**result, "digest": "x", "body": ""}}) + "\\n"

marker = pathlib.Path({marker!r})
if marker.exists():
    run(partial(work, 8))
else:
    marker.touch()
    sys.stdout.write({line})
    sys.stdout.flush()
    time.sleep(3600)
"""


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('"garbage\\n"', "is not a result"),
        ('"x" * 20_000_000', "without an end of line"),
        ("forge('told[\"job\"] += 1')", "a match that it was not given"),
        ('forge(\'told["setup"]["seed"] += 1\')', "a set-up other than"),
        ('forge(\'seats[0]["bot"] = "winner"\')', "bots other than"),
        ('forge(\'seats[0]["version"] = "9"\')', "bots other than"),
        ("forge('del seats[0]')", "bots other than"),
    ],
)
def test_a_bad_line_costs_its_worker_and_its_matches_are_played_elsewhere(
    tmp_path: Path, line: str, said: str
) -> None:
    script = tmp_path / "bad_worker.py"
    script.write_text(BAD_WORKER.format(marker=str(tmp_path / "marker"), line=line))
    command = (sys.executable, str(script))
    results: list[JobResult] = []
    remarks: list[str] = []

    async def main() -> None:
        async with open_worker_pool(
            1, at_a_time=64, remark=remarks.append, command=command
        ) as pool:
            with trio.fail_after(60):
                await play_all(pool, [small_job(seed) for seed in range(3)], results)

    trio.run(main)
    assert sorted(digests(results)) == [0, 1, 2]
    assert len(remarks) == 1
    assert said in remarks[0]
    assert not running(script)


KILLER = """
import os, signal
from arbiter.client import run

def choose(turn):
    os.kill(os.getppid(), signal.SIGKILL)

run(choose)
"""


def test_a_bot_that_kills_its_worker_costs_others_nothing(tmp_path: Path) -> None:
    (tmp_path / "killer.py").write_text(KILLER)
    bots = {"killer": find_bot(str(tmp_path / "killer.py")), "two": find_bot("random")}
    deadly = Job(Setup("connect_four", 2, {}, 99), bots, CONTROL, ("test",))
    results: list[JobResult] = []

    async def main() -> None:
        async with open_worker_pool(1, at_a_time=64) as pool:
            with trio.fail_after(120):
                await play_all(pool, [deadly, *map(small_job, range(5))], results)

    trio.run(main)
    (void,) = [result for result in results if isinstance(result, Void)]
    assert isinstance(void, WorkerProcessDied)
    assert sum(isinstance(result, PackedRecord) for result in results) == 5


def test_a_worker_of_a_run_with_a_json_log_dies_in_json() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "arbiter.worker_process", "1"],
        input="not a job\n",
        env={**os.environ, LOG_FORMAT: JSON},
        capture_output=True,
        text=True,
        timeout=60,
    )
    (line,) = map(json.loads, done.stderr.splitlines())
    assert (line["level"], line["event"]) == ("error", "crash")
