"""Bot processes: whose fault it is if there is none."""

import errno
import os
import secrets
import subprocess
from pathlib import Path

import pytest
import trio

from arbiter.bot_output import BotOutput
from arbiter.processes import CannotStart, Launch, run_to_end


def start(command: str, folder: Path) -> str:
    """Run a command to its end; return how it ended and what it said."""
    environment = {"PATH": os.defpath, "MARK": secrets.token_hex(8)}

    async def main() -> str:
        launch = Launch([command], folder, environment)
        output = BotOutput()
        _, how = await run_to_end(launch, mark="MARK", started=lambda pid: None, output=output)
        return how + "".join(output.last_lines)

    return trio.run(main)


def test_a_folder_that_is_gone_is_not_the_bots_fault(tmp_path: Path) -> None:
    with pytest.raises(CannotStart, match="No such file"):
        start("true", tmp_path / "gone")


@pytest.mark.parametrize("error", [errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EAGAIN])
def test_a_machine_without_room_is_not_the_bots_fault(
    error: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OSError(error, os.strerror(error))

    monkeypatch.setattr(subprocess, "Popen", fail)
    with pytest.raises(CannotStart, match=os.strerror(error)):
        start("true", tmp_path)


def test_a_command_that_cannot_be_run_is_the_bots_fault(tmp_path: Path) -> None:
    (tmp_path / "bot").write_text("echo not executable")
    assert "Permission denied" in start("./bot", tmp_path)
    assert "No such file" in start("./nothing", tmp_path)
    assert start("false", tmp_path) == "the bot's process exited with code 1"
