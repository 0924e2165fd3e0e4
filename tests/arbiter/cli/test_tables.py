"""What is printed fits a terminal of 80 columns; numbers are never cut."""

import io
import re
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console, RenderableType

from arbiter.cli.bots import submitted_table
from arbiter.cli.standings import standings_table
from arbiter.cli.tables import FittingTable
from ladder.ratings.standings import Standing
from ladder.store.submissions import SubmissionState, SubmittedBot
from tests.arbiter.cli.commands import call

ROW = Standing(
    rank=1,
    bot="b" * 40,
    version="1.2.3",
    elo=1812.0,
    error=21.0,
    games=54_321,
    wins=31_415,
    draws=11_111,
    losses=27_182,
    forfeits=0,
    score=0.512,
    los=0.987,
    provisional=True,
    rated=True,
    low=1791.0,
    high=1833.0,
    pool=1,
)


def drawn(table: RenderableType, width: int = 80) -> list[str]:
    console = Console(file=io.StringIO(), width=width, emoji=False)
    console.print(table)
    assert isinstance(console.file, io.StringIO)
    lines = console.file.getvalue().splitlines()
    assert max(map(len, lines)) <= width
    return lines


def twelve(forfeits: int) -> list[Standing]:
    return [replace(ROW, rank=rank, forfeits=forfeits) for rank in range(1, 13)]


def test_names_shrink_first_then_los_goes_then_forfeits_if_there_are_none() -> None:
    text = "\n".join(drawn(standings_table(twelve(forfeits=0))))
    assert text.count("bbb…") == 12
    assert text.count("54321 ") == text.count("31415/11111/27182") == text.count("51.2%") == 12
    assert "LOS" not in text
    assert "forfeits" not in text


def test_wins_draws_and_losses_go_before_forfeits_that_there_are() -> None:
    text = "\n".join(drawn(standings_table(twelve(forfeits=12_345))))
    assert text.count("12345 ") == text.count("54321 ") == 12
    assert "W/D/L" not in text


def test_a_wide_terminal_shows_everything() -> None:
    text = "\n".join(drawn(standings_table(twelve(forfeits=0)), width=160))
    assert text.count(f"{'b' * 40}@1.2.3") == text.count("98.7%") == 12


def test_submitted_bots_fit() -> None:
    row = SubmittedBot(
        bot="b" * 40,
        version="1",
        state=SubmissionState.FORFEITING,
        games=54_321,
        elo=1812.0,
        error=21.0,
        forfeits=12_345,
        submitted="2026-11-16T18:00:00+00:00",
        folder="bots/b",
    )
    text = "\n".join(drawn(submitted_table([row] * 12)))
    assert text.count("54321") == text.count("12345") == text.count("forfeiting") == 12


def test_a_text_that_is_short_anyway_is_not_cut() -> None:
    table = FittingTable("name", "count", texts=["name"])
    table.add_row("short", 12_345)
    assert drawn(table, width=20)[3].split() == ["short", "12345"]


@pytest.mark.parametrize("words", [("games",), ("tournament", "list")])
def test_lists_fit(words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    lines = call(*words, cwd=tmp_path).stdout.splitlines()
    assert lines
    assert max(map(len, lines)) <= 80


def test_a_replay_that_is_piped_has_a_line_for_each_decision_and_the_end(tmp_path: Path) -> None:
    golden = Path(__file__).parents[2] / "engine" / "golden" / "lumiere-flip.json"
    lines = call("replay", "show", str(golden), cwd=tmp_path).stdout.splitlines()
    assert lines[0].split() == ["1", "0", "random", "pave", "9", "0"]
    decisions = [line for line in lines if re.match(r" *\d+  \d \w", line)]
    assert [int(line.split()[0]) for line in decisions] == list(range(1, len(decisions) + 1))
    assert "La Cité de la Lumière" in lines[len(decisions) + 1]
