"""Checking a bot: what is played, what is measured, what an author is told."""

from dataclasses import replace
from pathlib import Path

import pytest

from arbiter.bots import Manifest, find_bot
from arbiter.checking import Check, GameReport, Trial, TrialResult, problems, trials_of, warnings
from arbiter.clocks import parse_clock
from arbiter.loops import run
from arbiter.sandbox.limits import MB, Limits
from engine.record import Ending

FIRST = "run(lambda turn: turn.match.rng.randrange(turn.action_count))"
CHANCE = "run(lambda turn: random.randrange(turn.action_count))"
CRASH = "run(lambda turn: 1 // (turn.message.turn_id < 5))"


def bot(folder: Path, code: str) -> Manifest:
    file = folder / "mine.py"
    file.write_text(f"import random\nimport time\nfrom arbiter.client import run\n{code}\n")
    return find_bot(str(file))


def checked(manifest: Manifest, *games: str, startup_s: float = 60.0) -> list[GameReport]:
    check = Check(manifest, games, parse_clock("60"), seed=7, startup_s=startup_s)
    reports = check.plan()
    run(lambda: check.run(reports))
    return reports


def test_a_bot_plays_every_seat_of_the_smallest_and_largest_table_and_one_match_again() -> None:
    trials = trials_of("paris", 7)
    places = [(trial.setup.players, trial.seat, trial.again) for trial in trials]
    small = [(2, seat, False) for seat in range(2)]
    assert places == [*small, *((4, seat, False) for seat in range(4)), (2, 0, True)]
    assert trials[0].setup == trials[-1].setup
    assert len({trial.setup.seed for trial in trials}) == len(trials) - 1
    assert len(trials_of("connect_four", 7)) == 3


def test_a_bot_that_takes_its_chance_from_its_seed_plays_the_same_again(tmp_path: Path) -> None:
    (report,) = checked(bot(tmp_path, FIRST), "connect_four")
    assert [result.ending for result in report.results] == [Ending.PLAYED] * 3
    assert report.reproducible is True
    assert len(report.times_s) > 6
    assert report.peak_bytes > 10 * MB


def test_a_bot_with_random_numbers_of_its_own_does_not_play_the_same_again(tmp_path: Path) -> None:
    (report,) = checked(bot(tmp_path, CHANCE), "connect_four")
    assert report.failures == []
    assert report.reproducible is False


def test_a_crash_is_a_problem_with_what_the_bot_printed(tmp_path: Path) -> None:
    manifest = bot(tmp_path, CRASH)
    (report,) = checked(manifest, "connect_four")
    assert len(report.failures) == 3
    assert "exited with code 1" in report.failures[0].reason
    assert report.failures[0].last_lines[-1].startswith("ZeroDivisionError")
    assert report.failures_by_ending == {Ending.CRASH: report.failures}
    assert report.reproducible is None
    check = Check(manifest, ["connect_four"], parse_clock("60"), seed=7)
    assert problems(check, [report]) == ["connect_four: crash in 3 of 3 matches"]


def test_a_bot_that_does_not_start_is_not_tried_in_every_game(tmp_path: Path) -> None:
    reports = checked(bot(tmp_path, "raise SystemExit('no model')"), "connect_four", "lumiere")
    assert [len(report.results) for report in reports] == [1, 0]
    assert reports[0].failures[0].last_lines == ("no model",)


def test_a_decision_that_was_not_made_in_time_is_not_counted(tmp_path: Path) -> None:
    manifest = bot(tmp_path, "run(lambda turn: time.sleep(60) if turn.message.turn_id > 1 else 0)")
    check = Check(manifest, ["connect_four"], parse_clock("move=0.3"), seed=7)
    (report,) = check.plan()
    run(lambda: check.run([report]))
    assert [result.ending for result in report.results] == [Ending.TIMEOUT]
    assert (report.decisions, len(report.times_s)) == (1, 2)


def test_a_game_that_the_hello_does_not_name_costs_that_game_alone(tmp_path: Path) -> None:
    manifest = bot(tmp_path, FIRST.replace("))", "), games=['lumiere'])"))
    other, named = checked(manifest, "connect_four", "lumiere")
    assert {result.ending for result in other.results} == {Ending.PROTOCOL_VIOLATION}
    assert named.failures == []


@pytest.mark.parametrize(
    ("clock", "times_s", "sentence"),
    [
        ("move=2", (0.1, 1.55), "a decision took 75% of the time left for it"),
        ("10+1", (4.05, 0.1, 4.25), "a decision took 53% of the time left for it"),
        ("10+1", (4.05, 0.1, 3.05), ""),
    ],
)
def test_a_decision_that_came_near_its_clock_is_told(
    tmp_path: Path, clock: str, times_s: tuple[float, ...], sentence: str
) -> None:
    report = GameReport("connect_four", trials_of("connect_four", 7))
    report.results.append(played(report.trials[0], times_s=times_s))
    told = warnings(Check(bot(tmp_path, FIRST), [], parse_clock(clock), seed=7), [report])
    assert sentence in told[0]
    assert len(told) == 1 + bool(sentence)  # the last is about the sandbox


def test_memory_near_the_limit_is_told(tmp_path: Path) -> None:
    report = GameReport("connect_four", trials_of("connect_four", 7))
    report.results.append(played(report.trials[0], peak_bytes=90 * MB))
    manifest = bot(tmp_path, FIRST)
    for limit, warned in ((100, True), (200, False)):
        small = replace(manifest, limits=Limits(memory_mb=limit))
        told = warnings(Check(small, [], parse_clock("60"), seed=7), [report])
        assert ("it used 90 of the 100 MB of memory it is allowed" in told) == warned


def played(trial: Trial, times_s: tuple[float, ...] = (), peak_bytes: int = 0) -> TrialResult:
    return TrialResult(trial, Ending.PLAYED, "", len(times_s), times_s, peak_bytes)


def test_files_that_cannot_be_submitted_are_a_problem(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "bot.toml").write_text('name = "mine"\nrun = ["python", "bot.py"]\n')
    (folder / "bot.py").symlink_to("/etc/passwd")
    check = Check(find_bot(str(folder)), [], parse_clock("60"), seed=7)
    assert "`lutetia submit` would refuse it" in problems(check, [])[0]
