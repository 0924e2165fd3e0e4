"""`lutetia match`, `lutetia replay` and the sentences that meet a mistake."""

import json
from pathlib import Path

import pytest

from tests.arbiter.cli.commands import lutetia, printed_json

MATCH = ("match", "moscow_paris", "random", "greedy", "random", "--seed", "7")


def test_equal_seeds_give_equal_games_whose_record_replays(tmp_path: Path) -> None:
    first = printed_json(*MATCH, "--record", "game.json", cwd=tmp_path)
    second = printed_json(*MATCH, cwd=tmp_path)
    assert first["digest"] == second["digest"]
    assert [seat["bot"] for seat in first["seats"]] == ["random", "greedy", "random"]
    assert first["decisions"] == sum(seat["decisions"] for seat in first["seats"])
    verified = lutetia("replay", "verify", "game.json", cwd=tmp_path)
    assert verified.returncode == 0
    assert first["digest"] in verified.stdout


def test_a_record_with_one_changed_action_does_not_verify(tmp_path: Path) -> None:
    printed_json(*MATCH, "--record", "game.json", cwd=tmp_path)
    record = json.loads((tmp_path / "game.json").read_text())
    actions = record["actions"]
    actions[10], actions[12] = actions[12], actions[10]
    (tmp_path / "game.json").write_text(json.dumps(record))
    refused = lutetia("replay", "verify", "game.json", cwd=tmp_path)
    assert refused.returncode == 2
    assert "digest" in refused.stderr


def test_a_match_can_be_watched(tmp_path: Path) -> None:
    shown = lutetia(*MATCH, "--watch", cwd=tmp_path)
    assert shown.returncode == 0
    assert "greedy" in shown.stdout


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("match", "moscow_paris", "random"), "2, 3, 4 players, not 1"),
        (("match", "moscow_pariz", "random", "random"), "Did you mean 'moscow_paris'?"),
        (
            ("match", "moscow_paris", "random", "random", "--option", "istambul=true"),
            "no option 'istambul'",
        ),
        (("match", "moscow_paris", "random", "random", "--option", "istanbul"), "has no value"),
        (("match", "moscow_paris", "random", "random", "--clock", "fast"), "clock 'fast'"),
        (("match", "moscow_paris", "random", "nobody"), "no bot 'nobody'"),
        (("match", "moscow_paris", "random", "broken"), "there is no command 'no-such-command'"),
        (("match", "moscow_paris", "random", "nameless"), "is no name for a bot"),
        (("match", "connect_four", "random", "greedy"), "greedy does not play connect_four"),
        (("replay", "verify", "nothing.json"), "cannot read nothing.json"),
        (("tournament", "resume", "nothing"), "no tournament 'nothing'"),
        (("tournament", "run", "--game", "moscow_paris", "--bot", "random"), "at least 2 bots"),
        (("tournament", "run", "nothing.toml"), "cannot read nothing.toml"),
        (("standings", "--game", "nothing"), "no game 'nothing'"),
        (("standings", "--db", "nonsense"), "no database URL"),
    ],
)
def test_a_mistake_meets_one_sentence_and_exit_code_2(
    words: tuple[str, ...], sentence: str, tmp_path: Path
) -> None:
    for name, manifest in {
        "broken": 'name = "broken"\nrun = ["no-such-command"]\n',
        "nameless": 'name = "Ænon!"\nrun = ["python"]\n',
    }.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "bot.toml").write_text(manifest)
    done = lutetia(*words, cwd=tmp_path)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
