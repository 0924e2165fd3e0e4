"""Who a bot is is its files: others do not share its rating, whatever they call themselves."""

import pytest

from engine.record import Bot
from ladder.errors import BotChanged
from ladder.schedules.schedule import Key
from ladder.store.store import Store
from tests.ladder.games import record

A = Bot("a", "1")
KEY = Key("game", 0, 0, 0)


def spec(content: str) -> dict[str, object]:
    """A tournament of a bot with these files."""
    return {"bots": [{"place": "a", "name": "a", "version": "1", "content": content}]}


def test_the_same_files_may_play_again(store: Store) -> None:
    cup = store.add_tournament("cup", spec("one"), 1)
    store.register({A: "one"})
    store.add_match(cup, KEY, record("a", "b"))
    store.register({A: "one"})


def test_other_files_under_a_version_that_was_rated_are_refused(store: Store) -> None:
    cup = store.add_tournament("cup", spec("one"), 1)
    store.register({A: "one"})
    store.add_match(cup, KEY, record("a", "b"))
    with pytest.raises(BotChanged, match=r"a@1 has other files than .* raise its version"):
        store.register({A: "two"})
    with pytest.raises(BotChanged):
        store.submit(A, "bots/a@1", "two")
    assert store.submissions() == []


def test_files_may_change_until_the_first_result(store: Store) -> None:
    store.register({A: "one"})
    store.register({A: "two"})
    cup = store.add_tournament("cup", spec("two"), 1)
    assert store.add_match(cup, KEY, record("a", "b"))


def test_of_two_tournaments_that_begin_at_once_with_other_files_one_stores_results(
    store: Store,
) -> None:
    one = store.add_tournament("one", spec("one"), 1)
    two = store.add_tournament("two", spec("two"), 1)
    store.register({A: "one"})
    store.register({A: "two"})
    with pytest.raises(BotChanged):
        store.add_match(one, KEY, record("a", "b"))
    assert store.add_match(two, KEY, record("a", "b"))
    assert store.finished(one) == {}


def test_a_bot_of_an_older_database_is_known_from_its_next_tournament_on(store: Store) -> None:
    cup = store.add_tournament("cup", {}, 1)
    store.add_match(cup, KEY, record("a", "b"))
    store.register({A: "one"})
    with pytest.raises(BotChanged):
        store.register({A: "two"})


def test_a_submitted_bot_is_known_by_its_files_too(store: Store) -> None:
    store.submit(A, "bots/a@1", "one")
    ladder = store.add_tournament("ladder", {}, 1)
    store.add_match(ladder, KEY, record("a", "b"))
    with pytest.raises(BotChanged):
        store.register({A: "two"})
