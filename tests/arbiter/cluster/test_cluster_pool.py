"""What a coordinator believes of the reports that it gets, and what it sends again."""

import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import trio
from trio.testing import MockClock

from arbiter.bots import find_bot
from arbiter.cluster.batches import Batch, Report, deaths_to_json
from arbiter.cluster.cluster_pool import ATTEMPTS, LARGEST_BATCH, MOST_LOSSES, ClusterPool
from arbiter.cluster.message_queue import MATCHES, VERSION, queue_of
from arbiter.jobs import Job, JobResult, NotStarted, encode_result
from arbiter.match import Void
from arbiter.worker_pool import Death, Retried, WorkerProcessDied
from engine.record import PackedRecord
from ladder.store.members import Admission, PresentMember
from ladder.store.store import open_store
from tests.arbiter.test_worker_pool import job, played
from tests.arbiter.tries import last_try


class Shelf:
    """A queue without a database: what is put there stays until a test takes it."""

    def __init__(self) -> None:
        self.stalled: set[int] = set()
        """Batches that a worker had begun when it was lost."""
        self.stalled_member: int | None = None
        """The number of that worker."""
        self.ended: set[int] = set()
        self.withdrawn: list[int] = []
        self._put, self._taken = trio.open_memory_channel[tuple[int, Batch]](100)
        self._last = 0
        self.queues: dict[int, str] = {}
        """In which queue each batch was put."""

    async def defer(self, queue: str, payloads: Sequence[dict[str, Any]]) -> list[int]:
        await trio.lowlevel.checkpoint()
        numbers = []
        for payload in payloads:
            self._last += 1
            numbers.append(self._last)
            self.queues[self._last] = queue
            self._put.send_nowait((self._last, Batch(**payload)))
        return numbers

    async def take(self) -> tuple[int, Batch]:
        return await self._taken.receive()

    async def lost(
        self, family: str, numbers: Sequence[int], replies: str
    ) -> tuple[dict[int, int | None], set[int]]:
        await trio.lowlevel.checkpoint()
        stalled: dict[int, int | None] = {
            number: self.stalled_member
            for number in self.stalled & set(numbers)
            if self.queues[number].startswith(family)
        }
        return stalled, self.ended & set(numbers)

    async def take_back(self, numbers: Sequence[int]) -> set[int]:
        await trio.lowlevel.checkpoint()
        waited = set(numbers) - self.stalled
        self.withdrawn += waited
        return waited

    async def withdraw(self, numbers: Sequence[int]) -> None:
        await trio.lowlevel.checkpoint()
        self.withdrawn += numbers

    async def forget(self, queue: str, family: str) -> None:
        await trio.lowlevel.checkpoint()


class Table:
    """A pool, its queue, and the results of the matches that were given to it."""

    def __init__(self, pool: ClusterPool, shelf: Shelf, nursery: trio.Nursery) -> None:
        self.pool = pool
        self.shelf = shelf
        self.remarks: list[str] = []
        self.results: dict[int, JobResult] = {}
        self.deaths: list[Death] = []
        self._nursery = nursery
        self._news = trio.Event()

    def play(self, job: Job) -> None:
        self._nursery.start_soon(self._play, job)

    async def _play(self, job: Job) -> None:
        result = await self.pool.play(job)
        if isinstance(result, Retried):
            self.deaths += result.deaths
        self.results[job.setup.seed] = last_try(result)
        self._news.set()

    async def result(self) -> JobResult:
        """Wait for the result of the only match."""
        await self._news.wait()
        (result,) = self.results.values()
        return result

    async def report(self, batch: Batch, *results: JobResult, over: bool = True) -> None:
        lines = b"".join(encode_result(number, each) for number, each in enumerate(results))
        await self.pool.take(Report(batch.name, "host", 1, lines.decode(), over=over).to_json())

    async def refuse(self, batch: Batch, host: str, bot: str) -> None:
        """Report that a bot cannot be built on a worker."""
        unable = {bot: "no compiler"}
        await self.pool.take(Report(batch.name, host, 1, "", unable=unable, over=True).to_json())


@asynccontextmanager
async def opened(folder: Path, members: Sequence[PresentMember] = ()) -> AsyncIterator[Table]:
    with closing(open_store(f"sqlite:///{folder}/lutetia.db")) as store:
        shelf = Shelf()
        remarks: list[str] = []
        async with trio.open_nursery() as nursery:
            pool = ClusterPool(store, shelf, remarks.append, lambda: members)
            table = Table(pool, shelf, nursery)
            table.remarks = remarks
            nursery.start_soon(pool.send)
            nursery.start_soon(pool.watch)
            pool.joined(1)
            yield table
            nursery.cancel_scope.cancel()


def run(main: Any) -> None:
    trio.run(main, clock=MockClock(autojump_threshold=0.1))


def test_a_result_is_that_of_its_match_and_names_its_host(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as table:
            table.play(job(1))
            _, batch = await table.shelf.take()
            assert list(batch.jobs().values()) == [job(1)]
            await table.report(batch, played(job(1)))
            result = await table.result()
            assert isinstance(result, PackedRecord)
            assert (result.host, result.digest) == ("host", played(job(1)).digest)

    run(main)


def test_a_worker_that_was_given_up_is_not_heard_any_more(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as table:
            table.play(job(1))
            number, given_up = await table.shelf.take()
            table.shelf.stalled = {number}
            _, again = await table.shelf.take()
            await table.report(given_up, Void("too late"))
            assert not table.results
            await table.report(again, played(job(1)))
            assert isinstance(await table.result(), PackedRecord)
            assert any("A worker was lost" in remark for remark in table.remarks)

    run(main)


def test_a_match_over_which_worker_after_worker_is_lost_is_void(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as table:
            table.play(job(1))
            for _ in range(ATTEMPTS):
                number, _ = await table.shelf.take()
                table.shelf.ended = {number}
            result = await table.result()
            assert isinstance(result, WorkerProcessDied)
            assert "3 times" in result.reason

    run(main)


def test_one_worker_that_loses_its_heartbeat_again_and_again_voids_no_match(
    tmp_path: Path,
) -> None:
    async def main() -> None:
        async with opened(tmp_path) as table:
            table.shelf.stalled_member = 7
            table.play(job(1))
            for _ in range(ATTEMPTS + 1):
                number, _ = await table.shelf.take()
                table.shelf.stalled = {number}
            _, batch = await table.shelf.take()
            await table.report(batch, played(job(1)))
            assert isinstance(await table.result(), PackedRecord)
            assert len(table.deaths) == 1

    run(main)


def test_not_even_one_worker_can_lose_a_match_for_ever(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as table:
            table.shelf.stalled_member = 7
            table.play(job(1))
            for _ in range(MOST_LOSSES):
                number, _ = await table.shelf.take()
                table.shelf.stalled = {number}
            assert isinstance(await table.result(), WorkerProcessDied)

    run(main)


def test_every_process_and_host_that_died_over_a_match_is_told_with_its_result(
    tmp_path: Path,
) -> None:
    async def main() -> None:
        async with opened(tmp_path) as table:
            (tmp_path / "mine.py").touch()
            bots = {"mine": find_bot(str(tmp_path / "mine.py")), "two": find_bot("random")}
            table.play(replace(job(1), bots=bots))
            number, lost = await table.shelf.take()
            table.shelf.stalled = {number}
            _, batch = await table.shelf.take()
            result = encode_result(0, Void("the rules are broken")).decode()
            death = Death("mark", {"another match": frozenset({"mine", "other"})})
            deaths = deaths_to_json({0: (death,)})
            report = Report(batch.name, "host", 1, result, deaths=deaths, over=True)
            await table.pool.take(json.loads(json.dumps(report.to_json())))
            assert await table.result() == Void("the rules are broken")
            of_host = Death(lost.name, {"test/1": frozenset({"mine"})})
            assert table.deaths == [of_host, death]

    run(main)


def test_what_a_worker_gives_back_is_played_elsewhere_as_often_as_it_takes(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as table:
            table.play(job(1))
            for _ in range(2 * ATTEMPTS):
                _, batch = await table.shelf.take()
                await table.report(batch, over=True)
            _, batch = await table.shelf.take()
            await table.report(batch, played(job(1)))
            assert isinstance(await table.result(), PackedRecord)

    run(main)


def test_a_result_of_another_match_is_not_believed(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as table:
            table.play(job(1))
            _, batch = await table.shelf.take()
            await table.report(batch, played(job(2)))
            _, again = await table.shelf.take()
            await table.report(again, played(job(1)))
            assert isinstance(await table.result(), PackedRecord)
            assert any("host is not believed" in remark for remark in table.remarks)

    run(main)


def test_batches_grow_when_matches_are_short(tmp_path: Path) -> None:
    """The bots of these take no time at all."""

    async def main() -> None:
        async with opened(tmp_path) as table:
            sizes = []
            for wave in range(5):
                seeds = range(40 * wave, 40 * wave + 40)
                for seed in seeds:
                    table.play(job(seed))
                while len(table.results) <= seeds[-1]:
                    _, batch = await table.shelf.take()
                    jobs = batch.jobs()
                    sizes.append(len(jobs))
                    await table.report(batch, *map(played, jobs.values()))
                    await trio.testing.wait_all_tasks_blocked()
            assert sizes[0] == 1
            assert max(sizes) == LARGEST_BATCH

    run(main)


def present(*hosts: str) -> list[PresentMember]:
    """Workers that are there."""
    since = datetime.now(UTC)
    return [
        PresentMember(host, 1, VERSION, 1, None, since, number, 0.0)
        for number, host in enumerate(hosts)
    ]


BOT = str(job(1).bots["one"].bot)


def test_a_match_is_sent_where_its_bots_can_be_built(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path, present("without", "with")) as table:
            table.play(job(1))
            number, batch = await table.shelf.take()
            assert table.shelf.queues[number] == MATCHES
            await table.refuse(batch, "without", BOT)
            number, batch = await table.shelf.take()
            assert table.shelf.queues[number] == queue_of("with", 1)
            await table.report(batch, played(job(1)))
            assert isinstance(await table.result(), PackedRecord)
            assert f"{BOT} cannot play on without: no compiler" in table.remarks

    run(main)


def test_a_bot_that_can_be_built_nowhere_is_not_started(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path, present("one", "two")) as table:
            table.play(job(1))
            for host in ("one", "two"):
                _, batch = await table.shelf.take()
                assert not table.results
                await table.refuse(batch, host, BOT)
            result = await table.result()
            assert isinstance(result, NotStarted)
            assert result.bots == ("one", "another")
            assert "one: no compiler" in result.reason

    run(main)


def test_a_match_waits_for_a_drained_worker_if_no_other_can_play_it(tmp_path: Path) -> None:
    members = present("without", "with")
    members[1] = replace(members[1], admission=Admission.DRAINED)

    async def main() -> None:
        async with opened(tmp_path, members) as table:
            table.play(job(1))
            _, batch = await table.shelf.take()
            await table.refuse(batch, "without", BOT)
            await trio.sleep(60)
            assert not table.results
            members[1] = replace(members[1], admission=Admission.ADMITTED)
            number, _ = await table.shelf.take()
            assert table.shelf.queues[number] == queue_of("with", 1)

    run(main)


def test_what_waits_for_a_worker_that_has_left_is_sent_to_another(tmp_path: Path) -> None:
    members = present("without", "left", "right")

    async def main() -> None:
        async with opened(tmp_path, members) as table:
            table.play(job(1))
            _, batch = await table.shelf.take()
            await table.refuse(batch, "without", BOT)
            number, _ = await table.shelf.take()
            assert table.shelf.queues[number] == queue_of("left", 1)
            del members[1]
            again, _ = await table.shelf.take()
            assert table.shelf.withdrawn == [number]
            assert table.shelf.queues[again] == queue_of("right", 1)

    run(main)


def test_what_was_sent_to_one_worker_alone_is_sent_to_another_when_it_is_lost(
    tmp_path: Path,
) -> None:
    """Nobody looked for lost batches in the queue of one worker alone: the match hung."""
    members = present("without", "killed", "spare")

    async def main() -> None:
        async with opened(tmp_path, members) as table:
            table.play(job(1))
            _, batch = await table.shelf.take()
            await table.refuse(batch, "without", BOT)
            number, _ = await table.shelf.take()
            assert table.shelf.queues[number] == queue_of("killed", 1)
            del members[1]
            table.shelf.stalled = {number}
            with trio.fail_after(60):
                again, batch = await table.shelf.take()
            assert table.shelf.queues[again] == queue_of("spare", 1)
            await table.report(batch, played(job(1)))
            assert isinstance(await table.result(), PackedRecord)
            assert len(table.deaths) == 1

    run(main)


def test_workers_of_another_version_are_named_once(tmp_path: Path) -> None:
    members = present("ours", "theirs")
    members[1] = replace(members[1], version="9.9")

    async def main() -> None:
        async with opened(tmp_path, members) as table:
            await trio.sleep(60)
            (remark,) = table.remarks
            assert remark.startswith("theirs: lutetia 9.9")
            assert f"install {VERSION} there" in remark

    run(main)
