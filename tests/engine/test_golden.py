"""Golden playthroughs replay to the end they had. `python -m tests.engine.golden` makes them."""

import pytest

from engine.record import record_from_json, verify
from tests.engine.golden import CASES, FOLDER, play_case


@pytest.mark.parametrize("name", CASES)
def test_a_golden_game_replays_to_its_outcome(name):
    record, digest = record_from_json((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    assert record.setup == CASES[name]
    verify(record, digest)


@pytest.mark.parametrize("name", CASES)
def test_a_golden_game_is_played_again_move_by_move(name):
    record, _ = record_from_json((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    assert play_case(CASES[name]) == record


def test_every_golden_file_belongs_to_a_case():
    assert {file.stem for file in FOLDER.glob("*.json")} == set(CASES)
