"""The searching player: whole matches, tactics, its clock."""

from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest
from google.protobuf.any_pb2 import Any as PackedAny

from arbiter.bots import find_bot
from arbiter.client import Match, Turn, position_of
from arbiter.clocks import parse_clock
from arbiter.jobs import Job
from arbiter.local_arbiter import open_local_arbiter
from arbiter.loops import run
from arbiter.wire.games import find_wire
from connect_four.rules import Board, Drop
from engine.game import AnyState
from engine.games import find_game
from engine.record import Ending, Record, Setup, verify
from lutetia.v1 import play_pb2
from sample_bots.search.player import Level, Player, thinking_s

GAMES = [("connect_four", 2), ("lumiere", 2), ("moscow_paris", 3), ("paris", 2)]


def turn_at(game_name: str, state: AnyState, seat_seed: int = 1, **start: Any) -> Turn:
    """Return the turn that the decider of a state would get."""
    game, wire, seat = find_game(game_name), find_wire(game_name), state.decider
    assert seat is not None
    players = len(getattr(state, "players", ())) or 2
    begun = play_pb2.Start(game=game_name, seat=seat, players=players, bot_seed=seat_seed, **start)
    rules = game.rules(players, game.options())
    if rules is not None:
        getattr(begun, f"{game_name}_rules").ParseFromString(wire.encode_rules(rules))
    position = position_of(game_name, state, seat)
    turn = play_pb2.Turn(action_count=len(state.actions()))
    if game_name in turn.DESCRIPTOR.fields_by_name:
        getattr(turn, game_name).CopyFrom(position)
    else:
        packed = PackedAny()
        packed.Pack(position)
        turn.other.CopyFrom(packed)
    turn.clock.remaining_ms = start.get("move_ms") or start.get("bank_ms") or 0
    turn.clock.bank_ms = start.get("bank_ms", 0)
    return Turn(Match(begun), turn)


def middle_of(game_name: str, decisions: int) -> AnyState:
    """Return a state some decisions into a match, each the first in its list."""
    game = find_game(game_name)
    state = game.new(2, game.options(), 3)
    for _ in range(decisions):
        state.play(state.actions()[0])
    return state


def board(*columns: int) -> Board:
    """Return Connect Four after some discs."""
    state = Board()
    for column in columns:
        state.play(Drop(column))
    return state


class Ticks:
    """A clock that goes on by a millisecond whenever it is looked at."""

    def __init__(self) -> None:
        self.read: Iterator[int] = count()
        self.last_s = 0.0

    def __call__(self) -> float:
        self.last_s = next(self.read) / 1e3
        return self.last_s


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_it_plays_a_whole_match_of_every_game_over_the_wire(game: str, players: int) -> None:
    names = ["search-fast", *(f"random-{n}" for n in range(1, players))]
    bots = {name: find_bot("search-fast" if name == "search-fast" else "random") for name in names}
    options = {"max_turns": 60} if game == "moscow_paris" else {}

    async def main() -> object:
        async with open_local_arbiter(startup_s=60) as local:
            setup = Setup(game, players, options, seed=5)
            return await local.play(Job(setup, bots, parse_clock("10+0"), ("search-fast",)))

    record = run(main)
    assert isinstance(record, Record), record
    assert [seat.ending for seat in record.seats] == [Ending.PLAYED] * players, record.seats
    verify(record, record.digest)


def test_it_wins_in_one() -> None:
    state = board(3, 0, 3, 0, 3, 1)
    assert state.actions()[Player(Level(200)).choose(turn_at("connect_four", state))] == Drop(3)


def test_it_keeps_the_rival_from_winning_in_one() -> None:
    state = board(3, 0, 3, 0, 3)
    assert state.actions()[Player(Level(200)).choose(turn_at("connect_four", state))] == Drop(3)


@pytest.mark.parametrize("game", ["connect_four", "lumiere", "moscow_paris", "paris"])
def test_with_a_number_of_simulations_equal_seeds_choose_alike(game: str) -> None:
    state = middle_of(game, 8)
    choices = {Player(Level(12)).choose(turn_at(game, state)) for _ in range(3)}
    assert len(choices) == 1


@pytest.mark.parametrize("game", ["connect_four", "lumiere", "moscow_paris", "paris"])
def test_it_answers_within_its_share_of_the_limit_even_in_the_middle_of_a_playout(
    game: str,
) -> None:
    ticks = Ticks()
    Player(Level(), ticks).choose(turn_at(game, middle_of(game, 8), move_ms=200))
    assert 0.07 < ticks.last_s <= 0.101


def test_where_the_machine_stood_still_it_leaves_more_time() -> None:
    player = Player(Level(), iter([0.0, 0.001, 0.051]).__next__)
    player.choose(turn_at("connect_four", board(), move_ms=200))
    ticks = player.now = Ticks()
    player.choose(turn_at("connect_four", board(), move_ms=200))
    assert 0.06 < ticks.last_s <= 0.2 - 3 * 0.04 + 0.001


def test_after_one_long_stall_it_thinks_on_and_soon_as_long_as_before() -> None:
    player = Player(Level(), iter([0.0, 0.001, 0.301]).__next__)
    player.choose(turn_at("connect_four", board(), move_ms=200))
    times_s = []
    for _ in range(12):
        ticks = player.now = Ticks()
        player.choose(turn_at("connect_four", board(), move_ms=200))
        times_s.append(ticks.last_s)
    assert min(times_s) > 0.05
    assert times_s[-1] > 0.09


def test_after_a_long_stall_it_answers_at_once() -> None:
    looks = iter([0.0, 0.001, 0.041])  # and no more
    player = Player(Level(), looks.__next__)
    player.choose(turn_at("connect_four", board(), move_ms=200))
    assert next(looks, None) is None


def test_without_any_time_it_still_answers() -> None:
    turn = turn_at("paris", middle_of("paris", 8), bank_ms=1)
    turn.clock.bank_ms = turn.clock.remaining_ms = 0
    assert 0 <= Player(Level(), Ticks()).choose(turn) < turn.action_count


@pytest.mark.parametrize(
    ("start", "clock", "expected"),
    [
        ({}, {}, None),
        ({"move_ms": 1000}, {"remaining_ms": 1000}, 0.7),
        ({"move_ms": 1000}, {"remaining_ms": 1000, "round_trip_us": 100_000}, 0.6),
        ({"bank_ms": 60_000}, {"remaining_ms": 60_000, "bank_ms": 60_000}, 2.0),
        ({"bank_ms": 60_000, "increment_ms": 500}, {"remaining_ms": 500, "bank_ms": 500}, 0.35),
        ({"bank_ms": 60_000, "move_ms": 200}, {"remaining_ms": 200, "bank_ms": 60_000}, 0.1),
        ({"move_ms": 50}, {"remaining_ms": 50}, 0.015),
        ({"bank_ms": 60_000}, {"remaining_ms": 0, "bank_ms": 0}, 0.0),
    ],
)
def test_it_takes_a_part_of_the_limit_and_a_small_part_of_the_bank(
    start: dict[str, Any], clock: dict[str, Any], expected: float | None
) -> None:
    told = thinking_s(play_pb2.Start(**start), play_pb2.Clock(**clock))
    assert told == (None if expected is None else pytest.approx(expected))


def test_a_bank_lasts_however_many_decisions_there_are() -> None:
    """Every decision takes all the time it may, and is charged in full."""
    start = play_pb2.Start(bank_ms=20_000, increment_ms=100)
    bank_ms = 20_000.0
    for _ in range(1_000):
        clock = play_pb2.Clock(remaining_ms=int(bank_ms), bank_ms=int(bank_ms))
        spent_s = thinking_s(start, clock)
        assert spent_s is not None
        assert spent_s * 1e3 < 0.71 * bank_ms
        bank_ms += 100 - spent_s * 1e3
