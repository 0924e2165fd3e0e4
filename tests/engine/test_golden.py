"""Golden playthroughs replay to the end they had. `python -m tests.engine.golden` makes them."""

from pathlib import Path

import pytest

import engine
from engine.record import record_from_json, verify
from tests.engine.golden import CASES, FOLDER, play_case


@pytest.mark.parametrize("name", CASES)
def test_a_golden_match_replays_to_its_outcome(name: str) -> None:
    record, digest = record_from_json((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    assert record.setup == CASES[name]
    verify(record, digest)


@pytest.mark.parametrize("name", CASES)
def test_a_golden_match_is_played_again_move_by_move(name: str) -> None:
    record, _ = record_from_json((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    assert play_case(CASES[name]) == record


def test_every_game_of_ours_has_a_golden_playthrough() -> None:
    ours = {path.parent.name for path in Path(engine.__file__).parent.glob("*/game.py")}
    assert ours == {setup.game for setup in CASES.values()}


def test_every_golden_file_belongs_to_a_case() -> None:
    assert {file.stem for file in FOLDER.glob("*.json")} == set(CASES)
