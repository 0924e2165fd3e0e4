"""What several coordinators find in the queues of one database when workers were lost."""

import asyncio
from pathlib import Path

from procrastinate import App
from procrastinate.job_context import JobContext
from procrastinate.jobs import Job
from procrastinate.testing import InMemoryConnector

from arbiter.cluster.message_queue import BATCHES, MATCHES, _Worker, open_message_queue, queue_of
from arbiter.loops import run
from tests.arbiter.cluster.clusters import Cluster, new_cluster
from tests.postgresql import needs_server

REPORTS = "lutetia reports of one"


def take(cluster: Cluster, *numbers: int) -> None:
    """Take messages as a worker that has been forgotten since."""
    listing = ", ".join(map(str, numbers))
    cluster.query(f"UPDATE procrastinate_jobs SET status = 'doing' WHERE id IN ({listing})")


@needs_server
def test_stalled_batches_of_all_coordinators_are_ended_in_every_queue(tmp_path: Path) -> None:
    """Batches that wait are not, nor are reports."""

    async def main() -> None:
        async with open_message_queue(cluster.url) as queue:
            (shared,) = await queue.defer(MATCHES, [{}])
            ours, theirs, waiting = await queue.defer(queue_of("lost", 1), [{}, {}, {}])
            (report,) = await queue.defer(REPORTS, [{}])
            take(cluster, shared, ours, theirs, report)
            stalled, ended = await queue.lost(BATCHES, [shared, ours, waiting], REPORTS)
            assert (stalled, ended) == ({shared: None, ours: None}, set())
            assert await queue.lost(BATCHES, [theirs], REPORTS) == ({}, {theirs})
            left = cluster.query("SELECT id FROM procrastinate_jobs ORDER BY id")
            assert left == [(waiting,), (report,)]

    with new_cluster(tmp_path) as cluster:
        run(main)


def test_a_job_that_is_aborted_before_its_first_step_ends_as_any_other() -> None:
    """It was left in the queue as if it were being done, as long as its worker lived."""
    app = App(connector=InMemoryConnector())
    worker = _Worker(app)
    ended = []

    @app.task(name="job")
    async def job() -> None:
        """Do nothing."""

    async def process() -> None:
        try:
            await asyncio.sleep(60)
        finally:
            ended.append("job")

    async def main() -> None:
        task = asyncio.create_task(process())
        worker._running_jobs[task] = JobContext(
            app=app,
            worker_name="only",
            worker_queues=None,
            additional_context={},
            job=Job(id=1, queue="q", lock=None, queueing_lock=None, task_name="job"),
            abort_reason=lambda: None,
            start_timestamp=0.0,
        )
        worker._handle_abort_jobs_requested([1])
        worker._handle_abort_jobs_requested([1])
        await asyncio.wait({task})

    asyncio.run(main())
    assert ended == ["job"]
