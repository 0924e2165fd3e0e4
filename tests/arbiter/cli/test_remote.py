"""Remote bots and `lutetia serve --listen`, for real: tokens, TLS, matches with local bots."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest

from ladder.store.store import open_store
from ladder.store.submissions import is_author
from tests.arbiter.cli.commands import call, called_json, lutetia, printed_json
from tests.arbiter.cli.test_serve import await_line, serving

BOT = """
from arbiter.client import run

run(lambda turn: turn.match.rng.randrange(turn.action_count), max_matches=4)
"""

BAD_BOT = BOT.replace("turn.match.rng.randrange(turn.action_count)", "turn.action_count")
"""Answers with an index that is one too high."""


def listening_at(running: subprocess.Popen[str]) -> str:
    found = re.search(r"connect to (\S+),", await_line(running, "Remote bots connect to"))
    assert found is not None
    return found[1]


@contextmanager
def remote_bot(
    address: str, token: str, program: str = BOT, **variables: str
) -> Iterator[subprocess.Popen[str]]:
    """Run a bot that connects to an address."""
    own = {"LUTETIA_ADDRESS": address, "LUTETIA_BOT": "mybot", "LUTETIA_TOKEN": token}
    with subprocess.Popen(
        [sys.executable, "-c", program],
        env={**os.environ, **own, **variables},
        stderr=subprocess.PIPE,
        text=True,
    ) as running:
        try:
            yield running
        finally:
            running.kill()


def give_token(folder: Path, *words: str) -> str:
    return str(called_json("bot", "token", "mybot", *words, cwd=folder)["token"])


def words_of(running: subprocess.Popen[str]) -> str:
    _, said = running.communicate(timeout=300)
    return said


def test_a_remote_bot_meets_local_ones_over_tls_and_is_rated(tmp_path: Path) -> None:
    assert call("certificate", "tls", cwd=tmp_path).returncode == 0
    files = ("--tls-cert", "tls/certificate.pem", "--tls-key", "tls/key.pem")
    secret = give_token(tmp_path)
    with serving(tmp_path, "--listen", "127.0.0.1:0", *files) as running:
        address = listening_at(running)
        trusted = str(tmp_path / "tls" / "certificate.pem")
        with remote_bot(address, secret, LUTETIA_TLS_CA=trusted) as connected:
            assert connected.stderr is not None
            assert connected.stderr.readline() == f"connected to {address} as mybot\n"
            for _ in range(2):
                line = await_line(running, "mybot@remote")
                assert "void" not in line
                assert "mybot@remote (" not in line, "it has forfeited"
        with remote_bot(address, secret) as without_tls:
            assert "no arbiter can be reached" in words_of(without_tls)
    rows = {row["bot"]: row for row in printed_json("standings", cwd=tmp_path)}
    assert rows["mybot"]["version"] == "remote"
    assert rows["mybot"]["games"] >= 2
    assert lutetia("replay", "verify", "--all", cwd=tmp_path).returncode == 0


def test_it_leaves_the_ladder_when_it_goes_and_enters_it_when_it_comes(tmp_path: Path) -> None:
    secret = give_token(tmp_path)
    with serving(tmp_path, "--listen", "127.0.0.1:0") as running:
        address = listening_at(running)
        with remote_bot(address, secret):
            await_line(running, "mybot@remote")
        # What it was playing when it was killed is forfeited; then the others go on alone.
        lines = iter(lambda: await_line(running, "moscow_paris"), "")
        alone = (line for line in lines if "mybot" not in line)
        assert [next(alone) for _ in range(6)]
        with remote_bot(address, secret):
            await_line(running, "mybot@remote")


def test_a_token_that_is_wrong_replaced_or_revoked_lets_nobody_in(tmp_path: Path) -> None:
    old = give_token(tmp_path)
    secret = give_token(tmp_path)
    with serving(tmp_path, "--listen", "127.0.0.1:0") as running:
        address = listening_at(running)
        for bad in ("guess", old):
            with remote_bot(address, bad) as refused:
                assert "UNAUTHENTICATED: no bot of this name has this token" in words_of(refused)
        with remote_bot(address, secret) as connected:
            await_line(running, "mybot@remote")
            assert call("bot", "token", "mybot", "--revoke", cwd=tmp_path).returncode == 0
            assert "UNAUTHENTICATED: the token of this bot was revoked" in words_of(connected)


def test_a_bot_whose_token_is_replaced_while_it_is_connected_is_sent_away(tmp_path: Path) -> None:
    secret = give_token(tmp_path)
    with serving(tmp_path, "--listen", "127.0.0.1:0") as running:
        address = listening_at(running)
        with remote_bot(address, secret) as connected:
            await_line(running, "mybot@remote")
            secret = give_token(tmp_path)
            assert "UNAUTHENTICATED: the token of this bot was replaced" in words_of(connected)
        with remote_bot(address, secret):
            while "mybot@remote (" in await_line(running, "mybot@remote"):
                pass


def test_a_remote_bot_that_is_benched_is_told_why_and_can_be_let_in_again(tmp_path: Path) -> None:
    secret = give_token(tmp_path)
    with serving(tmp_path, "--listen", "127.0.0.1:0") as running:
        address = listening_at(running)
        why = "mybot@remote is no longer paired: its last 10 matches in the ladder were forfeits"
        with remote_bot(address, secret, BAD_BOT) as sent_away:
            assert "illegal" in await_line(running, f"{why} (match ")
            said = words_of(sent_away)
        with remote_bot(address, secret) as refused:
            for words in (said, words_of(refused)):
                assert f"FAILED_PRECONDITION: {why} (match " in words
                assert "illegal" in words
                assert "`lutetia bot unbench mybot`" in words
        shown = call("bots", cwd=tmp_path).stdout
        assert f"{why}. The operator lets it play again with `lutetia bot unbench mybot`" in shown
        assert "bot log" not in shown
        assert call("bot", "unbench", "mybot", cwd=tmp_path).returncode == 0
        await_line(running, "mybot@remote is paired again")
        with remote_bot(address, secret):
            assert "(" not in await_line(running, "mybot@remote")


def test_a_token_comes_with_how_to_start_the_bot(tmp_path: Path) -> None:
    given = call("bot", "token", "mybot", cwd=tmp_path)
    (name, token) = given.stdout.split()
    assert (name, token.partition("=")[0]) == ("LUTETIA_BOT=mybot", "LUTETIA_TOKEN")
    how = "  LUTETIA_ADDRESS=HOST:PORT LUTETIA_BOT=mybot LUTETIA_TOKEN=… python mybot.py\n"
    assert how in given.stderr


def test_tokens_are_listed_without_their_secret_which_is_nowhere(tmp_path: Path) -> None:
    secret = give_token(tmp_path, "--version", "2")
    (row,) = called_json("bot", "tokens", cwd=tmp_path)
    assert (row["bot"], row["version"], row["revoked"]) == ("mybot", "2", None)
    assert secret not in call("bot", "tokens", cwd=tmp_path).stdout
    for file in tmp_path.glob("lutetia.db*"):
        assert secret.encode() not in file.read_bytes()
    call("bot", "token", "mybot", "--revoke", cwd=tmp_path)
    (row,) = called_json("bot", "tokens", cwd=tmp_path)
    assert row["revoked"] is not None


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("serve", "--listen", "0.0.0.0:0"), "give --tls-cert and --tls-key"),
        (("serve", "--listen", "example.org:0"), "give --tls-cert and --tls-key"),
        (("serve", "--listen", "localhost:0", "--tls-cert", "a"), "give both --tls-cert and"),
        (
            ("serve", "--listen", "localhost:0", "--tls-cert", "a", "--tls-key", "b"),
            "a and b are not a certificate and its key",
        ),
        (("serve", "--reflection"), "--reflection is for a listener: give --listen HOST:PORT, too"),
        (("serve", "--tls-cert", "a"), "--tls-cert is for a listener: give --listen HOST:PORT or"),
        (("serve", "--tls-key", "a"), "--tls-key is for a listener"),
        (("serve", "--insecure"), "--insecure is for a listener"),
        (("serve", "--watch-delay", "5"), "give --watch HOST:PORT or --web HOST:PORT, too"),
        (("serve", "--watchers", "5"), "--watchers is for a listener"),
        (("bot", "token", "random"), "random is the name of a built-in bot"),
        (("bot", "token", "My Bot"), "the bot's name is 'My Bot'; it must be"),
        (("bot", "token", "mybot", "--version", "-"), "the bot's version is '-'; it must be"),
        (("bot", "token", "mybot", "--revoke"), "no bot 'mybot' has a token"),
    ],
)
def test_a_mistake_is_named(words: tuple[str, ...], sentence: str, tmp_path: Path) -> None:
    done = call(*words, cwd=tmp_path)
    assert (done.returncode, sentence in done.stderr) == (2, True), done.stderr


def test_a_remote_and_a_submitted_bot_have_different_names(tmp_path: Path) -> None:
    (tmp_path / "mybot.py").write_text(BOT)
    secret = give_token(tmp_path)
    refused = call("submit", "mybot.py", cwd=tmp_path)
    assert (refused.returncode, "name of a remote bot" in refused.stderr) == (2, True)
    call("bot", "token", "mybot", "--revoke", cwd=tmp_path)
    assert call("submit", "mybot.py", cwd=tmp_path).returncode == 0
    refused = call("bot", "token", "mybot", "--version", "2", cwd=tmp_path)
    assert (refused.returncode, "name of a submitted bot" in refused.stderr) == (2, True)
    assert secret


def test_with_a_json_log_every_line_is_an_object(tmp_path: Path) -> None:
    assert call("certificate", "tls", cwd=tmp_path).returncode == 0
    secret = give_token(tmp_path)
    options = ("--log-format", "json", "--seed", "3", "--listen", "127.0.0.1:0")
    files = ("--tls-cert", "tls/certificate.pem", "--tls-key", "tls/key.pem")
    trusted = str(tmp_path / "tls" / "certificate.pem")
    with serving(tmp_path, *options, *files) as running:
        lines: list[dict[str, Any]] = []

        def listen(event: str) -> dict[str, Any]:
            assert running.stderr is not None
            for line in running.stderr:
                lines.append(json.loads(line))
                if lines[-1]["event"] == event:
                    return lines[-1]
            raise AssertionError

        while "connect to" not in (said := listen("remark"))["message"]:
            pass
        address = re.search(r"connect to (\S+),", said["message"])
        assert address is not None
        with remote_bot(address[1], "guess", LUTETIA_TLS_CA=trusted):
            refusal = listen("refused")
        assert (refusal["status"], refusal["level"]) == ("UNAUTHENTICATED", "warning")
        with remote_bot(address[1], secret) as without_tls:
            words_of(without_tls)
        with remote_bot(address[1], secret, LUTETIA_TLS_CA=trusted):
            assert listen("connected")["bot"] == "mybot@remote"
            listen("match")
            assert call("bot", "token", "mybot", "--revoke", cwd=tmp_path).returncode == 0
            assert listen("left")["bot"] == "mybot@remote"
        running.send_signal(signal.SIGINT)
        while not listen("remark")["message"].startswith("Stopped; all finished matches"):
            pass
        assert running.stderr is not None
        lines += map(json.loads, running.stderr)
    levels = {line["message"].split()[0]: line["level"] for line in lines if "message" in line}
    assert levels["Seed"] == "warning"
    assert levels["Remote"] == levels["Stopped;"] == "info"


def test_with_a_json_log_a_mistake_is_an_object_too(tmp_path: Path) -> None:
    for words in (("--clock", "nonsense"), ("--reflection",)):
        done = lutetia("serve", *words, "--log-format", "json", cwd=tmp_path)
        assert done.returncode == 2
        (line,) = map(json.loads, done.stderr.splitlines())
        assert (line["level"], line["event"]) == ("error", "mistake")


def test_the_author_of_a_submitted_bot_gets_a_token_that_nobody_can_play_with(
    tmp_path: Path,
) -> None:
    (tmp_path / "mybot.py").write_text(BOT)
    assert call("submit", "mybot.py", cwd=tmp_path).returncode == 0
    given = call("bot", "token", "mybot", cwd=tmp_path)
    assert (given.returncode, "read on the bot's web page" in given.stderr) == (0, True)
    with closing(open_store(f"sqlite:///{tmp_path / 'lutetia.db'}")) as store:
        (submission,) = store.submissions()
        assert is_author([submission], submission.bot, given.stdout.strip())
        assert not store.tokens()


def test_a_run_tells_monitoring_what_happens(tmp_path: Path) -> None:
    options = ("--log-format", "json", "--metrics", "127.0.0.1:0")
    with serving(tmp_path, *options) as running:
        found = re.search(r"at (http://\S+/metrics)", await_line(running, "Metrics are at"))
        assert found is not None
        match = json.loads(await_line(running, '"event": "match"'))
        assert match["game"] == "moscow_paris"
        assert {seat["ending"] for seat in match["seats"]} == {"played"}
        with urlopen(found[1], timeout=120) as page:
            text = page.read().decode()
    assert re.search(r'lutetia_matches_total{game="moscow_paris",result="played"} [1-9]', text)
    assert re.search(r"lutetia_database_seconds_count [1-9]", text)
