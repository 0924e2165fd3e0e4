"""`lutetia crosstable` and `compare`, in words that do not contradict each other."""

from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from arbiter.cli.output import rounded
from ladder.report.matrices import crosstable_matrix
from ladder.report.sections import sections_of
from ladder.schedules.schedule import Key
from ladder.store.store import open_store
from tests.arbiter.cli.commands import call
from tests.ladder.games import record


def store_matches(folder: Path, matches: Sequence[tuple[str, str, str]]) -> None:
    """Store matches of two: the game, the winner and the loser."""
    with closing(open_store(f"sqlite:///{folder}/lutetia.db")) as store:
        cup = store.add_tournament("cup", {}, seed=1)
        for number, (game, *bots) in enumerate(matches):
            match = record(*bots)
            named = replace(match, setup=replace(match.setup, game=game))
            # Two matches are a group: the rotations of one table.
            assert store.add_match(cup, Key(game, number // 2, 0, number % 2), named)


def test_bots_that_miss_a_list_have_the_same_place_in_the_crosstable_as_on_the_page(
    tmp_path: Path,
) -> None:
    chain = [("go", "zoe", "mid"), ("go", "mid", "ann"), ("go", "ann", "low")]
    store_matches(tmp_path, [*chain * 4, ("chess", "mid", "low"), ("chess", "mid", "low")])
    printed = call("crosstable", cwd=tmp_path).stdout.splitlines()
    order = [words[1] for line in printed if (words := line.split()) and words[0].isdigit()]
    assert order == ["mid@1", "low@1", "zoe@1", "ann@1"]
    with closing(open_store(f"sqlite:///{tmp_path}/lutetia.db")) as store:
        page = str(crosstable_matrix(sections_of(store.results())[0]))
    assert order == sorted(order, key=lambda bot: page.index(f">{bot[:-2]}<"))


def test_a_test_that_is_open_says_so_beside_a_bot_that_is_stronger(tmp_path: Path) -> None:
    store_matches(tmp_path, [("go", "ann", "bob")] * 20)
    said = " ".join(call("compare", "ann", "bob", cwd=tmp_path).stdout.split())
    assert "ann@1 is stronger" in said
    assert "open (a sequential test of these bounds would not have stopped yet)" in said
    decided = call("compare", "ann", "bob", "--sprt", "0,200", cwd=tmp_path).stdout
    assert decided.rstrip().endswith(": better")


def test_what_rounds_to_zero_has_no_minus(tmp_path: Path) -> None:
    wins = [("go", "ann", "bob"), ("go", "bob", "ann")]
    store_matches(tmp_path, wins * 10)
    for two in (("ann", "bob"), ("bob", "ann")):
        said = call("compare", *two, cwd=tmp_path).stdout
        assert "Elo +0.0 " in said
    assert str(rounded({"elo": -0.001})["elo"]) == "0.0"
