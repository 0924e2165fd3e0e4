"""Specs of tournaments: read, checked, stored, read again."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from arbiter.bot_files import content_hash
from arbiter.bots import files_of
from arbiter.tournaments import spec
from arbiter.tournaments.spec import (
    BadSpec,
    BotSpec,
    Plan,
    make_plan,
    plan_again,
    read_plan,
    spec_from_json,
    spec_to_json,
)
from engine.errors import OperatorError

SPEC = {"games": ["moscow_paris"], "bots": ["random", "greedy"], "seed": 1}
BOT = 'name = "mine"\nversion = "{version}"\nrun = ["python", "bot.py"]\n'


def write_bot(folder: Path, version: str = "1") -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "bot.toml").write_text(BOT.format(version=version))
    return folder


def stored(plan: Plan) -> dict[str, Any]:
    """Return what comes back from the store."""
    data: dict[str, Any] = json.loads(json.dumps(spec_to_json(plan.spec)))
    return data


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"games": 5}, "games is 5; it must be a list"),
        ({"games": "moscow_paris"}, "games is 'moscow_paris'; it must be a list"),
        ({"games": [5]}, r"games\[0\] is 5; it must be a table"),
        ({"games": []}, "no game is given: name at least one with --game GAME"),
        ({"games": [{}]}, "no game ''"),
        ({"games": [{"game": 5}]}, r"games\[0\].game is 5; it must be a text"),
        ({"games": ["moscow_pariz"]}, "Did you mean 'moscow_paris'"),
        ({"games": ["moscow_paris"] * 2}, "a game is named twice"),
        ({"bots": 5}, "bots is 5; it must be a list"),
        ({"bots": "random"}, "bots is 'random'; it must be a list"),
        ({"bots": [5]}, r"bots\[0\] is 5; it must be a text"),
        ({"bots": []}, "no bot is given: name at least one with --bot BOT"),
        ({"bots": ["random", "random"]}, "two bots are named 'random'"),
        ({"bots": ["random", "nobody"]}, "no bot 'nobody'"),
        ({"bots": ["random"]}, "2 players need at least 2 bots"),
        ({"seed": "x"}, "seed is 'x'; it must be a whole number"),
        ({"seed": 1.5}, "seed is 1.5; it must be a whole number"),
        ({"clock": 60}, "clock is 60; it must be a text"),
        ({"clock": "fast"}, "clock 'fast' is not understood"),
        ({"format": 5}, "format is 5; it must be a text"),
        ({"format": "swish"}, "Did you mean 'swiss'"),
        ({"sprt": 5}, "sprt is 5; it must be a text"),
        ({"sprt": "0,5"}, "sprt is for a gauntlet"),
        ({"rounds": 0}, "rounds is 0; it must be from 1 to 1,000,000"),
        ({"rounds": "3"}, "rounds is '3'; it must be a whole number"),
        ({"rounds": True}, "rounds is True"),
        ({"strikes": -1}, "strikes is -1; it must be from 0 to 100"),
        ({"strikes": "2"}, "strikes is '2'; it must be a whole number"),
        ({"concurrency": -1}, "concurrency is -1; it must be from 1 to 10,000"),
        ({"round": 3}, "there is no key 'round'. Keys: games, bots, .* Did you mean 'rounds'"),
    ],
)
def test_a_wrong_spec_meets_a_sentence_that_names_the_key(
    change: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(OperatorError, match=sentence):
        make_plan({**SPEC, **change})


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"players": 2.0}, r"games\[0\].players is 2.0; it must be a whole number"),
        ({"players": "2"}, r"games\[0\].players is '2'"),
        ({"players": 9}, "2 to 4 players, not 9"),
        ({"options": 5}, r"games\[0\].options is 5; it must be a table"),
        ({"options": {"istambul": True}}, "there is no option 'istambul'. Options: istanbul, "),
        ({"options": {"istanbul": 1}}, "option istanbul is 1; it must be true or false"),
        ({"options": {"ruleset": 5}}, "option ruleset is 5; it must be a table"),
        ({"options": {"ruleset": "nowhere.toml"}}, "option ruleset: cannot read"),
        ({"options": {"ruleset": {"nonsense": 5}}}, "there is no figure 'nonsense'. Figures: "),
        ({"player": 2}, r"there is no key 'games\[0\].player'"),
    ],
)
def test_a_wrong_game_is_named(change: dict[str, Any], sentence: str) -> None:
    games = [{"game": "moscow_paris", **change}]
    with pytest.raises(OperatorError, match=sentence):
        make_plan({**SPEC, "games": games})


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("games = 5", "cup.toml: games is 5"),
        ("name = 5", "name is 5"),
        ('nam = "cup"', "no key 'nam'. Keys: name, games, bots, .* Did you mean 'name'"),
        ("x", "is not TOML"),
    ],
)
def test_a_wrong_file_is_named(tmp_path: Path, text: str, sentence: str) -> None:
    (tmp_path / "cup.toml").write_text(text)
    with pytest.raises(BadSpec, match=sentence):
        read_plan(tmp_path / "cup.toml")


def test_a_file_names_bots_and_rulesets_as_seen_from_its_folder(tmp_path: Path) -> None:
    write_bot(tmp_path / "bot")
    (tmp_path / "my.toml").write_text("")
    (tmp_path / "cup.toml").write_text(
        'bots = ["random", "bot"]\n'
        'games = [{ game = "moscow_paris", options = { ruleset = "my.toml" } }]\n'
    )
    name, plan = read_plan(tmp_path / "cup.toml")
    assert name == "cup"
    assert plan.spec.games[0].options == {"ruleset": {}}
    assert plan.spec.bots == (
        BotSpec("random", "random", "1", content_hash(files_of("random"))),
        BotSpec(str(tmp_path / "bot"), "mine", "1", content_hash(tmp_path / "bot")),
    )


def test_a_folder_named_like_a_built_in_does_not_take_its_place(tmp_path: Path) -> None:
    write_bot(tmp_path / "random")
    plan = make_plan({**SPEC, "bots": ["random", "./random"]}, tmp_path)
    assert [bot.place for bot in plan.spec.bots] == ["random", str(tmp_path / "random")]
    assert plan.bots.keys() == {"random", "mine"}


def test_what_is_stored_reads_back(tmp_path: Path) -> None:
    plan = make_plan(SPEC, tmp_path)
    assert spec_from_json(stored(plan)) == plan.spec
    assert plan_again(stored(plan)).bots == plan.bots


def test_a_stored_tournament_is_shown_without_its_bots_and_resumed_only_with_them(
    tmp_path: Path,
) -> None:
    place = write_bot(tmp_path / "bot")
    data = stored(make_plan({**SPEC, "bots": ["random", str(place)]}))
    shutil.rmtree(place)
    (schedule,) = spec_from_json(data).schedules()
    assert (schedule.total(), schedule.bots) == (2, ("random", "mine"))
    with pytest.raises(BadSpec, match=r"mine@1 cannot continue: no bot .*/bot'"):
        plan_again(data)


def test_a_stored_tournament_whose_game_is_no_longer_installed_is_shown_and_not_resumed() -> None:
    data = stored(make_plan(SPEC))
    data["games"][0]["game"] = "gone"
    assert spec_from_json(data).schedules()[0].total() == 2
    with pytest.raises(OperatorError, match="no game 'gone'"):
        plan_again(data)


def test_a_bot_whose_version_has_changed_does_not_go_on_in_the_place_of_the_old_one(
    tmp_path: Path,
) -> None:
    place = write_bot(tmp_path / "bot")
    data = stored(make_plan({**SPEC, "bots": ["random", str(place)]}))
    plan_again(data)
    write_bot(place, version="2")
    with pytest.raises(BadSpec, match=r"was mine@1 when .* and is mine@2 now"):
        plan_again(data)


def test_a_bot_whose_files_have_changed_does_not_go_on_under_the_same_version(
    tmp_path: Path,
) -> None:
    place = write_bot(tmp_path / "bot")
    (place / "bot.py").write_text("one")
    data = stored(make_plan({**SPEC, "bots": ["random", str(place)]}))
    (place / "play.log").write_text("what it wrote")
    plan_again(data)
    (place / "bot.py").write_text("two")
    with pytest.raises(BadSpec, match=r"the files of mine@1 at .*/bot have been changed since"):
        plan_again(data)
    (place / "bot.py").write_text("one")
    plan_again(data)


@pytest.mark.parametrize(
    ("cores", "at_a_time", "workers"), [(1, 1, 1), (1, 64, 1), (2, 2, 2), (2, 31, 2), (2, 32, 1)]
)
def test_there_is_a_worker_per_core_until_fewer_have_full_messages(
    cores: int, at_a_time: int, workers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spec, "usable_processors", lambda: cores)
    assert spec.default_workers(at_a_time) == workers
