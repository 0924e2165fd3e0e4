"""What several coordinators find in the queues of one database when workers were lost."""

from pathlib import Path

from arbiter.cluster.job_queue import BATCHES, MATCHES, open_job_queue, queue_of
from arbiter.host import run
from tests.arbiter.cluster.clusters import Cluster, new_cluster
from tests.postgresql import needs_server

REPORTS = "lutetia reports of one"


def begin(cluster: Cluster, *numbers: int) -> None:
    """Begin jobs as a worker that has been forgotten since."""
    listing = ", ".join(map(str, numbers))
    cluster.query(f"UPDATE procrastinate_jobs SET status = 'doing' WHERE id IN ({listing})")


@needs_server
def test_stalled_batches_of_all_coordinators_are_ended_in_every_queue(tmp_path: Path) -> None:
    """Batches that wait are not, nor are reports."""

    async def main() -> None:
        async with open_job_queue(cluster.url) as queue:
            (shared,) = await queue.defer(MATCHES, [{}])
            ours, theirs, waiting = await queue.defer(queue_of("lost", 1), [{}, {}, {}])
            (report,) = await queue.defer(REPORTS, [{}])
            begin(cluster, shared, ours, theirs, report)
            stalled, ended = await queue.lost(BATCHES, [shared, ours, waiting], REPORTS)
            assert (stalled, ended) == ({shared: None, ours: None}, set())
            assert await queue.lost(BATCHES, [theirs], REPORTS) == ({}, {theirs})
            left = cluster.query("SELECT id FROM procrastinate_jobs ORDER BY id")
            assert left == [(waiting,), (report,)]

    with new_cluster(tmp_path) as cluster:
        run(main)
