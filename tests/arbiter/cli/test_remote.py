"""Remote bots and `lutetia serve --listen`, for real: tokens, TLS, matches with local bots."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.arbiter.cli.commands import call, called_json, lutetia, printed_json
from tests.arbiter.cli.test_serve import await_line, serving

BOT = """
from arbiter.client import run

run(lambda turn: turn.match.rng.randrange(turn.action_count), max_matches=4)
"""


def listening_at(running: subprocess.Popen[str]) -> str:
    found = re.search(r"connect to (\S+),", await_line(running, "Remote bots connect to"))
    assert found is not None
    return found[1]


@contextmanager
def remote_bot(address: str, token: str, **variables: str) -> Iterator[subprocess.Popen[str]]:
    """Run a bot that connects to an address."""
    own = {"LUTETIA_ADDRESS": address, "LUTETIA_BOT": "mybot", "LUTETIA_TOKEN": token}
    with subprocess.Popen(
        [sys.executable, "-c", BOT],
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
    _, said = running.communicate(timeout=60)
    return said


def test_a_remote_bot_meets_local_ones_over_tls_and_is_rated(tmp_path: Path) -> None:
    assert call("certificate", "tls", cwd=tmp_path).returncode == 0
    files = ("--tls-cert", "tls/certificate.pem", "--tls-key", "tls/key.pem")
    secret = give_token(tmp_path)
    with serving(tmp_path, "--listen", "127.0.0.1:0", *files) as running:
        address = listening_at(running)
        trusted = str(tmp_path / "tls" / "certificate.pem")
        with remote_bot(address, secret, LUTETIA_TLS_CA=trusted):
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
        (("bot", "token", "random"), "random is the name of a built-in bot"),
        (("bot", "token", "My Bot"), "is not a valid name for a bot"),
        (("bot", "token", "mybot", "--version", "-"), "is not a valid version"),
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
    refused = call("bot", "token", "mybot", cwd=tmp_path)
    assert (refused.returncode, "name of a submitted bot" in refused.stderr) == (2, True)
    assert secret


def test_a_run_tells_monitoring_what_happens(tmp_path: Path) -> None:
    options = ("--log-format", "json", "--metrics", "127.0.0.1:0")
    with serving(tmp_path, *options) as running:
        found = re.search(r"at (http://\S+/metrics)", await_line(running, "Metrics are at"))
        assert found is not None
        match = json.loads(await_line(running, '"event": "match"'))
        assert match["game"] == "moscow_paris"
        assert {seat["ending"] for seat in match["seats"]} == {"played"}
        with urlopen(found[1], timeout=20) as page:
            text = page.read().decode()
    assert re.search(r'lutetia_matches_total{game="moscow_paris",result="played"} [1-9]', text)
    assert re.search(r"lutetia_database_seconds_count [1-9]", text)
