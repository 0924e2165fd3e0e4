"""A site with a few matches of each game, asked without a network."""

from collections.abc import Callable, Iterator
from math import inf
from pathlib import Path
from typing import NamedTuple

import pytest

from arbiter.tournaments.snapshots import Snapshots
from arbiter.web.app import Site, build_app
from engine.record import Bot, Record
from ladder.store.store import Store, open_store
from tests.arbiter.web.asking import Answer, ask
from tests.arbiter.web.browsing import browser
from tests.arbiter.web.matches import EMOJI, SCRIPT, add, forfeited, play

__all__ = ["browser"]

ADA, BEA = Bot("ada", "1"), Bot("bea", "2")
HOSTILE, LONG = Bot(SCRIPT, "1"), Bot(EMOJI, "1")


class Shown(NamedTuple):
    """A site, its store, and the matches in it by game."""

    site: Site
    store: Store
    matches: dict[str, int]
    get: Callable[..., Answer]


@pytest.fixture(scope="session")
def records() -> dict[str, Record]:
    crash = "its process ended with exit code 1; its last output: the secret of my bot"
    return {
        "connect_four": play("connect_four", [ADA, BEA]),
        "lumiere": play("lumiere", [BEA, HOSTILE]),
        "moscow_paris": play("moscow_paris", [ADA, BEA, LONG]),
        "paris": play("paris", [ADA, BEA, HOSTILE, LONG]),
        "forfeit": forfeited(play("connect_four", [BEA, ADA], seed=2), 1, crash),
    }


@pytest.fixture
def shown(tmp_path: Path, records: dict[str, Record]) -> Iterator[Shown]:
    store = open_store(f"sqlite:///{tmp_path / 'ladder.db'}")
    cup = store.add_tournament("spring cup", {"format": "round-robin"}, seed=1)
    matches = {
        name: add(store, cup, record, number)
        for number, (name, record) in enumerate(records.items())
    }
    site = Site(store)
    # However busy the machine is, a page shows what has just been stored.
    site.snapshots = Snapshots(store, at_once_s=inf)
    app = build_app(site)
    yield Shown(site, store, matches, lambda path, **headers: ask(app, path, headers))
    store.close()
