"""What a bot was asked, taken from the record of the match alone."""

import json
from pathlib import Path

import pytest

from arbiter.clocks import TimeControl
from arbiter.match import Match
from arbiter.questions import Question
from engine.errors import BadValue
from engine.record import Bot, Record, Setup, record_from_json
from lutetia.v1 import play_pb2
from tests.arbiter.cli.commands import lutetia
from tests.engine.golden import CASES, play_case

SAVER = """
from pathlib import Path
from arbiter.client import run

turns = Path("turns.txt").open("w")

def choose(turn):
    turns.write(turn.message.SerializeToString().hex() + "\\n")
    turns.flush()
    return {answer}

run(choose)
"""


def play(folder: Path, game: str, answer: str) -> tuple[Record, list[play_pb2.Turn]]:
    """Play a match; return its record, and the turns that the bot at seat 0 was sent."""
    (folder / "saver.py").write_text(SAVER.format(answer=answer))
    words = ("match", game, "saver.py", "random", "--seed", "4", "--record", "match.json")
    done = lutetia(*words, "--sandbox", "off", cwd=folder)
    assert done.returncode == 0, done.stderr
    record, _ = record_from_json((folder / "match.json").read_text())
    sent = (folder / "turns.txt").read_text().split()
    return record, [play_pb2.Turn.FromString(bytes.fromhex(line)) for line in sent]


def asked(record: Record, seat: int) -> list[Question]:
    """Return all questions to a seat."""
    questions = []
    for number in range(1, len(record.actions) + 1):
        try:
            question = Question(record, number)
        except BadValue:
            continue  # decided by a stand-in
        if question.seat == seat:
            questions.append(question)
    return questions


def without_clock(turn: play_pb2.Turn) -> bytes:
    turn.ClearField("clock")
    turn.ClearField("match_id")
    return turn.SerializeToString(deterministic=True)


@pytest.mark.parametrize("game", ["lumiere", "connect_four"])
def test_a_question_is_the_turn_that_was_sent(tmp_path: Path, game: str) -> None:
    record, turns = play(tmp_path, game, "turn.message.turn_id % turn.action_count")
    questions = asked(record, 0)
    assert len(questions) == len(turns) == record.seats[0].decisions > 3
    for question, turn in zip(questions, turns, strict=True):
        assert without_clock(question.message()) == without_clock(turn)
        assert question.chosen() == turn.turn_id % turn.action_count


def test_the_turn_that_a_bot_failed_at_is_a_question_and_the_last_one(tmp_path: Path) -> None:
    record, turns = play(tmp_path, "lumiere", "999 if turn.message.turn_id > 6 else 0")
    questions = asked(record, 0)
    assert record.seats[0].ending == "illegal answer"
    assert [without_clock(question.message()) for question in questions] == [
        without_clock(turn) for turn in turns
    ]
    assert [question.answered_then for question in questions] == [True] * 3 + [False]


def test_turns_that_became_strikes_are_questions_like_all_others() -> None:
    setup, bots = Setup("lumiere", 2, {}, 4), [Bot("a", "1"), Bot("b", "1")]
    match = Match(setup, bots, TimeControl(), allowed_strikes=9)
    match.begin()
    turns = []
    while (turn := match.turn) is not None:
        match.start_clock(0.0)
        turns.append(turn)
        match.answer(turn.seat, turn.turn_id, 999 if turn.turn_id % 5 == 0 else 0, 0.0)
    record = match.record()
    for number, turn in enumerate(turns, 1):
        question = Question(record, number)
        assert question.turn == turn
        assert question.answered_then == (number % 5 > 0)
        assert turn.actions[question.chosen()] == record.actions[number - 1]


def test_a_question_knows_what_was_played() -> None:
    record = play_case(CASES["paris-3"])
    for number in range(1, len(record.actions), 29):
        question = Question(record, number)
        assert question.turn is not None
        assert question.turn.actions[question.chosen()] == record.actions[number - 1]


def test_there_is_no_question_beyond_the_end() -> None:
    record = play_case(CASES["lumiere-starter"])
    count = len(record.actions)
    with pytest.raises(BadValue, match=f"goes from 1 to {count}"):
        Question(record, count + 1)


def test_a_bot_is_asked_again_and_answers(tmp_path: Path) -> None:
    record, _ = play(tmp_path, "lumiere", "0")
    question = next(each for each in asked(record, 1) if each.number > 5)
    (tmp_path / "last.py").write_text(
        "from arbiter.client import run\nrun(lambda turn: turn.action_count - 1)\n"
    )
    ask = ("replay", "ask", "match.json", "--at", str(question.number), "--bot")
    done = lutetia(*ask, "last.py", "--sandbox", "off", "--json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert question.turn is not None
    assert told["answered"]["index"] == len(question.turn.actions) - 1
    assert told["played"]["index"] == question.chosen()
    differs = lutetia(*ask, "last.py", "--sandbox", "off", cwd=tmp_path)
    assert "The bot decides differently. It was asked this one decision only" in differs.stdout
    (tmp_path / "crash.py").write_text("from arbiter.client import run\nrun(lambda turn: 1 / 0)\n")
    crashed = lutetia(*ask, "crash.py", "--sandbox", "off", cwd=tmp_path)
    assert crashed.returncode == 1
    assert "The bot did not answer:" in crashed.stderr
    assert "ZeroDivisionError" in crashed.stderr
