"""A run where there is no terminal: reports for a log."""

import pytest
import trio
from trio.testing import MockClock

from arbiter.cli.screen import REPORT_S, Screen


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
