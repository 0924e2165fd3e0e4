"""Tests that need a sandbox say so, and why they are skipped where there is none."""

import secrets
from dataclasses import replace
from pathlib import Path

import pytest
import trio

from arbiter.bot_output import BotOutput, last_output
from arbiter.bots import Manifest, search_path
from arbiter.processes import TOKEN, run_to_end
from arbiter.sandbox.bubblewrap import NoSandbox, find_sandbox


def _why_not() -> str:
    try:
        find_sandbox()
    except NoSandbox as error:
        return str(error)
    return ""


WHY_NO_SANDBOX = _why_not()
needs_sandbox = pytest.mark.skipif(bool(WHY_NO_SANDBOX), reason=WHY_NO_SANDBOX)


def confined(manifest: Manifest, code: str) -> str:
    """Run Python code in the sandbox of a bot; return how it ended and what it wrote last."""
    return run_confined(replace(manifest, run=("python", "-c", code)))


def run_confined(manifest: Manifest) -> str:
    """Run a bot that does not connect; return how it ended and what it wrote last."""

    async def main() -> str:
        environment = {"PATH": search_path(), TOKEN: secrets.token_hex(8)}
        socket = Path(__file__)  # any file will do for what does not connect
        async with find_sandbox().launch(manifest, environment, socket) as launch:
            output = BotOutput()
            _, how = await run_to_end(launch, mark=TOKEN, started=lambda pid: None, output=output)
            return "; ".join(filter(None, (how, last_output(output.last_lines))))

    return trio.run(main)
