"""`lutetia serve --watch` and `lutetia watch`, for real."""

import json
import re
import subprocess
from pathlib import Path

from tests.arbiter.cli.commands import call, called_json
from tests.arbiter.cli.test_serve import await_line, serving, stored


def shown_at(running: subprocess.Popen[str]) -> str:
    found = re.search(r"lutetia watch (\S+)", await_line(running, "Spectators watch"))
    assert found is not None
    return found[1]


def test_a_match_of_the_ladder_is_watched_to_its_end_and_is_one_of_those_stored(
    tmp_path: Path,
) -> None:
    with serving(tmp_path, "--watch", "127.0.0.1:0") as running:
        address = shown_at(running)
        watched = call("watch", address, "--from-start", "--json", cwd=tmp_path)
        drawn = call("watch", address, cwd=tmp_path)
        listed = called_json("watch", address, "--list", cwd=tmp_path)
        unknown = call("watch", address, "--match", "1000000", cwd=tmp_path)
    assert watched.returncode == 0, watched.stderr
    head, *steps, end = map(json.loads, watched.stdout.splitlines())
    bots = [bot["name"] for bot in head["match"]["bots"]]
    scores = [result.get("score") for result in end["end"]["results"]]
    assert (bots, scores, len(steps) - 1) in [
        (
            [seat.bot for seat in record.seats],
            [seat.score for seat in record.seats],
            len(record.actions),
        )
        for record in stored(tmp_path).values()
    ]
    assert drawn.returncode == 0, drawn.stderr
    assert re.search(r"\nthe end: 1\. \w+ \d+   2\. \w+ -?\d+\n", drawn.stdout)
    assert all(match["game"] == "moscow_paris" for match in listed)
    assert unknown.returncode == 2
    assert unknown.stderr == f"lutetia: {address}: match 1000000 is not being shown\n"


def test_others_can_watch_only_with_tls_or_if_that_is_asked_for(tmp_path: Path) -> None:
    refused = call("serve", "--sandbox", "off", "--watch", "0.0.0.0:0", cwd=tmp_path)
    assert refused.returncode == 2
    assert "0.0.0.0:0 can be reached from other machines" in refused.stderr


def test_spectators_can_watch_over_tls(tmp_path: Path) -> None:
    assert call("certificate", "tls", cwd=tmp_path).returncode == 0
    files = ("--tls-cert", "tls/certificate.pem", "--tls-key", "tls/key.pem")
    with serving(tmp_path, "--watch", "localhost:0", *files) as running:
        address = shown_at(running)
        watched = call("watch", address, "--ca", "tls/certificate.pem", cwd=tmp_path)
        plain = call("watch", address, cwd=tmp_path)
    assert "the end: 1." in watched.stdout, watched.stderr
    assert plain.returncode == 2


def test_nobody_listening_is_a_sentence(tmp_path: Path) -> None:
    done = call("watch", f"unix:{tmp_path}/nobody", cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr.startswith("lutetia: unix:")
