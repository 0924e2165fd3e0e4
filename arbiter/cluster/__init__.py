"""Many machines: the runner's matches are played by `lutetia worker` processes anywhere.

    message_queue   procrastinate on PostgreSQL, which delivers messages and knows who is alive
    batches         matches on their way to a worker, and reports on their way back
    bot_archives    the files of bots: into the database, and out of it on a worker
    calibration     how fast a machine is
    cluster_pool    the coordinator's side, which the runner uses like any other pool
    cluster_worker  a worker: takes batches, plays them in worker processes, reports

There are two kinds of messages. A batch of matches waits in a queue that all workers of the same
version share, or in the queue of one of them if others cannot build its bots. A report with results
waits in a queue of the coordinator that has sent the batch. Only the coordinator stores matches, so
that all is as on one machine; what is missing at the end of a batch, or when its worker is given
up, is sent again in another batch.
"""

from engine.errors import OperatorError


class NoCluster(OperatorError):
    """A cluster needs its package, and a database that all its machines can reach."""
