"""`lutetia standings`: lists, anchors and formats."""

import re
import shlex
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from arbiter.cli.bots import rating_notes, submitted_table
from arbiter.cli.standings import print_standings
from arbiter.tournaments.ladder import choose_anchor
from engine.record import Bot
from ladder.ratings.results import results_of
from ladder.ratings.standings import Anchor, standings, standings_by_list
from ladder.store.rows import Submission
from ladder.store.store import open_store
from ladder.store.submissions import describe_bots
from tests.arbiter.cli.commands import call, called_json, lutetia, printed_json
from tests.arbiter.cli.test_tables import drawn
from tests.ladder.games import duels, played
from tests.security.stored import hold_tournament

NAMES = ("go", "chess")
BOTS = ("--bot", "random", "--bot", "greedy")
RUN = ("tournament", "run", "--game", "moscow_paris", *BOTS)
WHOLE = "lutetia standings --top 0"
SERVE = ("serve", "--game", "moscow_paris", "--concurrency", "2", "--workers", "1")


def test_standings_are_printed_as_csv(tmp_path: Path) -> None:
    printed_json(*RUN, "--seed", "1", cwd=tmp_path)
    text = call("standings", "--format", "csv", cwd=tmp_path).stdout
    assert "\r" not in text
    lines = text.splitlines()
    assert lines[0].startswith("rank,bot,version,elo,error,games,pair_wins,pair_draws,pair_losses,")
    assert len(lines) == 3
    assert max(len(cell.partition(".")[2]) for cell in lines[1].split(",")) <= 4


def test_options_and_a_fast_clock_have_lists_of_their_own_beside_the_overall_one(
    tmp_path: Path,
) -> None:
    printed_json(*RUN, cwd=tmp_path)
    printed_json(*RUN, "--option", "claim=full", "--clock", "move=0.4", cwd=tmp_path)
    rows = called_json("standings", cwd=tmp_path)
    lists = list(dict.fromkeys(row["list"] for row in rows))
    assert lists == ["moscow_paris", "moscow_paris claim=full, fast clock", "overall"]
    assert [row["games"] for row in rows] == [2, 2, 2, 2, 4, 4]
    elo = {(row["list"], row["bot"]): row["elo"] for row in rows}
    for bot in ("greedy", "random"):
        mean = (elo[lists[0], bot] + elo[lists[1], bot]) / 2
        assert elo["overall", bot] == pytest.approx(mean, abs=0.02)
    table = call("standings", cwd=tmp_path).stdout
    assert [line.strip() for line in table.splitlines() if line.strip() in lists] == lists


def test_an_anchor_on_the_command_line_fixes_one_elo(tmp_path: Path) -> None:
    printed_json(*RUN, cwd=tmp_path)
    rows = called_json("standings", "--anchor", "random=1000", cwd=tmp_path)
    assert {row["bot"]: row["elo"] for row in rows}["random"] == 1000
    refused = call("standings", "--anchor", "rando=1000", cwd=tmp_path)
    assert (refused.returncode, "Did you mean 'random'?" in refused.stderr) == (2, True)


def test_an_anchor_of_the_ladder_is_kept_for_standings_and_pages(tmp_path: Path) -> None:
    assert lutetia(*SERVE, "--anchor", "random=1000", "--for-matches", "4", cwd=tmp_path).stderr
    printed_json(*RUN, cwd=tmp_path)

    def elo_of_random() -> float:
        rows = called_json("standings", cwd=tmp_path)
        elo: float = {row["bot"]: row["elo"] for row in rows}["random"]
        return elo

    assert elo_of_random() == 1000
    page = call("standings", "--format", "html", cwd=tmp_path).stdout
    assert "Elo relative to random@1 at 1000" in page
    for name in ("ladder", "round-robin-1"):
        shown = called_json("tournament", "show", name, cwd=tmp_path)["standings"]
        assert [row["elo"] for row in shown["moscow_paris"] if row["bot"] == "random"] == [1000]
    assert lutetia(*SERVE, "--for-matches", "1", cwd=tmp_path).returncode == 0
    assert elo_of_random() == 1000  # though this time nobody said so
    lutetia(*SERVE, "--anchor", "none", "--for-matches", "1", cwd=tmp_path)
    assert elo_of_random() != 1000


@pytest.mark.parametrize(
    ("anchor", "sentence"),
    [
        ("rando=1000", "no bot 'rando' is in the ladder. Bots: greedy, random. Did you mean"),
        ("random@7=1000", "no bot 'random@7' is in the ladder"),
        ("random", "write BOT=ELO"),
        ("random=nan", "write BOT=ELO"),
    ],
)
def test_an_anchor_that_the_ladder_cannot_keep_is_refused(
    tmp_path: Path, anchor: str, sentence: str
) -> None:
    refused = call(*SERVE, "--anchor", anchor, cwd=tmp_path)
    assert (refused.returncode, sentence in " ".join(refused.stderr.split())) == (2, True)
    assert called_json("tournament", "list", cwd=tmp_path) == []


def test_a_long_list_is_cut_and_says_how_to_see_all_of_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    lists = standings_by_list(results_of([played(f"bot{n}", f"bot{n + 1}") for n in range(4)]))
    print_standings(lists, WHOLE, top=3)
    lines = capsys.readouterr().out.splitlines()
    assert sum("bot" in line for line in lines) == 4  # a head and three bots
    assert f"and 2 more; `{WHOLE}` shows all of them" in lines
    print_standings(lists, WHOLE, top=0)
    assert sum("bot" in line for line in capsys.readouterr().out.splitlines()) == 6


def test_the_command_that_shows_all_of_a_list_is_about_the_same_matches(tmp_path: Path) -> None:
    with closing(open_store(f"sqlite:///{tmp_path / 'other.db'}")) as store:
        hold_tournament(store, tmp_path, name="spring cup")
    of = ("--game", "connect_four", "--tournament", "spring cup")
    shown = call("standings", *of, "--top", "1", "--db", "sqlite:///other.db", cwd=tmp_path).stdout
    named = re.search(r"and 3 more; `lutetia (.*)` shows all of them\n", shown)
    assert named, shown
    whole = call(*shlex.split(named[1]), cwd=tmp_path).stdout
    assert all(f" {bot}@" in whole for bot in ("ada", "bea", "cleo", "dora"))
    assert " more; " not in whole


def test_a_list_says_which_pools_have_not_met(capsys: pytest.CaptureFixture[str]) -> None:
    matches = [*duels("a", "b", 2, 0, 1), *duels("b", "c", 1, 0, 1), *duels("x", "y", 1, 0, 0)]
    print_standings(standings_by_list(results_of(matches)), WHOLE)
    assert "pool 2: has not met pool 1 (x@1, y@1)" in capsys.readouterr().out.splitlines()


def test_the_overall_list_says_which_list_a_bot_misses(capsys: pytest.CaptureFixture[str]) -> None:
    go = [match._replace(game="go") for match in duels("a", "b", 2, 0, 1)]
    more = [played("a", name) for name in "bcdefgh"]
    print_standings(standings_by_list(results_of([*go, *more])), WHOLE)
    lines = capsys.readouterr().out.splitlines()
    assert "not rated in go (c@1, d@1, e@1, f@1, g@1 and 1 more)" in lines


def test_lists_that_a_bot_misses_are_enumerated(capsys: pytest.CaptureFixture[str]) -> None:
    go, chess = ([each._replace(game=name) for each in duels("a", "b", 2, 0, 1)] for name in NAMES)
    print_standings(standings_by_list(results_of([*go, *chess, played("a", "c")])), WHOLE)
    assert "not rated in chess and go (c@1)" in capsys.readouterr().out.splitlines()


def test_the_bots_of_a_ladder_are_told_why_they_are_not_rated() -> None:
    go = [match._replace(game="go") for match in duels("a", "b", 2, 0, 1)]
    results = results_of([*go, played("a", "c")])
    now = datetime.now(UTC)
    submitted = [Submission(name=each, version="1", folder="f", submitted=now) for each in "abc"]
    rows = describe_bots(submitted, standings(results), set())
    assert rating_notes(rows, results) == [
        "not rated in game (b@1)",
        "not rated in go (c@1)",
        "? marks an Elo from fewer than 30 matches",
    ]
    (first, *_) = drawn(submitted_table(rows[:1]))[3:]
    assert re.match(r" +a@1 +active +\d+\? ", first)
    assert "unrated" in drawn(submitted_table(rows[1:]))[3]


def test_the_terminal_says_which_lists_an_anchor_holds(capsys: pytest.CaptureFixture[str]) -> None:
    go = [match._replace(game="go") for match in duels("b", "c", 2, 0, 1)]
    anchor = Anchor(Bot("a", "1"), 1000)
    results = results_of([*duels("a", "b", 2, 0, 1), *go])
    print_standings(standings_by_list(results, anchor), WHOLE, anchor)
    notes = [line for line in capsys.readouterr().out.splitlines() if "a@1 " in f"{line} "]
    assert "Elo relative to a@1 at 1000" in notes
    assert "mean Elo 1500: a@1 is not rated here" in notes


def test_a_remote_bot_can_be_the_anchor_of_a_ladder(tmp_path: Path) -> None:
    with closing(open_store(f"sqlite:///{tmp_path}/lutetia.db")) as store:
        store.add_token(Bot("far", "2"))
        assert choose_anchor(store, "far=1200") == Anchor(Bot("far", "2"), 1200)


def test_results_are_exported_for_other_programs(tmp_path: Path) -> None:
    printed_json(*RUN, cwd=tmp_path)
    pairs = call("standings", "--format", "pairs", cwd=tmp_path).stdout.splitlines()
    assert pairs[0] == "list,match_id,group,first,second,score"
    assert sorted(line.split(",")[3] for line in pairs[1:]) == ["greedy@1", "random@1"]
    pgn = call("standings", "--format", "pgn", cwd=tmp_path).stdout
    assert pgn.count('[Event "moscow_paris"]') == 2
    assert pgn.count('[White "greedy@1"]') == pgn.count('[Black "greedy@1"]') == 1


def test_nothing_played_says_what_plays(tmp_path: Path) -> None:
    open_store(f"sqlite:///{tmp_path}/lutetia.db").close()
    assert "lutetia tournament run" in call("standings", cwd=tmp_path).stdout
    assert called_json("standings", cwd=tmp_path) == []
