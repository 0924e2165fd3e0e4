"""Where the ladder is played: its workers, and the doors by which others come in.

Remote bots, spectators, browsers and a monitoring system each have an address of their own, or are
not let in.
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, TypeVar

import grpc
import trio

from arbiter.bot_output import LogFolder
from arbiter.certificates import server_credentials
from arbiter.gallery import PLACES, Gallery
from arbiter.listeners import listening, showing
from arbiter.local_arbiter import open_local_arbiter
from arbiter.loops import run
from arbiter.metrics_page import metrics_page
from arbiter.sandbox.bubblewrap import Sandbox
from arbiter.tournaments.ladder_service import ladder_service
from arbiter.tournaments.metrics import Metrics
from arbiter.tournaments.remote_bots import JointPool, RemoteBots
from arbiter.tournaments.runner import Observer, Observers, Pool
from arbiter.tournaments.snapshots import Snapshots
from arbiter.web import load_pages
from arbiter.worker_pool import open_worker_pool
from ladder.schedules.ladder_schedule import LadderSchedule, Planned
from ladder.store.store import Store, Tournament

T = TypeVar("T")


@dataclass(frozen=True, kw_only=True)
class Doors:
    """Addresses, each `host:port`; None: closed."""

    bots: str | None = None
    spectators: str | None = None
    browsers: str | None = None
    monitoring: str | None = None
    reflection: bool = False
    """Whether the services are described to whoever connects at the door of the bots."""
    certificate: Path | None = None
    """Encrypts the streams of bots and spectators, with its `key`."""
    key: Path | None = None
    insecure: bool = False
    """Whether those two may go without, although others can connect."""
    watch_delay_s: float = 0.0
    watchers: int = PLACES
    """How many spectators there may be at a time."""
    people: int = 0
    """How many may play against bots at a time, at the door of the browsers."""


class Cluster(NamedTuple):
    """All `lutetia worker` processes that share a database, as the workers of the ladder."""

    url: str
    ladder: Tournament


class OpenVenue(NamedTuple):
    """What the ladder is served with."""

    pool: Pool
    remote: RemoteBots | None
    metrics: Metrics


class LadderVenue:
    """All of it, closed at first; an OperatorError is raised if it cannot be opened like this."""

    def __init__(
        self,
        store: Store,
        doors: Doors,
        *,
        workers: int | Cluster,
        concurrency: int,
        sandbox: Sandbox | None,
        log_folder: Path,
    ) -> None:
        self._store = store
        self._doors = doors
        self._workers = workers
        self._concurrency = concurrency
        self._sandbox = sandbox
        self._log_folder = log_folder
        self._bot_credentials = self._credentials(doors.bots)
        self._spectator_credentials = self._credentials(doors.spectators)
        watched = doors.spectators is not None or doors.browsers is not None
        self._gallery = Gallery(doors.watch_delay_s, doors.watchers) if watched else None
        self._schedule: LadderSchedule | None = None
        """What is played, while it is open."""
        self._snapshots = Snapshots(store)
        self._pages = None
        if doors.browsers is not None:
            self._pages = load_pages(
                store,
                self._snapshots,
                self._gallery,
                doors.people,
                submitted=True,
                queue=self._queue,
            )

    def _queue(self) -> list[Planned]:
        return self._schedule.queue() if self._schedule else []

    def _credentials(self, address: str | None) -> grpc.ServerCredentials | None:
        doors = self._doors
        if address is None:
            return None
        return server_credentials(address, doors.certificate, doors.key, insecure=doors.insecure)

    def run(self, main: Callable[[], Awaitable[T]]) -> T:
        """Run a trio main function, inside which the venue can be opened."""
        doors = self._doors
        playing = doors.browsers is not None and doors.people > 0
        if doors.bots or doors.spectators or playing or isinstance(self._workers, Cluster):
            return run(main)
        # There is no stream in this process, and no need for asyncio's loop.
        return trio.run(main)

    @asynccontextmanager
    async def open(self, schedule: LadderSchedule, observer: Observer) -> AsyncIterator[OpenVenue]:
        """Open the doors and start the workers while a block lasts; remarks say where."""
        self._schedule = schedule
        doors = self._doors
        metrics = Metrics(lambda: len(schedule.waiting))
        if doors.bots is not None or doors.browsers is not None:  # where ratings can be read
            self._snapshots.prepare_in_background()
        async with AsyncExitStack() as stack:
            enter = stack.enter_async_context
            if doors.monitoring is not None:
                bound = await enter(metrics_page(doors.monitoring, metrics.exposition))
                observer.announced(f"Metrics are at http://{bound}/metrics.")
            if doors.spectators is not None and self._gallery is not None:
                credentials = self._spectator_credentials
                stand = showing(self._gallery, doors.spectators, credentials=credentials)
                ca = "" if doors.certificate is None else f" --ca {doors.certificate}"
                observer.announced(f"Spectators watch with: lutetia watch {await enter(stand)}{ca}")
            if doors.browsers is not None and self._pages is not None:
                logs = LogFolder(self._log_folder)
                url = await enter(self._pages.served(doors.browsers, self._sandbox, logs))
                observer.announced(f"Web pages are at {url}")
            workers = await enter(self._worker_pool(observer.remarked))
            if doors.bots is None:
                yield OpenVenue(workers, None, metrics)
                return
            joint = self._joint_pool(doors.bots, workers, metrics, observer)
            pool, remote = await enter(joint)
            yield OpenVenue(pool, remote, metrics)

    def _worker_pool(self, remark: Callable[[str], None]) -> AbstractAsyncContextManager[Pool]:
        if isinstance(self._workers, Cluster):
            # Loads procrastinate, which one machine does not need.
            from arbiter.cluster.cluster_pool import open_cluster_pool

            url, ladder = self._workers
            return open_cluster_pool(self._store, url, ladder, remark=remark)
        return open_worker_pool(
            self._workers,
            self._concurrency,
            remark=remark,
            sandboxed=self._sandbox is not None,
            log_folder=self._log_folder,
            gallery=self._gallery,
        )

    @asynccontextmanager
    async def _joint_pool(
        self, address: str, workers: Pool, metrics: Metrics, observer: Observer
    ) -> AsyncIterator[tuple[Pool, RemoteBots]]:
        """Let remote bots connect while a block lasts, and play their matches here."""
        tokens = await trio.to_thread.run_sync(self._store.tokens)
        # Local opponents of remote bots run here, in sandboxes like those of the workers.
        logs = LogFolder(self._log_folder)
        async with open_local_arbiter(sandbox=self._sandbox, logs=logs) as here:
            remote = RemoteBots(here.arbiter, tokens, observer)
            async with listening(
                here.arbiter,
                address,
                admit=remote.admit,
                credentials=self._bot_credentials,
                observe=metrics.overhead.observe,
                refused=Observers(observer, metrics).refused,
                reflection=self._doors.reflection,
                readable=ladder_service(self._store, self._snapshots, self._queue),
            ) as bound:
                tls = "without TLS" if self._bot_credentials is None else "with TLS"
                observer.announced(f"Remote bots connect to {bound}, {tls}.")
                yield JointPool(workers, here, remote, self._gallery), remote
