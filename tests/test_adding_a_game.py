"""The guide for authors of games works: its game is made as it says, checked and played."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
GUIDE = (ROOT / "docs" / "adding_a_game.md").read_text(encoding="utf-8")


def run(*command: str, folder: Path) -> str:
    """Run a command with the new game on the path.

    It is not installed, and a sandbox shows a bot only games that are.
    """
    environment = {**os.environ, "PYTHONPATH": str(folder), "LUTETIA_SANDBOX": "off"}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def nim(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Follow the guide up to the installation."""
    checkout = tmp_path_factory.mktemp("guide") / "lutetia"
    shutil.copytree(ROOT / "tests" / "connect_four", checkout / "tests" / "connect_four")
    copy, generate, _ = re.findall(r"```sh\n(.*?)```", GUIDE, re.DOTALL)
    subprocess.run(["sh", "-ec", copy], cwd=checkout, check=True)
    folder = checkout.parent / "nim"
    for file in (folder / "nim").glob("*.py"):
        file.unlink()  # replaced by the guide
    for name, text in re.findall(r"^`([\w/.]+)`\n\n```\w+\n(.*?)```", GUIDE, re.DOTALL | re.M):
        with (folder / name).open("a", encoding="utf-8") as file:
            file.write(f"{text}\n\n")
    run(sys.executable, *generate.split()[1:], folder=folder)
    install(folder)
    return folder


def install(folder: Path) -> None:
    """Do what `pip install -e` does for entry points, without a network."""
    groups = tomllib.loads((folder / "pyproject.toml").read_text())["project"]["entry-points"]
    metadata = folder / "lutetia_nim-0.1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: lutetia-nim\nVersion: 0.1.0\n")
    lines = [
        line
        for group, points in groups.items()
        for line in (f"[{group}]", *(f"{name} = {target}" for name, target in points.items()))
    ]
    (metadata / "entry_points.txt").write_text("\n".join(lines))


def test_the_game_of_the_guide_passes_its_tests(nim: Path) -> None:
    lutetia = str(Path(sys.executable).with_name("lutetia"))
    run(lutetia, "match", "nim", "random", "random", "--seed", "1", "--record", "golden.json",
        folder=nim)  # fmt: skip
    assert "heap 2:" in run(lutetia, "replay", "show", "golden.json", folder=nim)
    played = run(lutetia, "match", "nim", "largest.py", "random", folder=nim)
    assert played.count("played") == 2, played  # neither of them forfeited
    assert "4 passed" in run(sys.executable, "-m", "pytest", "-q", "test_nim.py", folder=nim)
