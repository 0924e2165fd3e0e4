"""What is joined by hand parses as what the generated classes would write."""

import pytest

from arbiter.clocks import parse_clock
from arbiter.match import Match
from arbiter.wire import frames
from arbiter.wire.games import find_wire
from connect_four.connect_four_pb2 import Position
from engine.record import Bot, Ending, Setup
from lutetia.v1 import play_pb2
from lutetia.v1.lumiere_pb2 import LumiereRules


def begun(clock: str = "60+1,move=5") -> Match:
    match = Match(
        Setup("connect_four", 2, {}, 1), [Bot("a", "1"), Bot("b", "1")], parse_clock(clock)
    )
    match.begin()
    return match


def test_a_turn_carries_ids_clock_count_and_position() -> None:
    due = begun().turn
    assert due is not None
    (turn,) = play_pb2.ArbiterMessage.FromString(
        frames.TurnEncoder(300, "connect_four").write(due, 0.0012)
    ).turns
    assert (turn.match_id, turn.turn_id, turn.action_count) == (300, 1, 7)
    assert turn.clock == play_pb2.Clock(remaining_ms=5_000, bank_ms=60_000, round_trip_us=1_200)
    position = Position()
    assert turn.other.type_url == f"type.googleapis.com/{Position.DESCRIPTOR.full_name}"
    assert turn.other.Unpack(position)
    assert [action.column for action in position.actions] == [0, 1, 2, 3, 4, 5, 6]


def test_the_position_of_a_game_of_ours_has_a_field_of_its_own() -> None:
    match = Match(Setup("lumiere", 2, {}, 1), [Bot("a", "1"), Bot("b", "1")], parse_clock("60"))
    match.begin()
    assert match.turn is not None
    part = frames.TurnEncoder(1, "lumiere").write(match.turn, 0.0)
    (turn,) = play_pb2.ArbiterMessage.FromString(part).turns
    assert turn.WhichOneof("position") == "lumiere"
    assert len(turn.lumiere.actions) == turn.action_count


def test_the_rules_of_a_plug_in_are_named_by_their_type_url(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # A game whose rules have no field of their own, as those of every plug-in.
    monkeypatch.setattr(frames, "_RULES_FIELDS", {})
    start = play_pb2.Start.FromString(frames.start_rules.__wrapped__("lumiere", 2, ""))
    assert start.other_rules.type_url == f"type.googleapis.com/{LumiereRules.DESCRIPTOR.full_name}"
    assert start.other_rules.Unpack(LumiereRules())


def test_a_turn_without_limits_says_zero() -> None:
    due = begun("60").turn
    assert due is not None
    unlimited = due._replace(remaining_s=None, bank_s=None)
    part = frames.TurnEncoder(1, "connect_four").write(unlimited, 0.0)
    (turn,) = play_pb2.ArbiterMessage.FromString(part).turns
    assert turn.clock == play_pb2.Clock()


def test_an_empty_bank_is_not_told_as_no_limit() -> None:
    due = begun().turn
    assert due is not None
    part = frames.TurnEncoder(1, "connect_four").write(
        due._replace(remaining_s=0.0, bank_s=0.0), 0.0
    )
    (turn,) = play_pb2.ArbiterMessage.FromString(part).turns
    assert (turn.clock.remaining_ms, turn.clock.bank_ms) == (1, 1)


def test_parts_of_several_matches_join_to_one_message() -> None:
    due = begun().turn
    assert due is not None
    joined = b"".join(
        frames.TurnEncoder(match_id, "connect_four").write(due, 0.0) for match_id in (1, 2, 200_000)
    )
    turns = play_pb2.ArbiterMessage.FromString(joined).turns
    assert [turn.match_id for turn in turns] == [1, 2, 200_000]


def test_the_end_of_a_match_tells_every_seat_how_it_ended() -> None:
    match = begun()
    match.forfeit(0, Ending.TIMEOUT, "slow")
    match.forfeit(1, Ending.CRASH, "gone")
    (over,) = play_pb2.ArbiterMessage.FromString(frames.over(7, match.record(), "")).overs
    assert [(seat.rank, seat.HasField("score")) for seat in over.results] == [
        (2, False),
        (1, False),
    ]
    assert over.results[1].ending == play_pb2.ENDING_CRASH


def test_a_start_tells_options_and_rules_but_not_the_seed_of_the_deal() -> None:
    setup = Setup("moscow_paris", 2, {"istanbul": True}, seed=123_456_789)
    part = frames.start(7, setup, seat=1, bot_seed=42, control=parse_clock("60+1,move=5"))
    (start,) = play_pb2.ArbiterMessage.FromString(part).starts
    assert "Istanbul" in {city.name for city in start.moscow_paris_rules.cities}
    start.ClearField("rules")
    assert start == play_pb2.Start(
        match_id=7,
        game="moscow_paris",
        seat=1,
        players=2,
        bot_seed=42,
        bank_ms=60_000,
        increment_ms=1_000,
        move_ms=5_000,
        options_json='{"istanbul": true}',
    )


def test_every_ending_has_its_name_on_the_wire() -> None:
    names = {f"ENDING_{ending.name}" for ending in Ending}
    assert names | {"ENDING_UNSPECIFIED"} == set(play_pb2.Ending.keys())


def test_the_wire_of_connect_four_is_found_by_its_entry_point() -> None:
    assert find_wire("connect_four").message == Position.DESCRIPTOR.full_name
