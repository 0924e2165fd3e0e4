"""Many matches of local bots: there is a process for each, whatever became of the last one."""

from collections.abc import Sequence
from pathlib import Path

import pytest
import trio

from arbiter import local_bots
from arbiter.bots import Manifest, find_bot
from arbiter.clocks import parse_clock
from arbiter.jobs import Job, NotStarted
from arbiter.local_arbiter import LocalArbiter, open_local_arbiter
from arbiter.local_bots import REPLACEMENTS
from arbiter.loops import run
from arbiter.match import Result
from engine.record import Ending, Record, SeatRecord, Setup
from tests.arbiter.leftovers import running, until

BAD_BOTS = Path(__file__).parent / "bad_bots"


def bad_bot(name: str, *words: object) -> Manifest:
    command = ("python", f"{name}.py", *map(str, words))
    return Manifest(name, "0", command, BAD_BOTS)


def job(bad: Manifest, clock: str = "20+1") -> Job:
    bots = {"bad": bad, "good": find_bot("random")}
    return Job(Setup("connect_four", 2, {}, seed=7), bots, parse_clock(clock), ("test",))


def seat(result: Result) -> SeatRecord:
    """Return how the bad bot fared."""
    assert isinstance(result, Record), result
    return result.seats[0]


def play_in_turn(jobs: Sequence[Job]) -> list[SeatRecord]:
    async def main() -> list[SeatRecord]:
        with trio.fail_after(100):
            async with open_local_arbiter(startup_s=60) as local:
                return [seat(await local.play(job)) for job in jobs]

    return run(main)


async def play_at_once(local: LocalArbiter, jobs: Sequence[Job]) -> list[Result]:
    results: list[Result] = []

    async def play(job: Job) -> None:
        results.append(await local.play(job))

    async with trio.open_nursery() as nursery:
        for job in jobs:
            nursery.start_soon(play, job)
    return results


def test_a_bot_that_leaves_after_each_match_plays_eight_without_a_forfeit() -> None:
    seats = play_in_turn([job(bad_bot("one_game"))] * 8)
    assert [seat_record.ending for seat_record in seats] == [Ending.PLAYED] * 8


def test_two_such_bots_do_so_in_matches_at_once() -> None:
    bots = {name: bad_bot("one_game") for name in ("one", "two")}
    pairing = Job(Setup("connect_four", 2, {}, seed=7), bots, parse_clock("20+1"), ("test",))

    async def main() -> list[Result]:
        async with open_local_arbiter(startup_s=60) as local:
            return [result for _ in range(2) for result in await play_at_once(local, [pairing] * 6)]

    records = [result for result in run(main) if isinstance(result, Record)]
    assert len(records) == 12
    assert {seat.ending for record in records for seat in record.seats} == {Ending.PLAYED}


@pytest.mark.parametrize("drop_at", ["start", "turn"])
def test_a_bot_that_drops_its_stream_for_another_deal_forfeits_and_is_started_once(
    drop_at: str, tmp_path: Path
) -> None:
    starts = tmp_path / "starts"
    (seat,) = play_in_turn([job(bad_bot("free_look", drop_at, starts))])
    assert (seat.ending, seat.decisions) == (Ending.DISCONNECT, 0)
    assert starts.read_text().split() == ["start"]


def test_a_process_that_leaves_before_its_match_is_replaced(tmp_path: Path) -> None:
    lives = tmp_path / "lives"
    (seat,) = play_in_turn([job(bad_bot("shy", lives, REPLACEMENTS))])
    assert seat.ending is Ending.PLAYED
    assert len(lives.read_text().split()) == REPLACEMENTS + 1


def test_a_bot_whose_processes_all_leave_before_the_match_is_a_no_show(tmp_path: Path) -> None:
    lives = tmp_path / "lives"
    (seat,) = play_in_turn([job(bad_bot("shy", lives, 100))])
    assert (seat.ending, seat.reason) == (Ending.NO_SHOW, "said goodbye before the match")
    assert len(lives.read_text().split()) == REPLACEMENTS + 1


@pytest.mark.parametrize(("max_matches", "processes"), [(0, 4), (1, 4), (2, 2), (1_000, 1)])
def test_a_bot_has_one_match_at_a_time_in_a_process_unless_its_hello_asks_for_more(
    max_matches: int, processes: int, tmp_path: Path
) -> None:
    """A bot with eight matches in one process thought 0.3 s of 1 s and lost all of them on time."""
    crowded = job(bad_bot("crowded", max_matches, tmp_path))
    found: list[int] = []

    async def main() -> list[Result]:
        async with open_local_arbiter(startup_s=60) as local:
            results = await play_at_once(local, [crowded] * 4)
            found.append(len(running(tmp_path)))
            return results

    assert [seat(result).reason for result in run(main)] == [""] * 4
    assert found == [processes]


@pytest.mark.parametrize(("share", "processes"), [(0.05, 2), (1.5, 1)])
def test_a_bot_that_takes_many_matches_gets_another_process_when_the_first_is_busy(
    share: float, processes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The built-in `greedy` in one process kept a machine of two cores waiting."""
    monkeypatch.setattr(local_bots, "BUSY_SHARE", share)  # the machine may be busy with other tests
    monkeypatch.setattr(local_bots, "LOOK_S", 0.2)
    monkeypatch.setattr(local_bots, "usable_processors", lambda: 2)
    thinker = bad_bot("thinker", 0.02, 1_000)
    found: list[int] = []

    async def main() -> list[Result]:
        async with open_local_arbiter(startup_s=60) as local:
            before = await play_at_once(local, [job(thinker)] * 4)
            after = await play_at_once(local, [job(thinker)] * 4)
            names = [life.name for life in local.arbiter.lives.values()]
            found.append(sum(name.startswith("bad") for name in names))
            return before + after

    assert [seat(result).reason for result in run(main)] == [""] * 8
    assert found == [processes]


def test_a_bot_whose_second_process_cannot_start_keeps_its_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(local_bots, "BUSY_SHARE", 0.0)
    monkeypatch.setattr(local_bots, "LOOK_S", 0.05)
    monkeypatch.setattr(local_bots, "usable_processors", lambda: 2)
    starts = tmp_path / "starts"
    lone = job(bad_bot("lone", 0.02, starts))

    async def main() -> list[Result]:
        async with open_local_arbiter(startup_s=60) as local:
            rounds = [await play_at_once(local, [lone] * 4) for _ in range(6)]
            return [result for results in rounds for result in results]

    assert [seat(result).reason for result in run(main)] == [""] * 24
    assert len(starts.read_text().splitlines()) == 2


def test_a_bot_that_hung_plays_its_next_match_with_a_fresh_process(tmp_path: Path) -> None:
    stumbling = job(bad_bot("stumble", tmp_path / "before"), clock="20+1,move=2")
    seats = play_in_turn([stumbling] * 2)
    assert [seat_record.ending for seat_record in seats] == [Ending.TIMEOUT, Ending.PLAYED]


def test_it_does_so_while_others_still_play_the_match_it_hung_in(tmp_path: Path) -> None:
    stumbling, hanging = bad_bot("stumble", tmp_path / "before"), bad_bot("hang")
    bots = {"bad": stumbling, "hanging": hanging, "good": find_bot("random")}
    long = Job(Setup("moscow_paris", 3, {}, seed=7), bots, parse_clock("move=2"), ("test",))

    async def main() -> SeatRecord:
        async with open_local_arbiter(startup_s=60) as local, trio.open_nursery() as nursery:
            nursery.start_soon(local.play, long)
            lives = local.arbiter.lives
            await until(lambda: any(life.left for life in lives.values()))
            result = await local.play(job(stumbling))
            nursery.cancel_scope.cancel()
        return seat(result)

    assert run(main).ending is Ending.PLAYED


def test_a_bot_that_closes_its_stream_and_lives_on_costs_no_start_up_time() -> None:
    seats = play_in_turn([job(bad_bot("leave"))] * 3)
    assert [(seat_record.ending, seat_record.decisions) for seat_record in seats] == [
        (Ending.DISCONNECT, 2)
    ] * 3


def test_the_last_output_is_that_of_the_process_that_ended(tmp_path: Path) -> None:
    first, second = play_in_turn([job(bad_bot("last_words", tmp_path / "before"))] * 2)
    assert first.reason == "the bot's process exited with code 1; its last output: farewell"
    assert second.reason == "the bot's process exited with code 1"


def test_a_bot_that_ends_at_its_start_is_never_called_a_no_show() -> None:
    stillborn = job(bad_bot("stillborn"))

    async def main() -> list[Result]:
        async with open_local_arbiter(startup_s=60) as local:
            return [
                result for _ in range(3) for result in await play_at_once(local, [stillborn] * 4)
            ]

    seats = [seat(result) for result in run(main)]
    assert [seat_record.ending for seat_record in seats] == [Ending.CRASH] * 12
    assert all(seat_record.reason.count("no configuration found") == 1 for seat_record in seats)


def test_a_bot_whose_file_is_gone_has_not_crashed(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("raise SystemExit")
    mine = find_bot(str(file))
    file.unlink()

    async def main() -> Result:
        async with open_local_arbiter(startup_s=60) as local:
            return await local.play(job(mine))

    result = run(main)
    assert isinstance(result, NotStarted)
    assert result.bots == ("bad",)
    assert f"nothing is left in {tmp_path}" in result.reason


def test_a_bot_without_matches_is_ended_and_comes_back_for_the_next(tmp_path: Path) -> None:
    again = job(bad_bot("twice", tmp_path))
    endings = []

    async def main() -> None:
        async with open_local_arbiter(startup_s=60, idle_s=0.2) as local:
            for _ in range(2):
                endings.append(seat(await local.play(again)).ending)
                await until(lambda: not running(tmp_path))

    run(main)
    assert endings == [Ending.PLAYED] * 2
