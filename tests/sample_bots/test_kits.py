"""The starter kits: each is built as an author gets it, and plays every game from every seat."""

import json
import os
import shutil
import signal
import subprocess
import sys
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from arbiter.bots import find_bot
from arbiter.starter_kits import LANGUAGES, new_bot
from engine.record import Ending
from tests.arbiter.cli.test_remote import give_token, listening_at
from tests.arbiter.cli.test_serve import await_line, serving, stored
from tests.arbiter.cutting_proxy import cutting_proxy
from tests.arbiter.leftovers import wait_until

LUTETIA = str(Path(sys.executable).with_name("lutetia"))
TOOLS = {
    "cpp": ("cmake", "g++", "pkg-config", "protoc", "grpc_cpp_plugin"),
    "go": ("go", "protoc"),
    "java": ("java", "mvn"),
    "python": (),
    "rust": ("cargo", "protoc"),
    "typescript": ("node", "npm", "protoc"),
}
"""What building a kit takes."""
GAMES = ("connect_four", "lumiere", "moscow_paris", "paris")


def play(bot: str, game: str, seat: int, folder: Path) -> object:
    """Play a match without a fault against `random`, and return its actions."""
    record = folder / "record.json"
    bots = [bot, "random"] if seat == 0 else ["random", bot]
    command = [LUTETIA, "match", game, *bots, "--seed", "7", "--json", "--record", str(record)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    seats = json.loads(done.stdout)["seats"]
    assert [seat["ending"] for seat in seats] == ["played", "played"], seats
    return json.loads(record.read_text())["actions"]


@cache
def play_model(game: str, seat: int) -> object:
    """Play a match with the kit in Python, which the others are compared with."""
    with TemporaryDirectory() as folder:
        new_bot(Path(folder, "model"), "python")
        return play("model", game, seat, Path(folder))


def play_from_afar(bot: Path) -> int:
    """Play in a ladder over a connection that is cut, say goodbye, and return the exit code."""
    folder = bot.parent
    token = give_token(folder)
    with (
        serving(folder, "--listen", "127.0.0.1:0") as running,
        cutting_proxy(listening_at(running)) as proxy,
    ):
        own = {"LUTETIA_ADDRESS": proxy.address, "LUTETIA_BOT": "mybot", "LUTETIA_TOKEN": token}
        # As the arbiter has it: `python` is the one that has Lutetia.
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        environment = {**os.environ, **own, "PATH": path}

        def connected(times: int) -> bool:
            return proxy.connections >= times

        with subprocess.Popen(find_bot(str(bot)).run, cwd=bot, env=environment) as process:
            try:
                for cuts in range(1, 4):
                    wait_until(partial(connected, cuts))
                    await_line(running, "mybot@remote")
                    proxy.closed_next = 3  # as a router does that is not ready yet
                    proxy.cut()
                # It has no stream now, or does not know it yet: neither may lose the goodbye.
                process.send_signal(signal.SIGINT)
                while process.poll() is None:
                    await_line(running, "@")  # serve would wait for a reader of its lines
            finally:
                process.kill()
    seats = [seat for record in stored(folder).values() for seat in record.seats]
    assert {seat.ending for seat in seats if seat.bot == "mybot"} == {Ending.PLAYED}
    return process.returncode


# One test, since building takes longest.
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_kit_plays_every_game_as_the_one_in_python_does_comes_back_and_says_goodbye(
    language: str, tmp_path: Path
) -> None:
    missing = [tool for tool in TOOLS[language] if shutil.which(tool) is None]
    if missing:
        pytest.skip(f"the {language} kit needs {', '.join(missing)}")
    new_bot(tmp_path / "mine", language)
    for game in GAMES:
        for seat in (0, 1):
            actions = play("mine", game, seat, tmp_path)
            # The same rules of thumb in every language: a slip in one of them shows here.
            assert actions == play_model(game, seat), (game, seat)
    # A JVM that was interrupted says so, however it ends.
    assert play_from_afar(tmp_path / "mine") == (130 if language == "java" else 0)
