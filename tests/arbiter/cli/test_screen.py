"""A run as it goes on: on a terminal, and as reports for a log."""

import io

import pytest
import trio
from rich.console import Console
from trio.testing import MockClock

from arbiter.cli.queue import LadderScreen
from arbiter.cli.screen import REPORT_S, Screen
from engine.record import Bot
from ladder.ratings.results import results_of
from ladder.ratings.standings import standings
from ladder.schedules.ladder_schedule import LadderSchedule
from tests.ladder.games import duels, played


class Countdown(Screen):
    """A run that has come further at its second and third look, and then stands still."""

    def __init__(self) -> None:
        super().__init__()
        self.played = 0

    def report(self) -> list[str]:
        self.played = min(self.played + 1, 3)
        return [f"{self.played} of 3 matches are played"]


def test_without_a_terminal_a_run_says_from_time_to_time_how_far_it_has_come(
    capsys: pytest.CaptureFixture[str],
) -> None:
    async def main() -> None:
        async with Countdown().shown():
            await trio.sleep(6.5 * REPORT_S)

    trio.run(main, clock=MockClock(autojump_threshold=0))
    lines = capsys.readouterr().err.splitlines()
    assert lines == [f"{played} of 3 matches are played" for played in (1, 2, 3)]


def test_the_ladder_shows_its_standings_first_and_a_line_for_each_match_of_its_queue() -> None:
    bots = [Bot(f"a-bot-with-a-long-name-{number}", "0d6d1cf9") for number in range(4)]
    schedule = LadderSchedule(1, {"connect_four": (2,)}, concurrency=2)
    schedule.admit(dict.fromkeys(bots, ()))
    schedule.next()  # which plans those after it
    screen = LadderScreen(schedule)
    screen.rated(standings(results_of([*duels("a", "b", 2, 0, 1), *duels("x", "y", 1, 0, 0)])))
    rows = trio.run(drawn, screen)
    assert [row.split()[1] for row in rows[3:7]] == ["a@1", "b@1", "x@1", "y@1"]
    (head,) = (number for number, row in enumerate(rows) if row.startswith("  queue "))
    queue = [row for row in rows[head + 2 :] if row.strip()][:-2]  # the results are empty
    assert queue
    assert all(row.split()[:2] == ["next", "connect_four"] for row in queue)


def test_a_screen_says_why_bots_are_not_rated() -> None:
    screen = LadderScreen(LadderSchedule(1, {"connect_four": (2,)}, concurrency=2))
    screen.rated(standings(results_of([*duels("a", "b", 2, 0, 1), *duels("x", "y", 1, 0, 0)])))
    said = trio.run(drawn, screen)
    assert "unrated: has met no rated bot, directly or through others" in said
    assert "? marks an Elo from fewer than 30 matches" in said
    go = [match._replace(game="go") for match in duels("a", "b", 2, 0, 1)]
    screen.rated(standings(results_of([*go, played("a", "c")])))
    assert "unrated: not rated in every list yet" in trio.run(drawn, screen)


async def drawn(screen: Screen) -> list[str]:
    """Return what a screen of 80 columns shows."""
    console = Console(file=io.StringIO(), width=80)
    with console.capture() as captured:
        console.print(screen.drawing())
    return [row.rstrip() for row in captured.get().splitlines()]
