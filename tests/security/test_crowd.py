"""Crowds of connections that say nothing: beside a match, and before the documented firewall."""

import asyncio
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
import trio

from arbiter.arbiter import Arbiter
from arbiter.certificates import make_certificate, server_credentials
from arbiter.listeners import ListenerLimits, listening
from arbiter.loops import in_asyncio, run
from engine.record import Ending, Record
from tests.arbiter.leftovers import until
from tests.arbiter.test_coming_back import Table, started_bot

ROOT = Path(__file__).parents[2]


def rules() -> str:
    """Return the rules that the documentation tells operators to use."""
    found = re.search(r"```nft\n(.*?)```", (ROOT / "docs" / "operations.md").read_text(), re.DOTALL)
    assert found is not None
    return found[1]


def crowded(network: str, folder: Path) -> str:
    """Let a crowd take all connections, and return what becomes of an honest bot."""
    command = (sys.executable, "-m", "tests.security.crowd", str(folder))
    done = subprocess.run(
        ["ip", "netns", "exec", network, *command],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.fixture
def firewall(network: str) -> Iterator[None]:
    if shutil.which("nft") is None:
        pytest.skip("needs nft (nftables)")
    subprocess.run(
        ["ip", "netns", "exec", network, "nft", "-f", "-"], input=rules(), text=True, check=True
    )
    yield


def test_silent_connections_from_one_address_keep_others_out(network: str, tmp_path: Path) -> None:
    """Which is why a firewall is needed: gRPC has no limit for an address."""
    assert crowded(network, tmp_path) == "kept out"


@pytest.mark.usefixtures("firewall")
def test_the_documented_firewall_keeps_room_for_others(network: str, tmp_path: Path) -> None:
    assert crowded(network, tmp_path) == "let in"


WORDS = (b"", b"\x16\x03\x01\x02\x00\x01", b"GET / HTTP/1.1\r\n\r\n" * 100)
"""Silence, the beginning of a handshake, and garbage."""
HANDSHAKE_S, SLACK_S = 1.0, 4.0


async def seconds_until_closed(port: int, words: bytes) -> float:
    since_s = time.monotonic()
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    with suppress(ConnectionError):
        writer.write(words)
        while await reader.read(1024):
            pass
    writer.close()
    return time.monotonic() - since_s


async def crowd_beside(port: int) -> list[float]:
    crowd = (seconds_until_closed(port, words) for words in WORDS for _ in range(170))
    return await asyncio.gather(*crowd)


def test_500_connections_without_a_handshake_are_closed_in_its_time_and_a_match_goes_on(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    certificate, key = make_certificate(tmp_path / "tls", ["localhost", "127.0.0.1"])
    credentials = server_credentials("127.0.0.1:0", certificate, key, insecure=False)

    async def main() -> tuple[Record, list[float]]:
        arbiter = Arbiter(trio.lowlevel.current_trio_token().run_sync_soon)
        limits = ListenerLimits(handshake_s=HANDSHAKE_S)
        async with (
            trio.open_nursery() as nursery,
            listening(arbiter, "127.0.0.1:0", limits, credentials=credentials) as address,
        ):
            nursery.start_soon(arbiter.watch)
            table = Table(arbiter, tmp_path)
            try:
                for name in ("a", "b"):
                    await started_bot(table, name, address, LUTETIA_TLS_CA=str(certificate))
                with trio.fail_after(60):
                    async with trio.open_nursery() as playing:
                        playing.start_soon(table.play)
                        await until(lambda: len(table.asked()) >= 2)
                        took_s = await in_asyncio(crowd_beside(int(address.rpartition(":")[2])))
            finally:
                await table.end_processes()
            nursery.cancel_scope.cancel()
        return table.record, took_s

    record, took_s = run(main)
    assert [seat.ending for seat in record.seats] == [Ending.PLAYED] * 2
    assert "andshake" not in capfd.readouterr().err  # nor do they fill the log
    assert HANDSHAKE_S * 0.9 <= max(took_s) <= HANDSHAKE_S + SLACK_S
