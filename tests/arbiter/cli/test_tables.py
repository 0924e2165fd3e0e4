"""What is printed fits a terminal of 80 columns; numbers are never cut."""

import io
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from unittest.mock import patch

import pytest
from rich.console import Console, RenderableType

from arbiter.cli import results
from arbiter.cli.bots import submitted_table
from arbiter.cli.comparisons import crosstables
from arbiter.cli.match_lists import matches_table
from arbiter.cli.standings import standings_table
from arbiter.cli.summaries import marks_table, tournaments_table
from arbiter.cli.tables import FittingTable
from engine.record import Bot, Ending, Record, SeatRecord, Setup
from ladder.ratings.crosstable import Cell
from ladder.ratings.standings import Standing
from ladder.schedules.formats import Marks
from ladder.store.listing import ListedMatch, ListedSeat
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


def test_the_marks_of_a_swiss_fit_whatever_bots_are_called() -> None:
    rows = drawn(marks_table({"b" * 60: Marks(5, 17.25, 4.125), "c": Marks(4, 9, 2)}, "go, swiss"))
    assert rows[2].split() == ["#", "bot", "points", "Buchholz", "Sonneborn–Berger"]
    assert rows[4].split()[2:] == ["5.00", "17.25", "4.12"]


def test_names_of_bots_stay_whole_while_a_column_can_go() -> None:
    named = [replace(row, bot="search-faster", version="0d6d1cf9") for row in twelve(forfeits=0)]
    text = "\n".join(drawn(standings_table(named)))
    assert text.count("search-faster@0d6d1cf9 ") == text.count("51.2%") == 12
    assert "W/D/L" not in text  # of 17 letters each
    assert "LOS" not in text
    assert "forfeits" not in text


def test_a_name_too_long_for_any_table_is_shortened() -> None:
    text = "\n".join(drawn(standings_table(twelve(forfeits=0))))
    assert text.count("bbb…") == text.count("54321 ") == text.count("51.2%") == 12


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
        low=1791.0,
        high=1833.0,
    )
    text = "\n".join(drawn(submitted_table([row] * 12)))
    assert text.count("54321") == text.count("12345") == text.count("forfeiting") == 12
    hashed = replace(row, bot="my-own-bot", version="5cb1234567ab")
    assert "my-own-bot@5cb1234567ab" in "\n".join(drawn(submitted_table([hashed])))
    lost_all = replace(row, low=None, high=981.0)
    assert "≤ 981" in "\n".join(drawn(submitted_table([lost_all])))


def test_a_remote_bot_is_not_called_active_since_it_may_be_away() -> None:
    row = SubmittedBot(
        bot="far",
        version="remote",
        state=SubmissionState.ACTIVE,
        games=3,
        elo=None,
        error=None,
        forfeits=0,
        submitted="2026-11-16T18:00:00+00:00",
        folder="",
        low=None,
        high=None,
    )
    retired = replace(row, state=SubmissionState.RETIRED)
    states = [line.split()[1] for line in drawn(submitted_table([row, retired]))[3:5]]
    assert states == ["remote", "retired"]


BOTS = [Bot("b" * 38 + f"{number:02}", "1.2.3") for number in range(12)]


def whole_numbers(lines: list[str], number: object) -> int:
    """Count how often a number stands by itself."""
    return sum(line.split().count(str(number)) for line in lines)


def test_tournaments_fit() -> None:
    row = {
        "name": "n" * 40,
        "state": "finished",
        "result": f"moscow_paris: {BOTS[0]}",
        "played": 54_321,
        "total": 98_765,
        "bots": [bot.name for bot in BOTS],
        "games": ["moscow_paris", "paris"],
        "format": "round-robin",
        "created": "2026-11-16T18:00:00+00:00",
    }
    lines = drawn(tournaments_table([row] * 12))
    assert whole_numbers(lines, 54_321) == whole_numbers(lines, 98_765) == 12
    assert whole_numbers(lines, "finished") == 12
    named = drawn(tournaments_table([row | {"name": "round-robin-with-a-name"}]))
    assert whole_numbers(named, "round-robin-with-a-name") == 1
    longest = drawn(tournaments_table([row | {"name": "z" * 60}]))
    assert "".join(longest).count("z") == 60  # on several lines
    wide = "\n".join(drawn(tournaments_table([row]), width=400))
    assert "round-robin" in wide
    assert "2026-11-16 18:00" in wide


def test_matches_of_a_bot_fit_with_every_score_and_ending() -> None:
    seats = tuple(
        ListedSeat(bot.name, bot.version, 54_321, rank, "protocol violation", "", 99, 1.0, 1.0)
        for rank, bot in enumerate(BOTS[:4], 1)
    )
    match = ListedMatch(98_765, "t" * 40, "moscow_paris", 1, 2, 3, datetime.now(UTC), seats)
    lines = drawn(matches_table([match] * 12, {"live Elo": {98_765: "1512.3"}}))
    assert whole_numbers(lines, 98_765) == sum("1512.3" in line for line in lines) == 12
    assert whole_numbers(lines, 54_321) == 12 * 4
    assert sum("protocol violation" in line for line in lines) == 12 * 4
    ended = replace(seats[0], bot="mybot", version="5cb1234567ab", ending="timeout")
    named = matches_table([replace(match, seats=(ended,))], {"live Elo": {98_765: "1512.3"}})
    assert whole_numbers(drawn(named), "mybot@5cb1234567ab") == 1


def test_a_crosstable_of_twelve_is_split_and_every_score_is_whole() -> None:
    meetings = [
        Cell(*one, *two, 54_321, 0, 0, 1.0) for one in BOTS for two in BOTS if one is not two
    ]
    tables = list(crosstables(BOTS, meetings, width=80))
    lines = [line for table in tables for line in drawn(table)]
    assert whole_numbers(lines, "100%") == 12 * 11
    assert sum("bbbbbbbbb…" in line for line in lines) == 12 * len(tables)
    heads = [line.split() for line in lines if "bot" in line.split()]
    assert [int(number) for head in heads for number in head[2:]] == list(range(1, 13))
    assert len(list(crosstables(BOTS, meetings, width=200))) == 1
    assert list(crosstables([], [], width=80)) == []


def test_the_table_of_a_match_names_versions_and_fits(capsys: pytest.CaptureFixture[str]) -> None:
    seats = tuple(
        SeatRecord(
            *(bot.name, bot.version, 54_321, rank, Ending.CRASH),
            *("Traceback " * 20, 98_765, 12_345.67, 12_345.67, 1_234.56),
        )
        for rank, bot in enumerate(BOTS[:4], 1)
    )
    with patch.object(results, "console", Console(width=80, emoji=False)):
        results.print_result(Record(Setup("paris", 4, {}, 1), (), seats))
    lines = capsys.readouterr().out.splitlines()
    table = lines[: next(n for n, line in enumerate(lines) if " forfeited (crash)" in line)]
    assert max(map(len, table)) <= 80
    assert whole_numbers(table, 54_321) == whole_numbers(table, 98_765) == 4
    assert "Traceback" not in "".join(table)  # the reasons stand below, on lines of their own


def test_a_text_that_is_short_anyway_is_not_cut() -> None:
    table = FittingTable("name", "count", texts=["name"])
    table.add_row("short", 12_345)
    assert drawn(table, width=20)[3].split() == ["short", "12345"]


def test_the_list_of_games_fits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    lines = call("games", cwd=tmp_path).stdout.splitlines()
    assert lines
    assert max(map(len, lines)) <= 80


def test_a_replay_that_is_piped_has_a_line_for_each_decision_and_the_end(tmp_path: Path) -> None:
    golden = Path(__file__).parents[2] / "engine" / "golden" / "lumiere-flip.json"
    lines = call("replay", "show", str(golden), cwd=tmp_path).stdout.splitlines()
    assert lines[0] == "   1  random 0 puts the tile on the square at row 5, column 3"
    decisions = lines[: lines.index("")]
    assert [int(line.split()[0]) for line in decisions] == list(range(1, len(decisions) + 1))
    assert "La Cité de la Lumière" in lines[len(decisions) + 1]
