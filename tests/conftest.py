"""What all tests share: a network of their own, and what to do where something is missing.

What this machine lacks is said first, and what was skipped for it at the end (`-rs`). Where there
is no sandbox, commands run without one.
"""

import os
import secrets
import shutil
import signal
import subprocess
from collections.abc import Iterator

import pytest

from tests.postgresql import SERVER
from tests.sandboxes import WHY_NO_SANDBOX

TOOL_CHAINS = ("cc", "cmake", "g++", "go", "mvn", "cargo", "node", "npm", "protoc")


def pytest_configure() -> None:
    # A shell that runs us in the background lets us ignore Ctrl-C, and whoever we start would
    # inherit that; many tests interrupt what they have started.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if WHY_NO_SANDBOX:
        os.environ.setdefault("LUTETIA_SANDBOX", "off")  # `serve` would refuse to start


def pytest_report_header() -> list[str]:
    lacking = {
        "the sandbox": WHY_NO_SANDBOX,
        "PostgreSQL and clusters": ""
        if SERVER
        else "LUTETIA_TEST_POSTGRES is not set; `bash .ci/postgres make test` sets it",
        "browsers": "" if shutil.which("chromium") else "Chromium is not installed",
        "networks": "" if shutil.which("ip") else "ip (iproute2) is not installed",
        "starter kits": ", ".join(tool for tool in TOOL_CHAINS if not shutil.which(tool)),
    }
    lines = [f"tests of {what} are skipped: {why}" for what, why in lacking.items() if why]
    return lines or ["nothing is missing here: no test is skipped for want of a program"]


def may_make_a_network() -> bool:
    """Tell whether this user can make a network namespace."""
    if shutil.which("ip") is None or shutil.which("tc") is None:
        return False
    made = subprocess.run(["ip", "netns", "add", "lutetia-probe"], capture_output=True)
    if made.returncode == 0:
        subprocess.run(["ip", "netns", "del", "lutetia-probe"], check=True)
    return made.returncode == 0


@pytest.fixture
def network() -> Iterator[str]:
    """Make a network namespace, whose only cable is its loopback; its name."""
    if not may_make_a_network():
        pytest.skip("needs root, and ip and tc (iproute2), to make a network namespace")
    name = f"lutetia-{secrets.token_hex(4)}"
    subprocess.run(["ip", "netns", "add", name], check=True)
    try:
        yield name
    finally:
        subprocess.run(["ip", "netns", "del", name], check=True)
