"""A tournament is running, stopped, finished or decided."""

from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from arbiter.tournaments.ladder import open_ladder
from arbiter.tournaments.spec import spec_from_json
from arbiter.tournaments.states import TournamentState, progress_of
from ladder.schedules.schedule import Pairing
from ladder.store.store import Store, Tournament, open_store
from tests.ladder.games import record_of

SPEC = {
    "games": [{"game": "game", "players": 2, "options": {}}],
    "bots": [
        {"place": name, "name": name, "version": "1", "content": name} for name in ("new", "old")
    ],
    "seed": 1,
    "concurrency": 1,
    "format": "gauntlet",
    "rounds": 20,
}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = open_store(f"sqlite:///{tmp_path / 'ladder.db'}")
    yield opened
    opened.close()


def play(
    store: Store,
    matches: int | None = None,
    winner: Callable[[Pairing], str] = lambda pairing: "new",
    **changes: Any,
) -> Tournament:
    """Hold a tournament of a game that is not installed, up to some number of matches."""
    tournament = store.add_tournament("cup", {**SPEC, **changes}, 1)
    (schedule,) = spec_from_json(tournament.spec).schedules()
    for pairing in islice(schedule.due({}), matches):
        ranks = [1 if name == winner(pairing) else 2 for name in pairing.bots]
        store.add_match(tournament, pairing.key, record_of(pairing, ranks))
    return tournament


def test_a_tournament_without_all_results_is_stopped(store: Store) -> None:
    progress = progress_of(store, play(store, 39))
    assert (progress.state, progress.result) == (TournamentState.STOPPED, "")
    assert (progress.extent.played, progress.extent.total) == (39, 40)


def test_a_tournament_with_all_results_is_finished_and_has_a_winner(store: Store) -> None:
    progress = progress_of(store, play(store))
    assert (progress.state, progress.result) == (TournamentState.FINISHED, "new")


def test_equals_are_both_first(store: Store) -> None:
    progress = progress_of(store, play(store, winner=lambda pairing: pairing.bots[0]))
    assert (progress.winners, progress.result) == ({"game": ["new", "old"]}, "new = old")


def test_a_tournament_that_somebody_holds_is_running(store: Store) -> None:
    tournament = play(store)
    with store.hold(tournament):
        progress = progress_of(store, tournament)
        assert progress.state is TournamentState.RUNNING
        assert "process " in (progress.holder or "")
    assert progress_of(store, tournament).state is TournamentState.FINISHED


def test_a_test_with_a_verdict_has_decided_a_tournament(store: Store) -> None:
    progress = progress_of(store, play(store, 30, sprt="0,100"))
    assert (progress.state, progress.result) == (TournamentState.DECIDED, "new is better")
    assert progress.trial is not None
    assert progress.trial.groups == 12  # what was played after the verdict is not weighed


def test_a_test_that_stays_open_to_the_end_is_finished_not_decided(store: Store) -> None:
    first = play(store, winner=lambda pairing: pairing.bots[0], sprt="0,5")
    assert progress_of(store, first).state is TournamentState.FINISHED


def test_the_ladder_never_finishes(store: Store) -> None:
    ladder = open_ladder(store)
    assert progress_of(store, ladder).state is TournamentState.STOPPED
    with store.hold(ladder):
        assert progress_of(store, ladder).state is TournamentState.RUNNING


def test_a_tournament_of_another_version_is_stopped(store: Store) -> None:
    strange = store.add_tournament("older", {"bots": ["random"]}, 1)
    assert progress_of(store, strange).state is TournamentState.STOPPED
