"""Where a tournament is played: by worker processes of this machine, or by a cluster."""

from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from pathlib import Path

import trio

from arbiter.tournaments.runner import End, Pool
from arbiter.tournaments.spec import Plan, default_workers
from arbiter.worker_pool import open_worker_pool
from ladder.store.store import Store, Tournament


@dataclass(frozen=True)
class Venue:
    """A pool that is not open yet, how many matches it plays at a time, and on which loop."""

    open: Callable[[Callable[[str], None]], AbstractAsyncContextManager[Pool]]
    """Opens the pool, given what to do with remarks."""
    concurrency: int
    run: Callable[[Callable[[], Awaitable[End | None]]], End | None]
    again: str = ""
    """What `resume` needs besides the tournament's name to play there, too."""


def local_venue(
    plan: Plan, workers: int | None, *, sandboxed: bool, log_folder: Path | None
) -> Venue:
    """Return a venue of this many worker processes; None: as many as suit the machine."""
    return Venue(
        lambda remark: open_worker_pool(
            workers or default_workers(plan.spec.concurrency),
            plan.spec.concurrency,
            remark=remark,
            sandboxed=sandboxed,
            log_folder=log_folder,
        ),
        plan.spec.concurrency,
        trio.run,
    )


def cluster_venue(plan: Plan, url: str, store: Store, tournament: Tournament) -> Venue:
    """Return the venue of all `lutetia worker` processes that share a database."""
    # Loads asyncio and procrastinate, which one machine does not need.
    from arbiter.cluster.cluster_pool import IN_FLIGHT, open_cluster_pool
    from arbiter.loops import run

    return Venue(
        lambda remark: open_cluster_pool(store, url, tournament, remark=remark),
        max(plan.spec.concurrency, IN_FLIGHT),
        run,
        " --workers cluster",
    )
