"""The life of a bot as a table: events in, states and answers out; no process, no stream."""

from collections.abc import Callable

import pytest

from arbiter.bot_life import (
    EXPLAIN_S,
    LAST_ANSWER_S,
    MANY_MATCHES,
    RETURNS,
    BotLife,
    LifeState,
    StartFailure,
)
from engine.record import Bot, Ending

STARTUP_S = 20.0
GRACE_S = 5.0
EVENTS: dict[str, Callable[[BotLife], object]] = {
    "admitted": lambda life: life.admitted([], 1),
    "startup_expired": lambda life: life.startup_expired(STARTUP_S + 1),
    "said_goodbye": lambda life: life.said_goodbye(),
    "timed_out": lambda life: life.timed_out(),
    "stream_lost": lambda life: life.stream_lost(0.0),
    "reconnected": lambda life: life.reconnected(),
    "grace_expired": lambda life: life.grace_expired(GRACE_S),
    "stream_ended": lambda life: life.stream_ended(0.0),
    "process_ended": lambda life: life.process_ended("it ended", 0.0),
    "start_failed": lambda life: life.start_failed(StartFailure("no memory", False), 0.0),
}
TO_GET_THERE = {
    LifeState.STARTING: [],
    LifeState.CONNECTED: ["admitted"],
    LifeState.LEAVING: ["admitted", "said_goodbye"],
    LifeState.AWAY: ["admitted", "stream_lost"],
    LifeState.DISCONNECTED: ["admitted", "stream_ended"],
    LifeState.EXITED: ["admitted", "process_ended"],
}
TABLE = """
    admitted         CONNECTED     CONNECTED     LEAVING       AWAY          DISCONNECTED  EXITED
    startup_expired  DISCONNECTED  CONNECTED     LEAVING       AWAY          DISCONNECTED  EXITED
    said_goodbye     STARTING      LEAVING       LEAVING       AWAY          DISCONNECTED  EXITED
    timed_out        STARTING      LEAVING       LEAVING       AWAY          DISCONNECTED  EXITED
    stream_lost      STARTING      AWAY          AWAY          AWAY          DISCONNECTED  EXITED
    reconnected      STARTING      CONNECTED     LEAVING       CONNECTED     DISCONNECTED  EXITED
    grace_expired    STARTING      CONNECTED     LEAVING       DISCONNECTED  DISCONNECTED  EXITED
    stream_ended     STARTING      DISCONNECTED  DISCONNECTED  AWAY          DISCONNECTED  EXITED
    process_ended    EXITED        EXITED        EXITED        EXITED        EXITED        EXITED
    start_failed     EXITED        CONNECTED     LEAVING       AWAY          DISCONNECTED  EXITED
"""


def born(has_process: bool = True, expected_matches: int = MANY_MATCHES) -> BotLife:
    """Return a life that begins at time 0."""
    return BotLife(
        "bot",
        Bot("bot", "1"),
        "token",
        now=0.0,
        startup_s=STARTUP_S,
        grace_s=GRACE_S,
        has_process=has_process,
        expected_matches=expected_matches,
    )


def lived(*events: str, has_process: bool = True) -> BotLife:
    life = born(has_process)
    for event in events:
        EVENTS[event](life)
    return life


@pytest.mark.parametrize("row", TABLE.strip().splitlines(), ids=lambda row: row.split()[0])
def test_an_event_leads_from_each_state_to_the_one_in_the_table(row: str) -> None:
    event, *afterwards = row.split()
    for before, after in zip(LifeState, afterwards, strict=True):
        assert lived(*TO_GET_THERE[before], event).state is LifeState[after], before


@pytest.mark.parametrize("state", list(LifeState)[1:])
def test_a_bot_is_admitted_once(state: LifeState) -> None:
    assert not lived(*TO_GET_THERE[state]).admitted([], 1)


def test_only_a_connected_bot_with_a_free_place_takes_a_match() -> None:
    connected = lived("admitted")
    assert connected.absence("paris") is None
    assert connected.has_place
    connected.assigned()
    assert not connected.has_place
    connected.finished()
    assert connected.has_place


@pytest.mark.parametrize("state", list(LifeState)[2:])
def test_a_bot_that_was_there_and_takes_no_further_match_has_left(state: LifeState) -> None:
    life = lived(*TO_GET_THERE[state])
    assert not life.has_place
    assert life.worn_out
    assert life.left
    assert life.absence("paris") is not None


@pytest.mark.parametrize("event", ["startup_expired", "process_ended"])
def test_a_bot_that_never_came_has_not_left(event: str) -> None:
    life = lived(event)
    assert life.worn_out
    assert not life.left


@pytest.mark.parametrize(
    ("events", "ending", "reason"),
    [
        ([], Ending.NO_SHOW, "has not connected yet"),
        (["startup_expired"], Ending.NO_SHOW, "did not connect within 20 s"),
        (["process_ended"], Ending.CRASH, "it ended"),
        (["admitted", "said_goodbye"], Ending.NO_SHOW, "said goodbye before the match"),
        (
            ["admitted", "said_goodbye", "stream_ended"],
            Ending.NO_SHOW,
            "said goodbye before the match",
        ),
        (["admitted", "timed_out"], Ending.NO_SHOW, "ran out of time in another match"),
        (["admitted", "stream_ended"], Ending.DISCONNECT, "its stream ended"),
        (["admitted", "stream_lost"], Ending.DISCONNECT, "its stream ended"),
        (["admitted", "stream_ended", "process_ended"], Ending.CRASH, "it ended"),
    ],
)
def test_a_bot_that_cannot_begin_says_why(events: list[str], ending: Ending, reason: str) -> None:
    assert lived(*events).absence("paris") == (ending, reason)


def test_a_bot_begins_no_match_of_a_game_that_its_hello_leaves_out() -> None:
    life = born()
    life.admitted(["paris"], 1)
    assert life.absence("paris") is None
    absence = life.absence("lumiere")
    assert absence is not None
    assert absence.ending is Ending.PROTOCOL_VIOLATION


@pytest.mark.parametrize(("asked", "granted"), [(0, 1), (1, 1), (8, 8), (2**32 - 1, MANY_MATCHES)])
def test_a_bot_has_one_match_at_a_time_unless_its_hello_asks_for_more(
    asked: int, granted: int
) -> None:
    life = born()
    life.admitted([], asked)
    assert life.max_matches == granted


def test_places_are_assigned_before_the_hello_and_may_turn_out_to_be_too_many() -> None:
    life = born(expected_matches=2)
    life.assigned()
    life.assigned()
    assert not life.has_place
    life.admitted([], 1)
    assert life.overbooked
    life.finished()
    assert not life.overbooked


def test_a_bot_in_the_middle_of_its_life_forfeits_nothing() -> None:
    for state in (LifeState.STARTING, LifeState.CONNECTED, LifeState.LEAVING):
        assert lived(*TO_GET_THERE[state]).forfeit_due(1e9) is None


def test_a_lost_stream_waits_for_the_end_of_its_process_to_explain_it() -> None:
    life = lived("admitted", "stream_ended")
    assert life.forfeit_due(EXPLAIN_S / 2) is None
    forfeit = life.forfeit_due(EXPLAIN_S)
    assert forfeit is not None
    assert forfeit.ending is Ending.DISCONNECT
    life.process_ended("it ended", EXPLAIN_S / 2)
    assert life.forfeit_due(EXPLAIN_S / 2) == (Ending.CRASH, "it ended")


def test_a_bot_that_says_goodbye_and_leaves_its_matches_is_a_disconnect() -> None:
    forfeit = lived("admitted", "said_goodbye", "stream_ended").forfeit_due(EXPLAIN_S)
    assert forfeit is not None
    assert forfeit.ending is Ending.DISCONNECT


def test_without_a_process_there_is_nothing_to_wait_for() -> None:
    forfeit = lived("admitted", "stream_ended", has_process=False).forfeit_due(0.0)
    assert forfeit is not None
    assert forfeit.ending is Ending.DISCONNECT


def test_the_last_answer_of_a_process_that_has_ended_may_still_come() -> None:
    life = lived("admitted", "process_ended")
    assert life.forfeit_due(LAST_ANSWER_S / 2) is None
    assert life.forfeit_due(LAST_ANSWER_S) == (Ending.CRASH, "it ended")


def test_it_cannot_come_once_the_stream_has_ended_too() -> None:
    life = lived("admitted", "process_ended", "stream_ended")
    assert life.forfeit_due(0.0) == (Ending.CRASH, "it ended")


def test_a_bot_that_nobody_can_replace_stays_after_it_ran_out_of_time() -> None:
    assert lived("admitted", "timed_out", has_process=False).state is LifeState.CONNECTED


@pytest.mark.parametrize("state", [state for state in LifeState if state is not LifeState.AWAY])
def test_only_a_bot_that_is_away_can_come_back(state: LifeState) -> None:
    assert not lived(*TO_GET_THERE[state]).reconnected()
    assert lived(*TO_GET_THERE[LifeState.AWAY]).reconnected()


def test_a_lost_stream_forfeits_when_the_grace_time_is_over_and_not_earlier() -> None:
    life = lived("admitted", "stream_lost")
    assert life.forfeit_due(GRACE_S - 0.01) is None
    assert not life.grace_expired(GRACE_S - 0.01)
    assert life.grace_expired(GRACE_S)
    assert life.forfeit_due(GRACE_S) == (Ending.DISCONNECT, "its stream ended")


def test_a_bot_that_has_come_back_forfeits_nothing_and_takes_matches() -> None:
    life = lived("admitted", "stream_lost", "reconnected")
    assert life.forfeit_due(1e9) is None
    assert life.has_place
    assert life.absence("paris") is None


@pytest.mark.parametrize(
    "events", [("said_goodbye", "stream_lost"), ("timed_out", "stream_lost"), ("stream_lost",)]
)
def test_a_bot_that_was_leaving_is_leaving_when_it_comes_back(events: tuple[str, ...]) -> None:
    last = ("timed_out",) if len(events) == 1 else ()
    life = lived("admitted", *events, *last, "reconnected")
    assert life.state is LifeState.LEAVING


def test_a_process_that_ends_is_not_waited_for() -> None:
    life = lived("admitted", "stream_lost", "process_ended")
    assert life.forfeit_due(0.0) == (Ending.CRASH, "it ended")
    assert not life.reconnected()


def test_a_bot_comes_back_a_limited_number_of_times() -> None:
    life = lived("admitted", *["stream_lost", "reconnected"] * RETURNS, "stream_lost")
    assert life.state is LifeState.DISCONNECTED
    assert not life.reconnected()


def test_each_match_that_ends_gives_a_return_back() -> None:
    life = lived("admitted", *["stream_lost", "reconnected"] * RETURNS)
    life.assigned()
    life.finished()
    life.stream_lost(0.0)
    assert life.reconnected()
    life.stream_lost(0.0)
    assert not life.reconnected()


def test_a_forfeit_is_explained_by_what_the_bot_printed_last() -> None:
    life = lived("startup_expired")
    forfeit = life.absence("paris")
    assert forfeit is not None
    assert life.explained(forfeit) == forfeit
    life.last_lines = ["fetching modules"]
    life.hint = "build it first"
    assert life.explained(forfeit).reason == (
        "did not connect within 20 s; build it first; its last output: fetching modules"
    )


def test_a_bot_that_was_connected_needs_no_hint_how_to_connect() -> None:
    life = lived("admitted", "process_ended")
    life.hint = "build it first"
    forfeit = life.forfeit_due(LAST_ANSWER_S)
    assert forfeit is not None
    assert life.explained(forfeit).reason == "it ended"
