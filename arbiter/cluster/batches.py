"""Matches on their way to a worker, and reports on their way back, as JSON."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from arbiter.jobs import (
    BadLine,
    Job,
    JobDecoder,
    JobEncoder,
    JobResult,
    PlayedActions,
    decode_result,
)
from arbiter.match import Void
from arbiter.worker_pool import Death, WorkerProcessDied


@dataclass(frozen=True)
class Batch:
    """Matches for one worker."""

    name: str
    """Random, and known to nobody but the coordinator and this batch's worker."""
    coordinator: int
    """Its number as a member of the cluster."""
    reply_to: str
    """The queue for reports."""
    archives: Mapping[str, str]
    """For each bot, by name and version, under which hash its files are found; "" if built in."""
    matches: str
    """As `arbiter.jobs` writes them for a worker process."""

    def jobs(self) -> dict[int, Job]:
        """Return the matches by their numbers; folders of bots are those of the coordinator."""
        decoder = JobDecoder()
        orders = [decoder.decode(line) for line in self.matches.encode().splitlines()]
        return dict(order for order in orders if isinstance(order, tuple))

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def encode_jobs(jobs: Mapping[int, Job]) -> str:
    encoder = JobEncoder()
    return b"".join(encoder.encode(number, job) for number, job in jobs.items()).decode()


@dataclass(frozen=True)
class Report:
    """Results of some matches of a batch."""

    batch: str
    host: str
    process: int
    results: str
    """Lines as `arbiter.jobs` writes them."""
    died: Sequence[int] = ()
    """Which of these matches are void because each process that played them died."""
    deaths: Mapping[str, Any] = field(default_factory=dict)
    """By the numbers of these matches: the processes that died over them (`deaths_to_json`)."""
    unable: Mapping[str, str] = field(default_factory=dict)
    """The bots, by name and version, that cannot play on this worker, and why."""
    over: bool = False
    """Whether the worker is done with the batch; what has no result was not played."""

    def decode(self) -> Sequence[tuple[int, JobResult, tuple[Death, ...]]]:
        """Return number, result and deaths of each match; raise BadLine for anything else."""
        results: list[tuple[int, JobResult, tuple[Death, ...]]] = []
        for line in self.results.encode().splitlines():
            number, result = decode_result(line)
            if isinstance(result, PlayedActions):
                raise BadLine("it reported on a match that nobody watches")
            if isinstance(result, Void) and number in self.died:
                result = WorkerProcessDied(result.reason)
            results.append((number, result, _deaths_from_json(self.deaths.get(str(number), ()))))
        return results

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def deaths_to_json(deaths: Mapping[int, Sequence[Death]]) -> dict[str, Any]:
    return {
        str(number): [
            [death.mark, {match: sorted(bots) for match, bots in death.matches.items()}]
            for death in of_match
        ]
        for number, of_match in deaths.items()
    }


def _deaths_from_json(deaths: Sequence[Any]) -> tuple[Death, ...]:
    return tuple(
        Death(mark, {match: frozenset(bots) for match, bots in matches.items()})
        for mark, matches in deaths
    )
