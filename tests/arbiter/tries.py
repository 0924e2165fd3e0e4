"""Results of matches whose workers may have died."""

from arbiter.jobs import JobResult
from arbiter.worker_pool import Retried


def last_try(result: JobResult | Retried) -> JobResult:
    return result.result if isinstance(result, Retried) else result
