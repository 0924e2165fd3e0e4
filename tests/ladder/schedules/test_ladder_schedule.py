"""The ladder's schedule: groups planned one by one, taken up again after a restart."""

from collections.abc import Collection, Iterable, Sequence

import numpy as np
import pytest

from engine.record import Bot
from ladder.ratings.results import results_of
from ladder.schedules.ladder_schedule import (
    FIRST_MATCHES,
    LOT_EVERY,
    VOIDS_IN_A_ROW,
    LadderSchedule,
    Predecessor,
    new_group,
)
from ladder.schedules.matchmaking import Strengths, strengths_of
from ladder.schedules.schedule import Idle, Key, Pairing
from tests.ladder.games import bot, duels

ABC = [bot("a"), bot("b"), bot("c")]


def ladder(
    bots: Iterable[Bot] = ABC,
    games: Collection[str] = ("duel", "feast"),
    past: Sequence[Key] = (),
    concurrency: int = 8,
    begun: Iterable[Pairing] = (),
) -> LadderSchedule:
    """A ladder of games for two, or for two to four."""
    sizes = {game: (2,) if game == "duel" else (2, 3, 4) for game in games}
    schedule = LadderSchedule(7, sizes, concurrency, past, begun)
    schedule.admit(dict.fromkeys(bots, ()))
    return schedule


STRENGTHS = strengths_of(results_of(duels("a", "b", 5, 0, 5) + duels("b", "c", 5, 0, 5)))


def learned(schedule: LadderSchedule, games: Collection[str] = ("duel", "feast")) -> LadderSchedule:
    """Let a schedule know a, b and c in some games."""
    schedule.learn(dict.fromkeys(games, STRENGTHS), set(), ())
    return schedule


def start(schedule: LadderSchedule) -> Pairing:
    pairing = schedule.next()
    assert isinstance(pairing, Pairing)
    return pairing


def start_group(schedule: LadderSchedule) -> Pairing:
    """Start and finish all matches of the next group; return the first."""
    first = start(schedule)
    rest = [start(schedule) for _ in first.bots[1:]]
    for pairing in (first, *rest):
        schedule.finished(pairing, ())
    return first


def test_a_group_is_played_in_all_rotations_of_the_seats() -> None:
    games = new_group(1, "feast", 5, ABC)
    assert [game.key for game in games] == [Key("feast", 5, 0, turn) for turn in range(3)]
    for seat in range(3):
        assert {game.bots[seat] for game in games} == {"a@1", "b@1", "c@1"}


def test_no_two_matches_share_a_deal() -> None:
    groups = [new_group(1, game, number, ABC) for game in ("x", "y") for number in range(50)]
    assert len({pairing.setup.seed for pairings in groups for pairing in pairings}) == 300


def test_games_take_turns_and_numbers_of_players_that_are_possible_too() -> None:
    schedule = learned(ladder())
    groups = [start_group(schedule) for _ in range(8)]
    assert [first.key.game for first in groups] == ["duel", "feast"] * 4
    assert [len(first.bots) for first in groups if first.key.game == "feast"] == [2, 3, 2, 3]


def test_a_game_with_a_new_bot_comes_first() -> None:
    schedule = learned(ladder([*ABC, bot("new")]))
    firsts = [start_group(schedule) for _ in range(3)]
    assert all("new@1" in first.bots for first in firsts[:2])
    assert [first.key.game for first in firsts] == ["duel", "feast", "duel"]


def test_a_game_without_enough_bots_is_not_played() -> None:
    schedule = ladder([])
    assert schedule.next() is Idle.AWAITING_BOTS
    schedule.admit({bot("a"): (), bot("b"): ("feast",), bot("c"): ("feast",)})
    assert {start_group(schedule).key.game for _ in range(4)} == {"feast"}
    schedule.admit({bot("a"): ("duel",)})
    assert schedule.next() is Idle.AWAITING_BOTS


def test_a_busy_bot_is_spared_while_there_are_others() -> None:
    schedule = ladder([bot(name) for name in "abcd"], ["duel"], concurrency=4)
    one, two = start(schedule), start(schedule)
    assert set(one.bots) == set(two.bots)  # each of them has 2 of 4 matches now
    assert set(start(schedule).bots).isdisjoint(one.bots)


def test_busy_bots_play_on_where_there_are_no_others() -> None:
    schedule = ladder(ABC[:2], ["duel"], concurrency=4)
    assert [set(start(schedule).bots) for _ in range(4)] == [{"a@1", "b@1"}] * 4


def test_numbers_go_on_after_the_last_stored_group() -> None:
    schedule = ladder(games=["duel"], past=[Key("duel", 8, 0, 0), Key("duel", 3, 0, 1)])
    assert start(schedule).key.round == 9


def test_a_new_bot_replaces_what_is_planned_but_not_what_was_begun() -> None:
    schedule = ladder(ABC[:2], ["duel"])
    first = start(schedule)
    schedule.admit(dict.fromkeys([*ABC[:2], bot("new")], ()))
    second, third = start(schedule), start(schedule)
    assert second.key == first.key._replace(rotation=1)
    assert "new@1" in third.bots


def test_what_is_left_of_a_group_is_dropped_with_a_bot_that_has_gone() -> None:
    schedule = ladder(ABC[:2], ["duel"])
    start(schedule)
    schedule.admit(dict.fromkeys(ABC[1:], ()))
    assert set(start(schedule).bots) == {"b@1", "c@1"}


def test_who_takes_part_is_news_only_when_it_changes() -> None:
    schedule = ladder(ABC)
    assert not schedule.admit(dict.fromkeys(ABC, ()))
    assert schedule.admit(dict.fromkeys(ABC[:2], ()))


def test_a_bot_that_is_benched_is_paired_no_more() -> None:
    schedule = ladder(ABC, ["duel"])
    start(schedule)
    schedule.suspend("a@1")
    assert {name for _ in range(6) for name in start(schedule).bots} == {"b@1", "c@1"}


def test_a_bot_with_nothing_but_forfeits_is_paired_no_more() -> None:
    schedule = ladder(ABC, ["duel"])
    schedule.learn({}, {bot("a")}, ())
    assert {name for _ in range(6) for name in start(schedule).bots} == {"b@1", "c@1"}


def test_a_game_goes_on_when_the_matches_of_a_benched_bot_are_void() -> None:
    """One whose files were edited had its games closed for everybody."""
    schedule = ladder(ABC, ["duel"], concurrency=64)
    running = [start(schedule) for _ in range(4 * VOIDS_IN_A_ROW)]
    schedule.suspend("a@1")
    voids = [pairing for pairing in running if "a@1" in pairing.bots]
    assert len(voids) > VOIDS_IN_A_ROW
    assert {schedule.void(pairing) for pairing in voids} == {""}


def test_a_game_whose_matches_are_all_void_is_skipped() -> None:
    schedule = ladder(ABC, ["duel"])
    said = [schedule.void(start(schedule)) for _ in range(VOIDS_IN_A_ROW)]
    assert said[:-1] == [""] * (VOIDS_IN_A_ROW - 1)
    assert said[-1].startswith("duel is skipped")
    assert schedule.next() is Idle.AWAITING_BOTS


def test_a_pair_whose_matches_were_void_is_as_free_as_before() -> None:
    bots = [bot(name) for name in "abcd"]
    strengths = Strengths(tuple(bots), np.array([0.0, 0.2, 1.0, 2.0]), np.eye(4))

    def third_pair(*, void: bool) -> tuple[str, ...]:
        schedule = ladder(bots, ["duel"], concurrency=100)
        schedule.learn({"duel": strengths}, set(), ())
        for _ in range(2):
            for pairing in [start(schedule) for _ in range(2)]:
                schedule.void(pairing) if void else schedule.finished(pairing, (1, 1))
        return tuple(sorted(start(schedule).bots))

    # The second group is planned while the first is under way, the third when it is over.
    assert third_pair(void=True) == ("a@1", "b@1")
    assert third_pair(void=False) != ("a@1", "b@1")


def test_a_new_bot_whose_match_was_void_does_not_come_first_again() -> None:
    schedule = learned(ladder([*ABC, bot("new")]))
    firsts = []
    for _ in range(4):
        first = start(schedule)
        for pairing in (first, *(start(schedule) for _ in first.bots[1:])):
            schedule.void(pairing)
        firsts.append(first.key.game)
    assert firsts == ["duel", "feast", "duel", "feast"]


def test_one_group_in_four_is_drawn_by_lot() -> None:
    bots = [bot(name) for name in "abcdefgh"]
    strengths = Strengths(tuple(bots), np.arange(8.0) * 3, np.eye(8))
    schedule = ladder(bots, ["duel"], concurrency=100)
    schedule.learn({"duel": strengths}, set(), ())
    apart = [
        abs(ord(one[0]) - ord(two[0]))
        for _ in range(80)
        for one, two in [_table(schedule, strengths)]
    ]
    by_lot = apart[LOT_EVERY - 1 :: LOT_EVERY]
    assert np.mean(by_lot) > 2  # of eight places two are 3 apart on average
    assert {each for n, each in enumerate(apart) if n % LOT_EVERY != LOT_EVERY - 1} == {1}


def _table(schedule: LadderSchedule, strengths: Strengths) -> tuple[str, ...]:
    """Play a group and learn nothing from it."""
    first = start_group(schedule)
    schedule.learn({"duel": strengths}, set(), schedule.stored())
    return first.bots


OLD, NEW = Bot("mine", "1"), Bot("mine", "2")


def with_new_version(games: Sequence[str] = (), concurrency: int = 8) -> LadderSchedule:
    """A ladder in which version 2 of a bot has just replaced version 1, which plays `games`."""
    schedule = learned(ladder([*ABC, OLD], concurrency=concurrency))
    schedule.admit(dict.fromkeys([*ABC, NEW], ()), {NEW: Predecessor(OLD, games)})
    return schedule


def test_a_new_version_meets_the_one_before_first_and_at_tables_of_two() -> None:
    schedule = with_new_version()
    for game in ("duel", "feast"):
        first = start_group(schedule)
        assert (first.key.game, set(first.bots)) == (game, {"mine@1", "mine@2"})


def test_a_version_that_was_replaced_plays_its_successor_so_often_and_nobody_else() -> None:
    schedule = with_new_version()
    seatings = [set(start_group(schedule).bots) for _ in range(60)]
    with_old = [bots for bots in seatings if "mine@1" in bots]
    assert with_old == [{"mine@1", "mine@2"}] * FIRST_MATCHES  # half as many groups in each game
    assert any("mine@2" in bots and "mine@1" not in bots for bots in seatings)


def test_what_was_stored_of_a_new_version_against_the_one_before_counts() -> None:
    schedule = with_new_version()
    met = {game: {NEW: FIRST_MATCHES} for game in ("duel", "feast")}
    schedule.learn({}, set(), (), met=met)
    assert not any("mine@1" in start_group(schedule).bots for _ in range(20))


def test_a_new_version_does_not_keep_the_others_from_playing() -> None:
    schedule = with_new_version(concurrency=4)
    running = [start(schedule) for _ in range(4)]
    assert sum("mine@2" in pairing.bots for pairing in running) == 2


@pytest.mark.parametrize("why", ["forfeiting", "suspended", "other game", "version withdrawn"])
def test_a_version_that_cannot_play_is_not_met(why: str) -> None:
    schedule = with_new_version(["chess"] if why == "other game" else ())
    if why == "forfeiting":
        schedule.learn({}, {OLD}, ())
    elif why == "suspended":
        schedule.suspend("mine@1")
    elif why == "version withdrawn":
        schedule.admit(dict.fromkeys([*ABC, NEW], ()))
    assert not any("mine@1" in start_group(schedule).bots for _ in range(20))


def test_what_is_left_of_a_group_of_two_versions_is_played_but_nothing_else_of_the_older() -> None:
    begun = [new_group(7, "duel", 3, [OLD, NEW])[1], new_group(7, "duel", 4, [OLD, ABC[0]])[1]]
    schedule = ladder([], ["duel"], past=[Key("duel", 4, 0, 0)], begun=begun)
    schedule.admit(dict.fromkeys([*ABC, NEW], ()), {NEW: Predecessor(OLD, ())})
    assert list(schedule.waiting) == begun[:1]


def test_a_ladder_rests_when_enough_is_known_of_all_and_goes_on_with_a_new_bot() -> None:
    schedule = learned(ladder(ABC, ["duel"]))
    schedule.learn({"duel": STRENGTHS}, set(), (), {"duel": set(ABC)})
    assert (schedule.next(), schedule.resting) == (Idle.RESTING, True)
    schedule.admit(dict.fromkeys([*ABC, bot("new")], ()))
    assert not schedule.resting
    assert "new@1" in start(schedule).bots


def test_a_ladder_plays_only_games_and_tables_that_tell_something() -> None:
    schedule = learned(ladder(ABC))
    known = {"duel": set(ABC), "feast": set(ABC[1:])}
    schedule.learn(dict.fromkeys(known, STRENGTHS), set(), (), known)
    firsts = [start_group(schedule) for _ in range(12)]
    assert {first.key.game for first in firsts} == {"feast"}
    assert all("a@1" in first.bots for first in firsts)  # also those that are drawn by lot


def test_a_ladder_without_bots_does_not_rest_but_waits() -> None:
    schedule = ladder(ABC[:1], ["duel"])
    schedule.learn({}, set(), (), {"duel": {ABC[0]}})
    assert (schedule.next(), schedule.resting) == (Idle.AWAITING_BOTS, False)


def test_one_result_lets_a_game_be_played_on() -> None:
    schedule = ladder(ABC, ["duel"])
    for _ in range(VOIDS_IN_A_ROW - 1):
        schedule.void(start(schedule))
    schedule.finished(start(schedule), (1, 2))
    assert schedule.void(start(schedule)) == ""


def test_stored_matches_are_learned_from_once() -> None:
    schedule = ladder(ABC, ["duel"])
    first, second = start(schedule), start(schedule)
    schedule.finished(first, (1, 2))
    known = schedule.stored()
    schedule.finished(second, (1, 2))
    schedule.learn({}, set(), known)
    assert (known, schedule.stored()) == ({first.key}, {second.key})


def test_begun_groups_come_first_if_their_bots_are_still_here() -> None:
    begun = [new_group(7, "duel", 3, ABC[:2])[1], new_group(7, "duel", 4, [bot("gone"), ABC[0]])[0]]
    schedule = ladder(ABC, ["duel"], past=[Key("duel", 4, 0, 1)], begun=begun)
    assert start(schedule) == begun[0]
    assert start(schedule).key.round == 5


def test_the_queue_says_why_each_match_was_chosen() -> None:
    schedule = with_new_version()
    start(schedule)
    running, *waiting = schedule.queue()
    assert running.why == "mine@2 meets mine@1, the version it has replaced"
    assert running.running
    assert not any(each.running for each in waiting)


def test_a_lot_and_a_telling_match_are_told_apart() -> None:
    schedule = learned(ladder())
    said = set()
    for _ in range(80):
        start(schedule)
        said |= {each.why.split(":")[0] for each in schedule.queue()}
    assert {"drawn by lot", "the match that tells most"} <= said
