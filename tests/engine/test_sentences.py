"""Every action and event of every game reads as a sentence."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple, get_args

import pytest

from engine.dice import Dice, derive
from engine.games import find_game
from engine.lumiere import actions as lumiere_actions
from engine.lumiere import events as lumiere_events
from engine.moscow_paris import actions as moscow_paris_actions
from engine.moscow_paris import events as moscow_paris_events
from engine.options import options_from_json
from engine.paris import actions as paris_actions
from engine.paris import events as paris_events
from engine.record import Setup
from engine.sentences import Teller, counted, listed, seat_names, third_person
from tests.engine.golden import LUMIERE_EXTRA

NAMES = ("ada", "bob", "cy", "dan")
BAD = re.compile(r"[_()\[\]{}'\"=<>]|\bNone\b|\bTrue\b|\bFalse\b|  |,$|^\s|\s$")

MATCHES = {
    "lumiere": [
        Setup("lumiere", 2, {"flip": True, **postcards}, seed)
        for seed, postcards in enumerate([{}, {"postcards": LUMIERE_EXTRA}] * 5)
    ],
    "moscow_paris": [
        Setup("moscow_paris", 2 + seed % 3, {"max_turns": 300}, seed) for seed in range(9)
    ]
    + [Setup("moscow_paris", 4, {"teams": True, "max_turns": 20}, 1)],
    "paris": [
        Setup("paris", 2 + seed % 3, {"free_placement": seed % 2 == 0}, seed) for seed in range(9)
    ],
}
KINDS = {
    "lumiere": (lumiere_actions.Action, lumiere_events.Event),
    "moscow_paris": (moscow_paris_actions.Action, moscow_paris_events.Event),
    "paris": (paris_actions.Action, paris_events.Event),
}
SELDOM = {"stupor", "discarded", "return_pair", "stop_pairs", "pair_returned"}


class Said(NamedTuple):
    kind: str
    sentence: str


def decisions(setup: Setup) -> Iterator[tuple[list[Said], list[Said]]]:
    """Play a match; the valid actions and the events of each decision, in words.

    Every other decision is for the kind of action that was chosen least, the rest are random.
    """
    game = find_game(setup.game)
    options = options_from_json(game.options, setup.options)
    state, dice = setup.deal(), Dice(derive(setup.seed, "sentences"))
    names = NAMES[: setup.players]
    chosen: Counter[str] = Counter()
    while state.decider is not None:
        seat, view = state.decider, state.view(state.decider)
        valid = state.actions()
        orders = [Said(a[-1], game.action_in_words(a, view, options, names)) for a in valid]
        rare = min((action[-1] for action in valid), key=lambda kind: chosen[kind])
        chosen[rare] += 1
        heard = game.action_in_words(valid[0], state.view(None), options, names)
        assert heard == orders[0].sentence, "a spectator needs no more than is public"
        rarest = [action for action in valid if action[-1] == rare]
        notices = state.play(dice.choose(rarest if dice.below(2) else valid))
        events: list[Any] = [notice.event for notice in notices if notice.reaches(seat)]
        said = game.events_in_words(events, view, options, names)
        assert len(said) == len(events)
        yield orders, [Said(e[-1], s) for e, s in zip(events, said, strict=True)]


@pytest.mark.parametrize("name", MATCHES)
def test_every_action_and_event_reads_as_a_sentence(name: str) -> None:
    action_kinds, event_kinds = set(), set()
    for setup in MATCHES[name]:
        for orders, events in decisions(setup):
            for kind, sentence in (*orders, *events):
                assert not BAD.search(sentence), (kind, sentence)
                assert " " in sentence, (kind, sentence)
            assert all(sentence[0].islower() for _, sentence in orders)
            action_kinds |= {kind for kind, _ in orders}
            event_kinds |= {kind for kind, _ in events}
    actions, events_of = KINDS[name]
    known = {kind._field_defaults["kind"] for kind in get_args(actions)}
    assert known - action_kinds <= SELDOM
    known = {kind._field_defaults["kind"] for kind in get_args(events_of)}
    assert known - event_kinds <= SELDOM
    game = find_game(name)
    assert set(game.told_by) <= action_kinds | SELDOM
    assert set(game.told_by.values()) <= event_kinds | SELDOM


@pytest.mark.parametrize("name", MATCHES)
def test_no_two_valid_actions_sound_the_same(name: str) -> None:
    for setup in MATCHES[name][:3]:
        for orders, _ in decisions(setup):
            sentences = [sentence for _, sentence in orders]
            assert len(set(sentences)) == len(sentences)


def said_by(game: str, players: int, *events: Any) -> list[str]:
    view = find_game(game).new(players, find_game(game).options(), 1).view(None)
    return find_game(game).events_in_words(events, view, find_game(game).options(), NAMES)


def test_what_seldom_happens_reads_well() -> None:
    stupor = moscow_paris_events.Stupor((("mail", "uncouple_2"), ("mail",)))
    assert said_by("moscow_paris", 2, stupor) == [
        "stupor, all hands, fronts and lines are discarded, where ada held mail and uncouple 2 and "
        "bob held mail"
    ]
    discarded = paris_events.Discarded(5, "cafe")
    assert said_by("paris", 2, discarded) == ["café 5 fits nowhere and leaves the game"]
    returned = paris_events.PairReturned(1, "gold_prestige", 3)
    assert said_by("paris", 2, returned) == ["bob gives up a pair of gold prestige tokens for 3 VP"]
    game = find_game("paris")
    view = game.new(2, game.options(), 1).view(0)
    orders = [
        game.action_in_words(action, view, game.options(), NAMES)
        for action in (paris_actions.ReturnPair("wood"), paris_actions.StopPairs())
    ]
    assert orders == ["give up a pair of wood tokens", "give up no more pairs"]


def test_a_row_goes_by_the_city_that_lies_there_at_that_moment() -> None:
    e = moscow_paris_events
    events = (
        e.Claimed(0, 0, "Rome"),
        e.Revealed(0, "Nice"),
        e.Coupled(1, "mail", 0, "left"),
    )
    assert said_by("moscow_paris", 2, *events)[-1] == "bob couples a mail wagon to the left of Nice"
    game = find_game("moscow_paris")
    view: Any = game.new(2, game.options(), 1).view(None)
    gap = (e.Claimed(0, 0, view.lines[0].city), e.Coupled(1, "mail", 0, "left"))
    assert said_by("moscow_paris", 2, *gap)[-1].endswith(f"left of {view.lines[1].city}")


def test_a_claim_can_be_told_to_somebody_who_has_seen_only_the_table_after_it() -> None:
    claimed = moscow_paris_events.Claimed(0, 4, "Rome")  # of five rows, of which four are left
    assert said_by("moscow_paris", 2, claimed) == ["ada claims Rome"]


def test_a_purchase_is_told_with_its_price() -> None:
    moved = paris_events.KeyMoved(
        0, paris_actions.Arc(), paris_actions.Building("belleville", 3), "belleville", 3
    )
    assert said_by("paris", 2, moved) == [
        "ada moves a key from the Arc to space 3 in Belleville for 3 francs"
    ]


def test_a_plug_in_without_words_of_its_own_reads_all_the_same() -> None:
    game = find_game("connect_four")
    state = game.new(2, game.options(), 1)
    view, action = state.view(0), state.actions()[3]
    assert game.action_in_words(action, view, game.options(), NAMES) == "drop column 3"
    events = [notice.event for notice in state.play(action)]
    assert game.events_in_words(events, view, game.options(), NAMES) == ["dropped column 3"]


@pytest.mark.parametrize(
    ("order", "statement"),
    [
        ("take the I3", "ada takes the I3"),
        ("pass", "ada passes"),
        ("buy wood", "ada buys wood"),
        ("carry on", "ada carries on"),
        ("reach far", "ada reaches far"),
        ("put a card in front of yourself", "ada puts a card in front of itself"),
    ],
)
def test_an_order_becomes_a_statement(order: str, statement: str) -> None:
    assert third_person(order, "ada") == statement


def test_things_are_counted_and_listed() -> None:
    assert [counted(1, "franc"), counted(0, "franc")] == ["1 franc", "0 francs"]
    many = [counted(number, "match", "matches") for number in (1, 2000)]
    assert many == ["1 match", "2,000 matches"]
    assert [listed("abc"), listed("a"), listed("")] == ["a, b and c", "a", "nothing"]


def test_an_event_that_tells_the_decision_stands_for_it() -> None:
    game = find_game("lumiere")
    teller = Teller(game, game.options(), ["ada", "bob"])
    view = game.new(2, game.options(), 1).view(None)
    took = lumiere_events.Took(0, "I3")
    ended = lumiere_events.Ended()
    take = lumiere_actions.Take("I3")
    assert teller.decision(0, take, view, [took]) == "ada takes the I3 from the pool"
    told = teller.decision(0, take, view, [ended])
    assert told.startswith("ada takes the I3 from the pool; nobody can do anything")


def test_a_bot_with_two_seats_is_named_with_its_seat() -> None:
    assert seat_names(["ada", "bob", "ada"]) == ("ada 0", "bob", "ada 2")


@pytest.mark.parametrize("name", MATCHES)
def test_a_legend_explains_the_board_on_one_screen(name: str) -> None:
    lines = find_game(name).legend.splitlines()
    assert 5 < len(lines) < 24
    assert max(map(len, lines)) <= 80
