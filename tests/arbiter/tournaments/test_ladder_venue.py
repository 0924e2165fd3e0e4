"""Where the ladder is played, opened for real."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from arbiter.tournaments.ladder_venue import Doors, LadderVenue
from arbiter.tournaments.runner import Observer
from arbiter.tournaments.snapshots import Snapshots
from ladder.schedules.ladder_schedule import LadderSchedule
from ladder.store.store import Store, open_store

ANY = "127.0.0.1:0"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with closing(open_store(f"sqlite:///{tmp_path}/lutetia.db")) as opened:
        yield opened


@pytest.mark.parametrize(
    ("doors", "times"),
    [
        (Doors(bots=ANY), 1),
        (Doors(browsers=ANY), 1),
        (Doors(bots=ANY, browsers=ANY), 1),
        (Doors(spectators=ANY), 0),
    ],
    ids=["bots", "browsers", "both", "neither"],
)
def test_rating_begins_when_it_opens_for_who_may_read_ratings_and_only_once(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, doors: Doors, times: int
) -> None:
    """A bug once: with `serve --listen` and no `--web` the first to ask had to wait."""
    begun: list[Snapshots] = []
    monkeypatch.setattr(Snapshots, "prepare", lambda prepared: begun.append(prepared))
    venue = LadderVenue(
        store, doors, workers=1, concurrency=1, sandbox=None, log_folder=tmp_path / "logs"
    )

    async def open_and_close() -> None:
        schedule = LadderSchedule(1, {"connect_four": (2,)}, concurrency=1)
        async with venue.open(schedule, Observer()):
            assert len(begun) == times

    venue.run(open_and_close)
    assert len(begun) == times
