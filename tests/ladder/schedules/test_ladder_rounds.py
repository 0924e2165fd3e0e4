"""Rounds of the endless ladder: planned one by one, taken up again after a restart."""

import random
from collections.abc import Sequence

import pytest

from engine.record import Bot, Record, SeatRecord
from ladder.ratings.results import Played, results_of
from ladder.schedules.ladder_rounds import Rounds, entry_name, new_round, unfinished
from ladder.schedules.matchmaking import strengths_of
from ladder.schedules.schedule import Key, Pairing
from ladder.store.store import Store, Tournament
from tests.ladder.games import bot, duels, record_of

ABC = [bot("a"), bot("b"), bot("c")]


def rounds(bots: dict[str, Sequence[Bot]], past: Sequence[Key] = ()) -> Rounds:
    planned = Rounds(7, {"duel": (2,), "feast": (2, 3, 4)}, past)
    planned.bots = bots
    return planned


def test_a_round_is_one_deal_in_all_rotations_of_the_seats() -> None:
    games = new_round(1, "feast", 5, ABC)
    assert [game.key for game in games] == [Key("feast", 5, 0, turn) for turn in range(3)]
    assert len({game.setup.seed for game in games}) == 1
    for seat in range(3):
        assert {game.bots[seat] for game in games} == {"a@1", "b@1", "c@1"}


def test_rounds_have_deals_of_their_own() -> None:
    seeds = {new_round(1, game, n, ABC)[0].setup.seed for game in ("x", "y") for n in range(50)}
    assert len(seeds) == 100


def test_games_take_turns_and_numbers_of_players_that_are_possible_too() -> None:
    planned = rounds({"duel": ABC, "feast": ABC})
    planned.strengths = {game: strengths_of(results_of(known())) for game in ("duel", "feast")}
    found = [planned.next()[0] for _ in range(8)]
    assert [game.key.game for game in found] == ["duel", "feast"] * 4
    assert [len(game.bots) for game in found if game.key.game == "feast"] == [2, 3, 2, 3]


def known() -> list[Played]:
    return duels("a", "b", 5, 0, 5) + duels("b", "c", 5, 0, 5)


def test_a_game_with_a_new_bot_comes_first() -> None:
    planned = rounds({"duel": ABC, "feast": [*ABC, bot("new")]})
    planned.strengths = {game: strengths_of(results_of(known())) for game in ("duel", "feast")}
    assert "new@1" in planned.next()[0].bots
    assert planned.next()[0].key.game == "duel"


def test_a_game_without_enough_bots_is_left_out() -> None:
    planned = rounds({"duel": [bot("a")], "feast": ABC})
    assert {planned.next()[0].key.game for _ in range(4)} == {"feast"}
    planned.bots = {"duel": [bot("a")]}
    assert planned.next() == []


def test_a_busy_bot_is_spared_while_there_are_others() -> None:
    planned = rounds({"duel": ABC})
    assert set(planned.next(busy=[bot("a")])[0].bots) == {"b@1", "c@1"}
    assert len(planned.next(busy=ABC)) == 2


def test_numbers_go_on_after_the_last_stored_round() -> None:
    planned = rounds({"duel": ABC}, past=[Key("duel", 8, 0, 0), Key("duel", 3, 0, 1)])
    assert planned.next()[0].key.round == 9


def finished(pairing: Pairing) -> Record:
    """A finished game: its seats belong to the bots, not to the names they played under."""
    done = record_of(pairing, range(1, len(pairing.bots) + 1))
    seats = [own_name(seat) for seat in done.seats]
    return Record(done.setup, done.actions, tuple(seats))


def own_name(seat: SeatRecord) -> SeatRecord:
    name, _, version = seat.bot.partition("@")
    rest = (seat.score, seat.rank, seat.ending, seat.reason, seat.decisions, seat.seconds)
    return SeatRecord(name, version, *rest)


@pytest.mark.parametrize("seed", range(10))
def test_what_is_missing_of_a_round_is_found_from_what_is_stored(
    store: Store, tournament: Tournament, seed: int
) -> None:
    dice = random.Random(seed)
    whole = [game for number in range(6) for game in new_round(seed, "feast", number, ABC)]
    kept = [game for game in whole if dice.random() < 0.5]
    store.add_matches(tournament, [(game.key, finished(game)) for game in kept])
    begun = {game.key.round for game in kept}
    missing = [game for game in whole if game not in kept and game.key.round in begun]
    found = unfinished(store, tournament, store.finished(tournament))
    assert sorted(found, key=lambda game: game.key) == missing


def test_a_bot_is_entered_by_name_and_version() -> None:
    assert entry_name(Bot("a", "1.2")) == "a@1.2"
