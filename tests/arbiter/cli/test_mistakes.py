"""Whatever a person gets wrong meets one sentence and exit code 2, never a traceback."""

import json
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from engine.record import Bot, record_from_json, record_to_json
from ladder.store.store import open_store
from tests.arbiter.cli.commands import call

RECORD = (Path(__file__).parents[2] / "engine/golden/moscow_paris-2.json").read_text()
MATCH = ("match", "moscow_paris", "random", "random")
RUN = ("tournament", "run", "--game", "moscow_paris", "--bot", "random", "--bot", "greedy")
BOTS = {
    "broken": 'name = "broken"\nrun = ["no-such-command"]\n',
    "nameless": 'name = "Ænon!"\nrun = ["python"]\n',
    "copycat": 'name = "greedy"\nrun = ["python"]\n',
}


def with_digest(data: dict[str, Any]) -> str:
    """Return a forged record under the digest it should have."""
    record, _ = record_from_json(json.dumps(data))
    return record_to_json(record)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with bots and records that are wrong."""
    for name, manifest in BOTS.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "bot.toml").write_text(manifest)
    record = json.loads(RECORD)
    changes: dict[str, dict[str, object]] = {
        "seed.json": {"setup": {**record["setup"], "seed": "x"}},
        "game.json": {"setup": {**record["setup"], "game": 5}},
        "options.json": {"setup": {**record["setup"], "options": []}},
        "half.json": {"seats": [{**seat, "bot": "\ud800"} for seat in record["seats"]]},
    }
    for name, change in changes.items():
        (tmp_path / name).write_text(json.dumps({**record, **change}))
    ranks = [{**seat, "rank": 3 - seat["rank"]} for seat in record["seats"]]
    (tmp_path / "ranks.json").write_text(with_digest({**record, "seats": ranks}))
    (tmp_path / "deep.json").write_text("[" * 200_000)
    (tmp_path / "wrong.toml").write_text('bots = "random"\n')
    (tmp_path / "ruleset.toml").write_text(
        'bots = ["random", "greedy"]\n'
        'games = [{ game = "moscow_paris", options = { ruleset = 5 } }]\n'
    )
    (tmp_path / "seats.json").write_text(json.dumps({**record, "seats": ranks}))
    (tmp_path / "empty").mkdir()
    (tmp_path / "mine.py").write_text("")
    with closing(open_store(f"sqlite:///{tmp_path}/lutetia.db")) as store:
        store.register({Bot("mybot", "1"): "0" * 64})
    return tmp_path


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("match", "moscow_paris", "random"), "moscow_paris needs 2 to 4 players, not 1"),
        (("match", "moscow_pariz", "random", "random"), "Did you mean 'moscow_paris'?"),
        ((*MATCH, "--option", "istambul=true"), "no option 'istambul'"),
        ((*MATCH, "--option", "istanbul"), "has no value"),
        ((*MATCH, "--clock", "fast"), "clock 'fast'"),
        ((*MATCH, "--clock", "9999999"), "clock '9999999'"),
        ((*MATCH, "--record", "/nonexistent/x"), "there is no folder /nonexistent"),
        ((*MATCH, "--record", "broken"), "it is a folder"),
        (("match", "moscow_paris", "random", "nobody"), "no bot 'nobody'"),
        (("match", "moscow_paris", "random", "broken"), "there is no command 'no-such-command'"),
        (("match", "moscow_paris", "random", "nameless"), "1 to 40 of a-z"),
        (("match", "moscow_paris", "random", "copycat"), "the name of a built-in bot"),
        (("match", "connect_four", "random", "greedy"), "greedy does not play connect_four"),
        (
            ("replay", "verify", "nothing.json"),
            "'nothing.json' is neither the id of a match",
        ),
        (("replay", "verify", "²"), "'²' is neither the id of a match nor a file"),
        (("replay", "verify", "9" * 20), "no match 99999999999999999999 is stored"),
        (("replay", "verify", "9" * 5_000), "is neither the id of a match nor a file"),
        (("replay", "verify", "deep.json"), "deep.json: not a record of a match"),
        (("replay", "verify", "half.json"), "seats[0].bot is '\\ud800'"),
        (("replay", "verify", "seed.json"), "setup.seed is 'x'"),
        (("replay", "verify", "game.json"), "setup.game is 5"),
        (("replay", "show", "options.json"), "setup.options is []"),
        (("replay", "verify", "ranks.json"), "earned the ranks"),
        (("replay", "export", "nothing.json", "x"), "is neither the id of a match nor a file"),
        (("tournament", "resume", "nothing"), "no tournament 'nothing'"),
        (("tournament", "show", "[/x]"), "no tournament '[/x]'"),
        (("tournament", "run", "--game", "moscow_paris", "--bot", "random"), "at least 2 bots"),
        (
            ("tournament", "run", "--game", "moscow_paris"),
            "no bot is given: name",
        ),
        ((*RUN, "mine.py"), "mine.py is not a spec file; write --bot before every bot"),
        (("games", "mosco"), "Did you mean 'moscow_paris'?"),
        (("match", "moscow_paris", "random", "mine"), "Did you mean 'mine.py'?"),
        (("match", "moscow_paris", "random", "./mien.py"), "Did you mean './mine.py'?"),
        (("match", "moscow_paris", "random", "brokne"), "Did you mean 'broken'?"),
        (("bot", "check", "empty"), "no bot 'empty': the folder has no bot.toml"),
        (("replay", "list", "--bot", "mybto"), "no bot 'mybto' has played. Bots: mybot."),
        (("replay", "list", "--against", "mybto"), "Did you mean 'mybot'?"),
        (("replay", "verify", "seats.json"), "seats.json: it does not match its digest: it was"),
        (("standings", "--db", "lost.db"), "write sqlite:///lost.db or postgresql"),
        (("tournament", "run", "nothing.toml"), "cannot read nothing.toml"),
        (("tournament", "run", "wrong.toml"), "wrong.toml: bots is 'random'"),
        (("tournament", "run", "ruleset.toml"), "option ruleset is 5"),
        ((*RUN, "--name", "[/x]"), "1 to 60 letters"),
        ((*RUN, "--name", "a\nb"), r"'a\nb' is"),
        ((*RUN, "--name", "x" * 61), "1 to 60 letters"),
        (("history", "[/x]"), "[/x]"),
        (("bot", "retire", "[/x]"), "no bot '[/x]'"),
        (("submit", "[/x]"), "no bot '[/x]'"),
        (("standings", "--game", "nothing"), "no game 'nothing'"),
        (("standings", "--tournament", "nothing"), "no tournament 'nothing'"),
        (("standings", "--db", "nonsense"), "is not a valid database URL, nor an existing file"),
        (("standings", "--db", "sqlite:///typo.db"), "there is no database typo.db"),
        (("tournament", "list", "--db", "sqlite:///typo.db"), "there is no database typo.db"),
        (("tournament", "rename", "nothing", "x"), "no tournament 'nothing'"),
        (("tournament", "delete", "nothing"), "no tournament 'nothing'"),
    ],
)
def test_a_mistake_meets_one_sentence_and_exit_code_2(
    words: tuple[str, ...], sentence: str, folder: Path
) -> None:
    done = call(*words, cwd=folder)
    assert (done.returncode, done.stdout) == (2, "")
    assert sentence in done.stderr
    assert done.stderr.startswith("lutetia: ")
    assert len(done.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize(
    "words",
    [
        (*MATCH, "--startup", "-1"),
        (*MATCH, "--startup", "nan"),
        (*MATCH, "--startup", "inf"),
        (*MATCH, "--startup", "soon"),
        (*RUN, "--workers", "-1"),
        (*RUN, "--workers", "0"),
        (*RUN, "--players", "0"),
        (*RUN, "--rounds", "0"),
        (*RUN, "--concurrency", "0"),
        ("tournament", "resume", "x", "--workers", "0"),
        ("replay", "show", "1", "--pace", "-1"),
        ("replay", "show", "1", "--pace", "nan"),
        ("serve", "--concurrency", "0"),
        ("serve", "--until", "soon"),
        ("serve", "--until", "0"),
        ("serve", "--until", "nan"),
    ],
)
def test_a_number_out_of_range_is_a_wrong_use(words: tuple[str, ...], tmp_path: Path) -> None:
    done = call(*words, cwd=tmp_path)
    assert done.returncode == 2
    assert "Invalid value" in done.stderr
    assert words[-2] in done.stderr


def test_a_database_is_found_by_the_path_of_its_file(folder: Path) -> None:
    done = call("tournament", "list", "--db", "lutetia.db", cwd=folder)
    assert (done.returncode, "no tournament is stored yet" in done.stdout) == (0, True)


def test_a_record_that_cannot_be_written_is_said_so(folder: Path) -> None:
    (folder / "good.json").write_text(RECORD)
    done = call("replay", "export", "good.json", "/nonexistent/x", cwd=folder)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "there is no folder /nonexistent" in done.stderr


def test_a_bots_name_in_a_record_is_shown_letter_by_letter(tmp_path: Path) -> None:
    data = json.loads(RECORD)
    data["seats"] = [{**seat, "bot": "[/x]\x1b[2J"} for seat in data["seats"]]
    record, _ = record_from_json(with_digest(data))
    (tmp_path / "[").mkdir()
    (tmp_path / "[/x].json").write_text(record_to_json(record))
    shown = call("replay", "show", "[/x].json", cwd=tmp_path)
    assert (shown.returncode, shown.stderr) == (0, "")
    assert r"seat 0: [/x]\x1b[2J" in shown.stdout
    verified = call("replay", "verify", "[/x].json", cwd=tmp_path)
    assert verified.stdout.startswith("[/x].json: moscow_paris")
    told = json.loads(call("replay", "verify", "[/x].json", "--json", cwd=tmp_path).stdout)
    assert told == {
        "record": "[/x].json",
        "game": "moscow_paris",
        "decisions": len(record.actions),
        "digest": record.digest,
    }


def test_a_tournament_that_cannot_be_read_does_not_hide_the_others(tmp_path: Path) -> None:
    store = open_store(f"sqlite:///{tmp_path}/lutetia.db")
    store.add_tournament("older", {"bots": ["random"]}, 1)
    store.add_tournament("newer", {}, 1)
    with store.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE tournaments SET name = '[/x]' WHERE name = 'newer'")
    store.close()
    listed = call("tournament", "list", cwd=tmp_path)
    assert listed.returncode == 0
    assert "older" in listed.stdout
    assert "[/x]" in listed.stdout
