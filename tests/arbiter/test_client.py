"""The Python client, at the other end of a real stream."""

import os
import random
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import grpc
import pytest
import trio
from google.protobuf.any_pb2 import Any as PackedAny
from google.protobuf.message import DecodeError

from arbiter.arbiter import Arbiter
from arbiter.client import FLUSH_S, Turn, run
from arbiter.clocks import parse_clock
from arbiter.listeners import listening
from arbiter.loops import run as run_loops
from arbiter.match import Match
from arbiter.wire.frames import TurnEncoder
from arbiter.wire.unopened import UnopenedMessage
from engine.record import Bot, Setup
from lutetia.v1 import PROTOCOL_VERSION, play_pb2

Requests = Iterator[play_pb2.BotMessage]
Script = Callable[[Requests, grpc.ServicerContext], Iterator[bytes]]
"""An arbiter that plays its part by heart."""


@contextmanager
def serving(script: Script, folder: Path) -> Iterator[dict[str, str]]:
    """Serve the Play stream by a script; give the environment of a bot that is to connect."""
    handler: Any = grpc.stream_stream_rpc_method_handler(script, play_pb2.BotMessage.FromString)
    service = grpc.method_handlers_generic_handler("lutetia.v1.ArbiterService", {"Play": handler})
    server = grpc.server(ThreadPoolExecutor(1))
    server.add_generic_rpc_handlers((service,))
    server.add_insecure_port(f"unix:{folder}/arbiter")
    server.start()
    try:
        yield environment(f"unix:{folder}/arbiter")
    finally:
        server.stop(None).wait()


def environment(address: str) -> dict[str, str]:
    return {"LUTETIA_ADDRESS": address, "LUTETIA_BOT": "bot", "LUTETIA_TOKEN": "secret"}


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., None]:
    """Let a bot of this process play by a script."""

    def play(script: Script, *args: Any, **choosers: Any) -> None:
        with serving(script, tmp_path) as variables:
            for name, value in variables.items():
                monkeypatch.setenv(name, value)
            run(*args, **choosers)

    return play


def message(**parts: Any) -> bytes:
    return play_pb2.ArbiterMessage(**parts).SerializeToString()


def start(match_id: int, **fields: Any) -> play_pb2.Start:
    return play_pb2.Start(match_id=match_id, game="connect_four", players=2, **fields)


def turn(match_id: int, turn_id: int) -> play_pb2.Turn:
    return play_pb2.Turn(match_id=match_id, turn_id=turn_id, action_count=7)


def asking(*asked: bytes) -> tuple[Script, list[play_pb2.BotMessage]]:
    """Return a script that sends messages, each after an answer to the last; and what it got."""
    received: list[play_pb2.BotMessage] = []

    def script(requests: Requests, context: grpc.ServicerContext) -> Iterator[bytes]:
        for data in asked:
            received.append(next(requests))
            yield data
        received.append(next(requests))

    return script, received


def test_a_bot_says_hello_as_the_arbiter_told_it(play: Callable[..., None]) -> None:
    script, received = asking()
    play(script, lambda turn: 0, ["connect_four"], 3)
    (hello,) = received
    assert hello.hello == play_pb2.Hello(
        protocol_version=PROTOCOL_VERSION,
        bot="bot",
        token="secret",
        games=["connect_four"],
        max_matches=3,
    )


def test_turns_that_come_together_are_answered_together(play: Callable[..., None]) -> None:
    turns = [turn(match_id, 5) for match_id in (1, 2, 3)]
    script, received = asking(message(starts=[start(1), start(2), start(3)], turns=turns))
    play(script, lambda turn: turn.message.match_id + 1)
    assert [
        (answer.match_id, answer.turn_id, answer.action_index) for answer in received[1].answers
    ] == [
        (1, 5, 2),
        (2, 5, 3),
        (3, 5, 4),
    ]


def test_a_bot_learns_of_its_strikes(play: Callable[..., None]) -> None:
    strike = play_pb2.Strike(match_id=1, turn_id=5, reason="late", strikes_left=1)
    gone = play_pb2.Strike(match_id=9, turn_id=5)
    script, _ = asking(
        message(starts=[start(1)], turns=[turn(1, 5)]),
        message(turns=[turn(1, 7)], strikes=[strike, gone]),
    )
    seen: list[list[play_pb2.Strike]] = []

    def choose(turn: Turn) -> int:
        seen.append(list(turn.match.strikes))
        return 0

    play(script, choose)
    assert seen == [[], [strike]]


def turn_of_paris() -> tuple[play_pb2.Start, play_pb2.Turn]:
    """Return the first turn of a match of Paris."""
    match = Match(Setup("paris", 2, {}, 1), [Bot("a", "1"), Bot("b", "1")], parse_clock("60"))
    match.begin()
    assert match.turn is not None
    due = TurnEncoder(1, "paris").write(match.turn, 0.0)
    begun = play_pb2.Start(match_id=1, game="paris", players=2)
    return begun, play_pb2.ArbiterMessage.FromString(due).turns[0]


def test_a_bot_may_answer_with_an_action_instead_of_its_index(play: Callable[..., None]) -> None:
    begun, asked = turn_of_paris()
    script, received = asking(message(starts=[begun], turns=[asked]))
    play(script, lambda turn: turn.actions[2])
    assert received[1].answers[0].action_index == 2


def test_a_position_is_parsed_only_by_a_bot_that_looks_at_it(play: Callable[..., None]) -> None:
    begun, _ = turn_of_paris()
    garbled: Any = UnopenedMessage(starts=[begun])
    garbled.turns.add(match_id=1, turn_id=1, action_count=7, paris=b"no position")
    script, received = asking(garbled.SerializeToString())
    play(script, lambda turn: turn.turn_id + turn.action_count + turn.clock.bank_ms)
    assert received[1].answers[0].action_index == 8
    with pytest.raises(DecodeError):
        play(script, lambda turn: turn.view)
    with pytest.raises(DecodeError):
        play(script, lambda turn: turn.message)


def test_the_message_of_a_turn_is_whole(play: Callable[..., None]) -> None:
    begun, asked = turn_of_paris()
    script, received = asking(message(starts=[begun], turns=[asked]))
    play(script, lambda turn: int(turn.message != asked))
    assert received[1].answers[0].action_index == 0


@pytest.mark.parametrize("choice", [-1, "2", None, play_pb2.Goodbye()])
def test_what_is_neither_an_action_nor_an_index_is_an_error_that_says_so(
    choice: object, play: Callable[..., None]
) -> None:
    begun, asked = turn_of_paris()
    script, _ = asking(message(starts=[begun], turns=[asked]))
    with pytest.raises(ValueError, match=r"neither one of turn\.actions nor the index of one"):
        play(script, lambda turn: choice)


def test_turns_that_come_together_can_be_decided_together(play: Callable[..., None]) -> None:
    starts, turns = [start(1), start(2)], [turn(1, 5), turn(2, 9)]
    script, received = asking(message(starts=starts, turns=turns), message(turns=[turn(2, 10)]))
    batches: list[int] = []

    def choose_batch(turns: list[Turn]) -> list[int]:
        batches.append(len(turns))
        return [turn.message.match_id for turn in turns]

    play(script, choose_batch=choose_batch)
    answers = [list(sent.answers) for sent in received[1:]]
    assert batches == [2, 1]
    assert [[answer.action_index for answer in sent] for sent in answers] == [[1, 2], [2]]


def test_a_batch_needs_as_many_answers_as_it_has_turns(play: Callable[..., None]) -> None:
    script, _ = asking(message(starts=[start(1), start(2)], turns=[turn(1, 1), turn(2, 1)]))
    with pytest.raises(TypeError, match="choose_batch got 2 turns and returned 1"):
        play(script, choose_batch=lambda turns: [0])


@pytest.mark.parametrize("choosers", [{}, {"choose": len, "choose_batch": len}])
def test_a_bot_decides_in_one_way(choosers: dict[str, Any]) -> None:
    with pytest.raises(TypeError, match="either choose or choose_batch"):
        run(**choosers)


def test_an_answer_does_not_wait_for_a_slow_decision_after_it(play: Callable[..., None]) -> None:
    arrived = threading.Event()
    counts: list[int] = []

    def script(requests: Requests, context: grpc.ServicerContext) -> Iterator[bytes]:
        next(requests)
        yield message(starts=[start(1), start(2)], turns=[turn(1, 1), turn(2, 1)])
        for _ in range(2):
            counts.append(len(next(requests).answers))
            arrived.set()

    def choose(turn: Turn) -> int:
        if turn.message.match_id == 1:
            until = time.monotonic() + FLUSH_S
            while time.monotonic() <= until:
                pass
        else:
            assert arrived.wait(20), "the first answer waits for the second"
        return 0

    play(script, choose)
    assert counts == [1, 1]


def test_a_match_has_options_chance_and_memory_of_its_own(
    play: Callable[..., None],
) -> None:
    script, _ = asking(
        message(
            starts=[start(1, seat=1, bot_seed=42, options_json='{"teams": true}'), start(2)],
            turns=[turn(1, 1), turn(2, 1)],
        ),
        message(turns=[turn(1, 2)]),
        message(overs=[play_pb2.Over(match_id=1)], starts=[start(3)], turns=[turn(3, 1)]),
    )
    seen: list[tuple[object, ...]] = []

    def choose(turn: Turn) -> int:
        match = turn.match
        match.memory["turns"] = match.memory.get("turns", 0) + 1
        chance = match.rng.random()
        seen.append((match.game, match.seat, match.options, chance, match.memory["turns"]))
        return 0

    play(script, choose)
    first, other = random.Random(42), random.Random(0)
    chance = other.random()
    assert seen == [
        ("connect_four", 1, {"teams": True}, first.random(), 1),
        ("connect_four", 0, {}, chance, 1),
        ("connect_four", 1, {"teams": True}, first.random(), 2),
        ("connect_four", 0, {}, chance, 1),
    ]


READER = """
import sys
from arbiter.client import run

def choose(turn):
    assert "connect_four" not in sys.modules
    columns = [action.column for action in turn.actions]
    print(turn.view.seat, list(turn.view.discs), columns, [event.column for event in turn.events])
    return 3

run(choose)
"""


def test_the_position_of_a_plug_in_game_reads_like_any_other(tmp_path: Path) -> None:
    match = Match(
        Setup("connect_four", 2, {}, 1), [Bot("a", "1"), Bot("b", "1")], parse_clock("60")
    )
    match.begin()
    match.answer(0, 1, 3, 0.0)
    assert match.turn is not None
    due = TurnEncoder(1, "connect_four").write(match.turn, 0.0)
    script, received = asking(message(starts=[start(1)]) + due)
    with serving(script, tmp_path) as variables:
        bot = subprocess.run(
            [sys.executable, "-c", READER],
            env=os.environ | variables,
            capture_output=True,
            text=True,
            check=False,
        )
    assert (bot.stdout, bot.stderr) == (f"1 [{1 << 21}, 0] [0, 1, 2, 3, 4, 5, 6] [3]\n", "")
    assert received[1].answers[0].action_index == 3


def test_the_position_of_a_game_that_is_not_installed_is_an_error_with_advice(
    play: Callable[..., None],
) -> None:
    other = PackedAny(type_url="type.googleapis.com/chess.Position")
    asked = play_pb2.Turn(match_id=1, turn_id=1, action_count=20, other=other)
    script, received = asking(
        message(starts=[play_pb2.Start(match_id=1, game="chess")], turns=[asked])
    )
    sentences = []

    def choose(turn: Turn) -> int:
        with pytest.raises(LookupError) as error:
            _ = turn.view
        sentences.append(str(error.value))
        return turn.action_count - 1

    play(script, choose)
    assert "chess sends a chess.Position, which is not known here" in sentences[0]
    assert received[1].answers[0].action_index == 19, "a bot that does not look can play"


@pytest.mark.parametrize(
    ("name", "advice"),
    [
        ("LUTETIA_ADDRESS", "Try: lutetia match"),
        ("LUTETIA_BOT", "lutetia bot token"),
        ("LUTETIA_TOKEN", "lutetia bot token"),
    ],
)
def test_a_bot_that_nobody_started_says_how_to_start_it(
    name: str, advice: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for each, value in environment("unix:nowhere").items():
        monkeypatch.setenv(each, value)
    monkeypatch.delenv(name)
    with pytest.raises(SystemExit, match=f"'{name}' is not set: .*{advice}"):
        run(lambda turn: 0)


def test_a_bot_that_is_refused_ends_with_the_sentence_of_the_arbiter(tmp_path: Path) -> None:
    async def main() -> subprocess.CompletedProcess[bytes]:
        arbiter = Arbiter(trio.lowlevel.current_trio_token().run_sync_soon)
        arbiter.expect("bot", Bot("bot", "1"), token="another secret", startup_s=20)
        with trio.fail_after(20):
            async with listening(arbiter, f"unix:{tmp_path}/arbiter") as address:
                return await trio.run_process(
                    [sys.executable, "-c", "from arbiter.client import run; run(lambda turn: 0)"],
                    env=os.environ | environment(address),
                    capture_stderr=True,
                    check=False,
                )

    bot = run_loops(main)
    assert bot.returncode == 1
    assert bot.stderr.startswith(b"the arbiter ended the stream: UNAUTHENTICATED: ")
    assert b"token" in bot.stderr
