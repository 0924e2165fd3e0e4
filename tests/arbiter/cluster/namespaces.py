"""Machines with a network of their own: namespaces, joined by a switch in another namespace.

Nothing of this touches the network of the machine that runs the tests.
"""

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
import sqlalchemy as sa

from tests.postgresql import SERVER

ADDRESS = "10.77.0.1:5432"
FORWARDER = Path(__file__).with_name("forwarder.py")


def _why_not() -> str:
    """Return why there can be no namespaces here, if there cannot."""
    if os.geteuid() != 0:
        return "network namespaces need root"
    name = f"lutetia-try-{os.getpid()}"
    try:
        ip("netns", "add", name)
        ip("-n", name, "link", "add", "try", "type", "bridge")
        ip("netns", "delete", name)
    except (OSError, subprocess.CalledProcessError) as error:
        return f"no network namespaces here: {error}"
    return ""


def ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True)


needs_namespaces = pytest.mark.skipif(bool(why := _why_not()), reason=why or "they work")


class Network:
    """Machines that reach each other and the database at ADDRESS, and nothing else."""

    def __init__(self, prefix: str, names: Sequence[str], undo: ExitStack) -> None:
        self._hub = f"{prefix}-hub"
        self._undo = undo
        self._forwarder = self._start_forwarder()
        self._prefix = prefix
        self._links = {name: f"link{number}" for number, name in enumerate(names)}

    def within(self, name: str) -> list[str]:
        """Return the words that run a command on a machine."""
        return ["ip", "netns", "exec", f"{self._prefix}-{name}"]

    def stop_database(self) -> None:
        """End all connections to the database, and let nobody connect."""
        _end(self._forwarder)

    def start_database(self) -> None:
        self._forwarder = self._start_forwarder()

    def _start_forwarder(self) -> subprocess.Popen[str]:
        socket = Path(str(sa.make_url(SERVER).query["host"]), ".s.PGSQL.5432")
        command = [*("ip", "netns", "exec", self._hub), sys.executable, str(FORWARDER)]
        forwarder = subprocess.Popen(
            [*command, ADDRESS, str(socket)], stdout=subprocess.PIPE, text=True
        )
        self._undo.callback(_end, forwarder)
        assert forwarder.stdout is not None
        assert forwarder.stdout.readline() == "ready\n"
        return forwarder

    def cut_off(self, name: str) -> None:
        ip("-n", self._hub, "link", "set", self._links[name], "down")

    def connect(self, name: str) -> None:
        ip("-n", self._hub, "link", "set", self._links[name], "up")


@contextmanager
def network(names: Sequence[str]) -> Iterator[Network]:
    """Make machines for as long as a block lasts."""
    prefix = f"lutetia-{os.getpid()}"
    hub = f"{prefix}-hub"
    with ExitStack() as undo:
        _namespace(hub, undo)
        ip("-n", hub, "link", "add", "switch", "type", "bridge")
        ip("-n", hub, "address", "add", "10.77.0.1/24", "dev", "switch")
        ip("-n", hub, "link", "set", "switch", "up")
        for number, name in enumerate(names):
            machine, link = f"{prefix}-{name}", f"link{number}"
            _namespace(machine, undo)
            ends = ["type", "veth", "peer", "name", "eth0", "netns", machine]
            ip("-n", hub, "link", "add", link, *ends)
            ip("-n", hub, "link", "set", link, "master", "switch", "up")
            ip("-n", machine, "address", "add", f"10.77.0.{number + 2}/24", "dev", "eth0")
            ip("-n", machine, "link", "set", "eth0", "up")
        yield Network(prefix, names, undo)


def _namespace(name: str, undo: ExitStack) -> None:
    ip("netns", "add", name)
    undo.callback(ip, "netns", "delete", name)


def _end(process: subprocess.Popen[str]) -> None:
    with process:
        process.kill()
