"""What pyproject.toml promises about versions."""

import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def pins(name: str) -> dict[str, str]:
    """Return the versions in a file of constraints."""
    lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
    return dict(line.lower().split("==") for line in lines)


def test_the_oldest_versions_allowed_are_those_that_are_tried() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    floors = dict(dependency.split(">=") for dependency in project["dependencies"])
    assert floors == pins("constraints-oldest.txt")


def test_every_dependency_is_pinned() -> None:
    assert pins("constraints-oldest.txt").keys() <= pins("constraints.txt").keys()
