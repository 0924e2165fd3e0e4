"""Matches as steps with boards."""

import json

import pytest

from arbiter.match import Match
from arbiter.web.boards import DRAWN, Drawing
from arbiter.web.replays import replay_of
from engine.games import game_names
from engine.record import Bot, Ending, Setup
from ladder.schedules.schedule import Key
from tests.arbiter.web.asking import read_page
from tests.arbiter.web.conftest import Shown
from tests.arbiter.web.matches import CONTROL, add, play

SEATS = [Bot(name, "1") for name in "abcd"]
CASES: dict[str, tuple[int, dict[str, object]]] = {
    "connect_four": (2, {}),
    "lumiere": (2, {"postcards": "random"}),
    "moscow_paris": (4, {"istanbul": True}),
    "paris": (3, {"advanced_setup": True}),
    "paris free": (2, {"free_placement": True}),
}


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("seed", [1, 2])
def test_every_position_is_drawn_for_everybody_and_for_each_seat(case: str, seed: int) -> None:
    players, options = CASES[case]
    record = play(case.split()[0], SEATS[:players], seed, options)
    for seat in (None, *range(players)):
        replay = replay_of(record, seat)
        assert len(replay.steps) == len(record.actions) + 1
        assert {len(step.parts) for step in replay.steps} == {len(replay.slots)}
        assert replay.steps[-1].decider is None


def test_our_games_are_drawn() -> None:
    assert set(DRAWN) == set(game_names()) - {"connect_four"}


def test_a_game_without_a_drawing_shows_its_picture() -> None:
    record = play("connect_four", SEATS[:2])
    (part,) = Drawing("connect_four", 2, {}).draw(record.setup.deal().view(None))
    assert part.markup.startswith("<pre")


def test_a_seat_sees_its_own_hand_and_nobody_elses() -> None:
    record = play("moscow_paris", SEATS[:2])
    hands = [record.setup.deal().view(seat).hand for seat in (0, 1)]
    drawn = {seat: replay_of(record, seat).board_markup(0) for seat in (None, 0, 1)}
    hidden = {who: str(markup).count("a hidden card") for who, markup in drawn.items()}
    assert hidden == {None: 10, 0: 5, 1: 5}
    for seat in (0, 1):
        words = read_page(drawn[seat]).text.lower()
        assert all(card.replace("_", " ") in words for card in hands[seat])


def test_a_seat_is_told_what_was_valid_only_where_it_decides() -> None:
    record = play("lumiere", SEATS[:2])
    replay = replay_of(record, 0)
    for step in replay.steps[:-1]:
        assert bool(step.valid_count) == (step.decider == 0)
        assert (step.chosen is not None) == (step.decider == 0)


def test_the_action_chosen_is_one_of_the_valid_ones() -> None:
    replay = replay_of(play("paris", SEATS[:2]))
    for step in replay.steps[:-1]:
        assert step.chosen in step.valid


def test_a_replay_reads_back_as_json(shown: Shown) -> None:
    number = shown.matches["paris"]
    told = json.loads(shown.get(f"/matches/{number}/replay.json").body)
    assert len(told["steps"]) == len(shown.store.record(number).actions) + 1
    parts, decider, chosen, valid, count, events, scores, seconds, stand_in = told["steps"][0]
    assert len(parts) == len(told["slots"])
    assert told["texts"][chosen] in [told["texts"][each] for each in valid]
    assert count == len(valid)
    assert decider is not None
    assert events == []
    assert seconds == 0.0
    assert not stand_in
    assert [len(points) for points in scores] == [len(told["sources"])] * 4


def test_after_a_forfeit_a_random_player_is_said_to_decide(shown: Shown) -> None:
    match = Match(Setup("connect_four", 2, {}, 1), SEATS[:2], CONTROL)
    match.begin()
    match.answer(0, 1, 0, 0.0)
    match.forfeit(1, Ending.CRASH, "gone")
    while turn := match.turn:
        match.answer(turn.seat, turn.turn_id, 0, 0.0)
    number = add(shown.store, shown.store.tournament("spring cup"), match.record(), 9)
    assert "a@1 decides" in shown.get(f"/matches/{number}?step=0").page.text
    said = "a random player decides for b@1"
    assert said in shown.get(f"/matches/{number}?step=1").page.text
    steps = replay_of(shown.store.record(number)).steps[:-1]
    assert [step.stand_in for step in steps] == [step.decider == 1 for step in steps]


def test_a_link_to_a_step_shows_that_step(shown: Shown) -> None:
    number = shown.matches["moscow_paris"]
    assert "Decision 6 of" in shown.get(f"/matches/{number}?step=5").page.text
    last = len(shown.store.record(number).actions)
    assert (
        f"The end, after {last} decisions" in shown.get(f"/matches/{number}?step=99999").page.text
    )


def test_an_exported_replay_needs_nothing_else(shown: Shown) -> None:
    answer = shown.get(f"/matches/{shown.matches['paris']}/replay.html")
    assert answer.headers["content-disposition"].startswith("attachment")
    page = answer.page
    assert not [each for each in page.all("script") if each.get("src")]
    assert not page.all("link")
    policy = page.all("meta")[1]["content"]
    assert policy is not None
    assert policy.startswith("default-src 'none'")
    assert "</script><" not in answer.text.split('id="replay">')[1].split("</script>")[0]


def test_a_match_under_the_number_of_a_deleted_one_is_shown_as_itself(shown: Shown) -> None:
    boards, sources = [], []
    for seed in (7, 8):
        cup = shown.store.add_tournament("again", {"format": "round-robin"}, 2)
        number = add(shown.store, cup, play("lumiere", SEATS[:2], seed=seed))
        assert number == 6  # SQLite gives the number again
        last = len(shown.store.record(number).actions)
        page = shown.get(f"/matches/{number}?step={last}").page
        (source,) = (each["data-source"] for each in page.all("div") if "data-source" in each)
        assert source is not None
        sources.append(source)
        answer = shown.get(source)
        assert "immutable" in answer.headers["cache-control"]
        boards.append(answer.body)
        shown.store.delete(cup)
    assert boards[0] != boards[1]
    assert sources[0] != sources[1]


def test_the_data_of_a_replay_lasts_only_under_its_version(shown: Shown) -> None:
    answer = shown.get("/matches/4/replay.json?v=of-another-match")
    assert answer.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize("path", ["", "?seat=0&step=3", "/replay.json?seat=1", "/replay.html"])
def test_a_shared_deal_is_not_shown_before_all_rotations_are_played(
    shown: Shown, path: str
) -> None:
    cup = shown.store.add_tournament("shared", {"shared_deals": True}, 2)
    duel = play("moscow_paris", SEATS[:2])
    add(shown.store, cup, duel, round_number=1)  # another table, whose deal does not matter here
    number = add(shown.store, cup, duel)
    answer = shown.get(f"/matches/{number}{path}")
    assert (answer.status, answer.headers["cache-control"]) == (403, "no-cache")
    assert "Not yet" in answer.page.text
    assert (
        f"match {number} shares its deal with one that is not finished yet; "
        "its moves can be seen when all rotations of its table are"
    ) in answer.page.text
    assert f"/matches/{number}" in shown.get("/matches").text  # its result is no secret
    assert shown.store.add_match(cup, Key("moscow_paris", 0, 0, 1), duel)
    assert shown.get(f"/matches/{number}{path}").status == 200


def test_where_every_match_has_its_own_deal_it_is_shown_at_once(shown: Shown) -> None:
    cup = shown.store.add_tournament("own", {"shared_deals": False}, 2)
    number = add(shown.store, cup, play("moscow_paris", SEATS[:2]))
    assert shown.get(f"/matches/{number}").status == 200


def test_two_seats_of_one_bot_are_told_apart() -> None:
    replay = replay_of(play("moscow_paris", [Bot(name, "1") for name in ("ada", "bob", "bob")]))
    told = [text.partition(" couples ") for text in replay.texts.list()]
    assert {who for who, couples, _ in told if couples} == {"ada", "bob 1", "bob 2"}
