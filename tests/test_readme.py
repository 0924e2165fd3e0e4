"""What the README shows works as it stands."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

README = Path(__file__).resolve().parent.parent / "README.md"


@pytest.mark.parametrize("number", range(2))
def test_the_bots_of_the_readme_play_as_they_stand(number: int, tmp_path: Path) -> None:
    codes = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    assert len(codes) == 2
    (tmp_path / "mybot.py").write_text(codes[number])
    lutetia = str(Path(sys.executable).parent / "lutetia")
    command = [lutetia, "match", "moscow_paris", "mybot.py", "greedy", "--json"]
    played = subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, text=True)
    seats = json.loads(played.stdout)["seats"]
    assert [(seat["bot"], seat["ending"]) for seat in seats] == [
        ("mybot", "played"),
        ("greedy", "played"),
    ]


def test_the_matches_that_the_readme_looks_at_are_those_of_its_tournament() -> None:
    text = README.read_text(encoding="utf-8")
    (run,) = re.findall(r"lutetia tournament run --game (.*)", text)
    bots = run.count("--bot ")
    shown = {int(number) for number in re.findall(r"lutetia replay (?:show|ask) (\d+)", text)}
    assert shown
    assert shown <= set(range(1, bots * (bots - 1) + 1))  # every two bots meet in both seats
