"""procrastinate, which keeps messages in PostgreSQL, as trio tasks see it.

Messages, which procrastinate calls jobs, wait in named queues. Whoever works on a queue has a
heartbeat in the database; a message whose worker has none any more is stalled. All of that is
procrastinate's.
"""

import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from hashlib import blake2b
from importlib.metadata import version
from typing import Any

import trio

from arbiter.cluster import NoCluster
from arbiter.loops import Guest, call_soon, in_asyncio
from ladder.store.members import GIVEN_UP_S

try:
    from procrastinate import App, PsycopgConnector
    from procrastinate.exceptions import ConnectorException
    from procrastinate.job_context import AbortReason, JobContext
    from procrastinate.jobs import Status
    from procrastinate.manager import JobManager
    from procrastinate.worker import Worker
except ModuleNotFoundError:
    raise NoCluster("a cluster needs a package: pip install 'lutetia[cluster]'") from None

VERSION = version("lutetia")
BATCHES = "lutetia matches "
"""How the names of all queues of batches begin: `MATCHES`, and one for each worker (`queue_of`)."""
MATCHES = f"{BATCHES}{VERSION}"
"""The queue of batches for any worker. Workers of another version work on another queue, so that a
match is never played by other rules than those of its coordinator."""
HEARTBEAT_S = 2.0
"""How often a worker says that it is there; it has five tries before it is given up."""
POLL_S = 2.0
"""How often procrastinate looks for messages without having been notified."""
AGAIN_S = 2.0
"""How long to wait for a database that is away before the next try."""
STOP_S = 3.0
"""How long a worker that is stopped has to end what it has taken."""
DATABASE_S = 10.0
"""How long one try to reach the database may take."""
_SETTINGS = (
    # A message that a power cut takes is sent again; matches are stored by another connection.
    "synchronous_commit=off",
    # A session whose client has vanished within a transaction would keep the row of its heartbeat
    # locked; the worker would be given up for it, over and over.
    "idle_in_transaction_session_timeout=5s",
    *("tcp_keepalives_idle=10", "tcp_keepalives_interval=5", "tcp_keepalives_count=3"),
)
_NO_QUEUE = ["lutetia nothing"]
"""An empty queue, for a worker that takes no messages: an empty list would mean all queues."""
_SCHEMA_LOCK = 7075
_UNFINISHED = """
SELECT id FROM procrastinate_jobs WHERE id = ANY(%(numbers)s) AND status IN ('todo', 'doing')
"""
_WAITING = """
SELECT id FROM procrastinate_jobs WHERE queue_name = %(queue)s AND status = 'todo' LIMIT 1
"""
_FORGET = """
DELETE FROM procrastinate_jobs WHERE queue_name = %(queue)s
OR queue_name LIKE %(family)s AND id IN (
    SELECT job_id FROM procrastinate_events
    WHERE type = 'deferred' AND at < now() - interval '1 day'
)
"""
Payload = dict[str, Any]

log = logging.getLogger(__name__)


def queue_of(host: str, process: int) -> str:
    """Return the queue of batches for one worker alone.

    A hash, since a name of more than 40 letters is too long for PostgreSQL's NOTIFY.
    """
    worker = f"{VERSION} {host} {process}".encode()
    return f"{BATCHES}{blake2b(worker, digest_size=8).hexdigest()}"


class _Messages(JobManager):
    """procrastinate's jobs; one may be gone already when its worker wants to finish it."""

    async def finish_job_by_id_async(self, job_id: int, status: Status, delete_job: bool) -> None:
        # We were given up, and it was taken from us; or the database is away, and it will be.
        with suppress(ConnectorException):
            await super().finish_job_by_id_async(job_id, status, delete_job)


class _Worker(Worker):
    """procrastinate's worker; a job that is aborted at the moment it is taken ends as any other.

    A task of asyncio that is cancelled before its first step never runs at all, so procrastinate
    3.10 does not get to remove its job, which stays as if it were being done.
    """

    def _abort_job(self, process_job_task: Any, context: JobContext, reason: AbortReason) -> None:
        assert context.job.id is not None
        self._job_ids_to_abort[context.job.id] = reason  # it is not to be aborted twice
        abort = super()._abort_job
        call_soon(lambda: abort(process_job_task, context, reason))  # after its first step


class MessageQueue:
    """The queues of one database."""

    def __init__(self, app: App, nursery: trio.Nursery) -> None:
        self._app = app
        self._guest = Guest(nursery)
        self._queues: list[str] = []
        """Those that we work on."""
        self._worker: Worker | None = None
        self._taking = True

    async def defer(self, queue: str, payloads: Sequence[Payload]) -> list[int]:
        """Put messages into a queue, and return their numbers; waits while the database is away."""
        task = self._app.configure_task(queue, queue=queue)
        while True:
            try:
                return await in_asyncio(task.batch_defer_async(*payloads))
            except ConnectorException:
                await trio.sleep(AGAIN_S)

    async def take_back(self, numbers: Sequence[int]) -> set[int]:
        """Take back those messages that nobody has taken, and return which they were."""
        manager = self._app.job_manager
        waited = set()
        with suppress(ConnectorException):
            for number in numbers:
                if await in_asyncio(manager.cancel_job_by_id_async(number, delete_job=True)):
                    waited.add(number)
        return waited

    async def withdraw(self, numbers: Sequence[int]) -> None:
        """Take messages back: those that wait are gone, whoever has taken one is told to stop."""
        manager = self._app.job_manager
        with suppress(ConnectorException):
            for number in numbers:
                await in_asyncio(
                    manager.cancel_job_by_id_async(number, abort=True, delete_job=True)
                )

    async def lost(
        self, family: str, numbers: Sequence[int], replies: str
    ) -> tuple[dict[int, int | None], set[int]]:
        """Return which of some messages were stalled, and which have ended; none if nobody knows.

        Of a stalled one, the number of its worker as a member is told, if procrastinate still has
        it.

        Nobody knows what has ended while replies wait in the queue of that name.

        All stalled messages in queues whose names begin with `family` are ended. Those of other
        coordinators too: one that is there finds that they have ended, and one that was killed
        cannot end them. They are not retried under the same number: a worker that was cut off and
        comes back would finish the message that somebody else has by then, and procrastinate could
        not tell them apart.
        """
        manager = self._app.job_manager
        connector = self._app.connector
        try:
            # From all queues: procrastinate looks in one or in all.
            found = await in_asyncio(manager.get_stalled_jobs(seconds_since_heartbeat=GIVEN_UP_S))
            of_family = [each for each in found if each.queue.startswith(family)]
            for each in of_family:
                await in_asyncio(manager.finish_job(each, Status.FAILED, delete_job=True))
            stalled = {each.id: each.worker_id for each in of_family if each.id in set(numbers)}
            rows = await in_asyncio(
                connector.execute_query_all_async(_UNFINISHED, numbers=list(numbers))
            )
            # In this order: whoever ends a message has replied before.
            waiting = await in_asyncio(connector.execute_query_all_async(_WAITING, queue=replies))
        except ConnectorException:
            return {}, set()
        ended = set(numbers) - stalled.keys() - {row["id"] for row in rows}
        return stalled, set() if waiting else ended

    async def forget(self, queue: str, family: str) -> None:
        """Remove all of a queue, and what is old from queues whose names begin with `family`."""
        with suppress(ConnectorException):
            await in_asyncio(
                self._app.connector.execute_query_async(_FORGET, queue=queue, family=f"{family}%")
            )

    def set_taking(self, taking: bool) -> None:
        """Take no further messages from now on, or go on; those taken before are not affected."""
        self._taking = taking
        if self._worker is not None:
            self._worker.queues = self._queues if taking else _NO_QUEUE

    async def work(
        self,
        queues: list[str],
        handle: Callable[[Payload], Awaitable[None]],
        at_a_time: int,
        joined: Callable[[int], Awaitable[None]],
        remark: Callable[[str], None],
    ) -> None:
        """Handle the messages of some queues until cancelled.

        `joined` is called with the number that procrastinate knows this worker by: at the start,
        and again with another when the database was away.
        """

        async def task(**payload: Any) -> None:
            await self._guest.run(lambda: handle(payload))

        self._queues = queues
        for queue in queues:
            self._app.task(name=queue, queue=queue)(task)
        while True:
            worker = self._worker = _Worker(
                self._app,
                queues=queues,
                concurrency=at_a_time,
                fetch_job_polling_interval=POLL_S,
                abort_job_polling_interval=POLL_S,
                shutdown_graceful_timeout=STOP_S,
                delete_jobs="always",
                install_signal_handlers=False,
                update_heartbeat_interval=HEARTBEAT_S,
                stalled_worker_timeout=GIVEN_UP_S,
            )
            self.set_taking(self._taking)
            try:
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(_tell_number, worker, joined)
                    await in_asyncio(worker.run())  # type: ignore[no-untyped-call]
                    nursery.cancel_scope.cancel()
            except* ConnectorException as lost:
                log.debug("procrastinate has stopped", exc_info=lost)
            remark("The database cannot be reached; trying again until it can.")
            await trio.sleep(AGAIN_S)


async def _tell_number(worker: Worker, joined: Callable[[int], Awaitable[None]]) -> None:
    while worker.worker_id is None:  # noqa: ASYNC110 - nothing tells when it has one
        await trio.sleep(0.02)
    await joined(worker.worker_id)


@asynccontextmanager
async def open_message_queue(url: str) -> AsyncIterator[MessageQueue]:
    """Use the queues of a PostgreSQL database while a block lasts; its tables are made if needed.

    `url` is as SQLAlchemy writes it.
    """
    for noisy in ("procrastinate", "psycopg.pool"):  # what matters is said as a remark
        logging.getLogger(noisy).setLevel(logging.CRITICAL)
    scheme, _, rest = url.partition("://")
    connector = PsycopgConnector(
        conninfo=f"{scheme.partition('+')[0]}://{rest}",
        min_size=1,
        max_size=4,
        timeout=DATABASE_S,
        kwargs={
            "application_name": "lutetia cluster",
            "options": " ".join(f"-c {setting}" for setting in _SETTINGS),
            # Notice a database whose machine is gone; without these it takes a quarter of an hour.
            "keepalives_idle": 10,
            "keepalives_interval": 5,
            "keepalives_count": 4,
            "tcp_user_timeout": 30_000,
        },
    )
    app = App(connector=connector)
    app.job_manager = _Messages(connector)
    await in_asyncio(connector.open_async())
    try:
        if not await in_asyncio(app.check_connection_async()):
            await _make_tables(app)
        async with trio.open_nursery() as nursery:
            yield MessageQueue(app, nursery)
            nursery.cancel_scope.cancel()
    finally:
        with trio.CancelScope(shield=True):
            await in_asyncio(connector.close_async())


async def _make_tables(app: App) -> None:
    """Make procrastinate's tables; of several that try at once, one does."""
    schema = app.schema_manager.get_schema().replace("%", "%%")
    lock = f"SELECT pg_advisory_xact_lock({_SCHEMA_LOCK});"
    try:
        await in_asyncio(app.connector.execute_query_async(lock + schema))
    except ConnectorException:
        if not await in_asyncio(app.check_connection_async()):
            raise
