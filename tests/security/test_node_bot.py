"""A bot in another language, written from the docs: TLS, a token, and a network that fails."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from engine.record import Ending
from tests.arbiter.cli.commands import call
from tests.arbiter.cli.test_remote import give_token, listening_at
from tests.arbiter.cli.test_serve import await_line, serving, stored
from tests.arbiter.cutting_proxy import cutting_proxy

NODE_BOT = Path(__file__).parent / "node_bot"
PROTO = Path(__file__).parents[2] / "proto"

pytestmark = pytest.mark.skipif(
    shutil.which("node") is None or not (NODE_BOT / "node_modules").is_dir(),
    reason="needs Node and `npm install` in tests/security/node_bot",
)


@contextmanager
def node_bot(address: str, token: str, certificate: Path) -> Iterator[Iterator[list[str]]]:
    """Run the bot and give the words of each line that it writes."""
    variables = {
        "LUTETIA_ADDRESS": address,
        "LUTETIA_BOT": "mybot",
        "LUTETIA_TOKEN": token,
        "LUTETIA_TLS_CA": str(certificate),
        "LUTETIA_PROTO": str(PROTO),
    }
    with subprocess.Popen(
        ["node", "bot.js"],
        cwd=NODE_BOT,
        env={**os.environ, **variables},
        stdout=subprocess.PIPE,
        text=True,
    ) as running:
        assert running.stdout is not None
        try:
            yield (line.split() for line in running.stdout)
        finally:
            running.kill()


def await_words(lines: Iterator[list[str]], *words: str) -> list[str]:
    """Return the next line that begins with these words."""
    heard = []
    for line in lines:
        heard.append(line)
        if line[: len(words)] == list(words):
            return line
    raise AssertionError(f"the bot ended without {words}: {heard[-5:]}")


def test_it_loses_its_connection_twice_in_a_match_and_plays_it_to_the_end(tmp_path: Path) -> None:
    call("certificate", "tls", cwd=tmp_path)
    certificate = tmp_path / "tls" / "certificate.pem"
    files = ("--tls-cert", str(certificate), "--tls-key", "tls/key.pem")
    secret = give_token(tmp_path)
    with (
        serving(tmp_path, "--listen", "127.0.0.1:0", *files) as running,
        cutting_proxy(listening_at(running)) as proxy,
        node_bot(proxy.address, secret, certificate) as lines,
    ):
        _, match_id = await_words(lines, "start")
        for _ in range(2):
            for _ in range(4):
                await_words(lines, "turn", match_id)
            proxy.cut()
            await_words(lines, "lost")
            await_words(lines, "resumed", match_id)
        over = await_words(lines, "over", match_id)
        assert (over[2], over[-1]) == ("rank", "ENDING_PLAYED"), over
        await_line(running, "mybot@remote")
    assert proxy.connections >= 3
    endings = [
        (seat.ending, seat.decisions > 8)
        for record in stored(tmp_path).values()
        for seat in record.seats
        if seat.bot == "mybot"
    ]
    assert (Ending.PLAYED, True) in endings
