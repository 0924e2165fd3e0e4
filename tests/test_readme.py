"""What the README shows works as it stands."""

import json
import re
import subprocess
import sys
from pathlib import Path

README = Path(__file__).resolve().parent.parent / "README.md"


def test_the_first_bot_of_the_readme_plays_as_it_stands(tmp_path: Path) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    (tmp_path / "mybot.py").write_text(code)
    lutetia = str(Path(sys.executable).parent / "lutetia")
    command = [lutetia, "match", "moscow_paris", "mybot.py", "greedy", "--json"]
    played = subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, text=True)
    seats = json.loads(played.stdout)["seats"]
    assert [(seat["bot"], seat["ending"]) for seat in seats] == [
        ("mybot", "played"),
        ("greedy", "played"),
    ]
