"""A proof, not a hope: what bots are sent follows from public knowledge and their own hand alone.

Matches of every game are played by the real arbiter with a tap on every stream. Every byte is
worked out again from the records; with other hidden pieces it would be the same; and no two
matches share a deal. Mutants show that each kind of leak would be seen.
"""

from typing import Any

import pytest

from arbiter.gallery import Part, Showing
from arbiter.match import Match
from arbiter.wire import frames
from engine.game import Notice
from engine.lumiere.state import LumiereState
from engine.moscow_paris.state import MoscowParisState
from engine.record import Ending
from tests.security.proof import (
    check_bytes,
    check_deals,
    check_events,
    check_imagined,
    check_imagined_shown,
    check_shown,
)
from tests.security.series import ALL_GAMES, Cup, Series, play_series
from tests.seeds import FULL

WORLDS = 3 if FULL else 2
MOSCOW = [Cup("moscow_paris", 3)]


@pytest.fixture(scope="module")
def series() -> Series:
    """Tournaments of every game, for every number of players."""
    return play_series(ALL_GAMES)


def test_every_byte_that_a_bot_was_sent_follows_from_the_records(series: Series) -> None:
    assert check_bytes(series) > 1_000_000


def test_with_other_hidden_pieces_every_turn_would_have_had_the_same_bytes(
    series: Series,
) -> None:
    assert check_imagined(series, WORLDS) > 1_000


def test_events_tell_nothing_that_a_view_does_not_show(series: Series) -> None:
    assert check_events(series, WORLDS) > 1_000


def test_every_byte_that_spectators_are_shown_follows_from_their_view_and_public_events(
    series: Series,
) -> None:
    assert check_shown(series) > 1_000_000


def test_with_other_hidden_pieces_spectators_would_have_been_shown_the_same_bytes(
    series: Series,
) -> None:
    assert check_imagined_shown(series, 1) > 1_000


def test_events_tell_spectators_nothing_that_their_view_does_not_show(series: Series) -> None:
    assert check_events(series, WORLDS, of_spectators=True) > 100


def test_no_two_matches_share_a_deal_and_none_can_be_worked_out(series: Series) -> None:
    check_deals(series)
    assert all(seed.bit_length() > 64 for seed in series.seeds)


def test_it_holds_for_matches_in_which_bots_resign() -> None:
    series = play_series(
        [Cup("moscow_paris", 4), Cup("paris", 3), Cup("lumiere", 2)], resigning=("bea", "cleo")
    )
    endings = {seat.ending for played in series.played for seat in played.record.seats}
    assert endings == {Ending.PLAYED, Ending.RESIGNED}
    check_bytes(series)
    check_imagined(series, WORLDS)
    check_shown(series)


class TestMutants:
    """Each breaks one promise, and is seen by the check of that promise."""

    def test_rotations_of_a_table_that_share_a_deal(self) -> None:
        series = play_series(MOSCOW, shared_deals=True)
        check_bytes(series)  # in each match by itself all is well
        with pytest.raises(AssertionError, match="two matches have the same seed"):
            check_deals(series)

    def test_deals_that_come_from_public_names(self, monkeypatch: pytest.MonkeyPatch) -> None:
        from engine.dice import public_seed

        def derive(root: int, *labels: str | int) -> int:
            return public_seed(*labels)

        monkeypatch.setattr("ladder.schedules.schedule.derive", derive)
        with pytest.raises(AssertionError, match="a seed follows from public names"):
            check_deals(play_series(MOSCOW))

    def test_a_private_event_that_reaches_another_seat(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def tell_everybody(self: Match, notices: Any) -> None:
            for events in self._events:
                events += [notice.event for notice in notices]

        monkeypatch.setattr(Match, "_tell", tell_everybody)
        with pytest.raises(AssertionError, match="is not what it may be sent"):
            check_bytes(play_series(MOSCOW))

    def test_a_private_event_that_the_rules_call_public(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        plays = {kind: _publicly(play) for kind, play in MoscowParisState.plays.items()}
        monkeypatch.setattr(MoscowParisState, "plays", plays)
        series = play_series(MOSCOW)
        with pytest.raises(AssertionError, match=r"tells seat . of .* what its view does not"):
            check_events(series, WORLDS)

    def test_a_private_event_that_reaches_spectators(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(Notice, "reaches", lambda notice, seat: True)
        with pytest.raises(AssertionError, match="is not what spectators may be shown"):
            check_shown(play_series(MOSCOW))

    def test_the_view_of_a_seat_that_is_shown_to_spectators(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def show(self: Showing, seat: int | None, events: Any, due_s: float) -> None:
            data = self._encoder.write(self._number, seat, self._state.view(0), events)
            self.parts.append(Part(due_s, data))

        monkeypatch.setattr(Showing, "_show", show)
        with pytest.raises(AssertionError, match="is not what spectators may be shown"):
            check_shown(play_series(MOSCOW))

    def test_the_next_card_in_the_view_of_spectators(self, monkeypatch: pytest.MonkeyPatch) -> None:
        view_of = MoscowParisState.view

        def view(self: MoscowParisState, seat: int | None) -> Any:
            return view_of(self, seat)._replace(hand=tuple(self.deck[-1:]))

        monkeypatch.setattr(MoscowParisState, "view", view)
        series = play_series(MOSCOW)
        check_shown(series)
        with pytest.raises(AssertionError, match="tells what is hidden"):
            check_imagined_shown(series, WORLDS)

    def test_the_next_tile_of_the_rival_in_a_view(self, monkeypatch: pytest.MonkeyPatch) -> None:
        view_of = LumiereState.view

        def view(self: LumiereState, seat: int | None) -> Any:
            seen: Any = view_of(self, seat)
            players = [
                player._replace(tiles=tuple(self.stacks[number]))
                for number, player in enumerate(seen.players)
            ]
            return seen._replace(players=tuple(players))

        monkeypatch.setattr(LumiereState, "view", view)
        series = play_series([Cup("lumiere", 2)])
        check_bytes(series)
        with pytest.raises(AssertionError, match="tells what is hidden"):
            check_imagined(series, WORLDS)

    def test_the_next_card_in_a_view(self, monkeypatch: pytest.MonkeyPatch) -> None:
        view_of = MoscowParisState.view

        def view(self: MoscowParisState, seat: int | None) -> Any:
            """Put the card that comes next first, if the seat has one like it."""
            seen = view_of(self, seat)
            card = self.deck[-1] if self.deck else ""
            return seen._replace(hand=tuple(sorted(seen.hand, key=lambda own: own != card)))

        monkeypatch.setattr(MoscowParisState, "view", view)
        series = play_series(MOSCOW)
        with pytest.raises(AssertionError, match="tells what is hidden"):
            check_imagined(series, WORLDS)

    def test_an_order_of_actions_that_tells_the_next_card(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def actions(self: MoscowParisState) -> Any:
            turn = len(self.deck[-1]) if self.deck else 0
            listed = list(self.valid)
            return listed[turn:] + listed[:turn]

        monkeypatch.setattr(MoscowParisState, "actions", actions)
        series = play_series(MOSCOW)
        with pytest.raises(AssertionError, match="tells what is hidden"):
            check_imagined(series, WORLDS)

    def test_events_of_earlier_turns_that_are_sent_again(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        ask = Match._ask

        def ask_and_remember(self: Match) -> None:
            ask(self)
            if self.turn is not None:
                self._events[self.turn.seat].extend(self.turn.events[-1:])

        monkeypatch.setattr(Match, "_ask", ask_and_remember)
        with pytest.raises(AssertionError, match="is not what it may be sent"):
            check_bytes(play_series(MOSCOW))

    @pytest.mark.parametrize("way", ["bot_seed", "options"])
    def test_the_seed_in_a_start(self, way: str, monkeypatch: pytest.MonkeyPatch) -> None:
        start = frames.start

        def tell(match_id: int, setup: Any, seat: int, bot_seed: int, *rest: Any) -> bytes:
            if way == "bot_seed":
                return start(match_id, setup, seat, setup.seed % 2**64, *rest)
            extra = b'\x4a\x08{"x": 1}'  # options_json once more, at the end
            begun = start(match_id, setup, seat, bot_seed, *rest)
            (size,) = begun[1:2]
            return begun[:1] + bytes([size + len(extra)]) + begun[2:] + extra

        monkeypatch.setattr(frames, "start", tell)
        cup = [Cup("connect_four", 2)]
        with pytest.raises(AssertionError, match="is not what it may be sent"):
            check_bytes(play_series(cup))

    def test_a_message_that_is_sent_twice(self, monkeypatch: pytest.MonkeyPatch) -> None:
        over = frames.over
        monkeypatch.setattr(frames, "over", lambda *told: over(*told) * 2)
        with pytest.raises(AssertionError, match="parts, not"):
            check_bytes(play_series([Cup("connect_four", 2)]))

    def test_a_field_that_no_message_has(self, monkeypatch: pytest.MonkeyPatch) -> None:
        over = frames.over
        monkeypatch.setattr(frames, "over", lambda *told: over(*told) + b"\x7a\x01x")
        with pytest.raises(AssertionError, match="a field 15 of an ArbiterMessage"):
            check_bytes(play_series([Cup("connect_four", 2)]))


def _publicly(play: Any) -> Any:
    """Return what an action does, with everything told to everybody."""

    def told(table: Any, action: Any) -> None:
        play(table, action)
        table.notices = [notice._replace(seat=None) for notice in table.notices]

    return told
