"""`lutetia worker` and `lutetia workers`: a machine of a cluster, and who is in it."""

import shlex
import socket
from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC
from pathlib import Path
from typing import Annotated

import typer

from arbiter.bot_output import make_log_folder
from arbiter.cli.output import (
    Cache,
    Concurrency,
    Database,
    Json,
    Log,
    Workers,
    console,
    for_terminal,
    print_json,
    remark,
    tell,
)
from arbiter.cli.sandbox import Choice, SandboxChoice, choose_sandbox
from arbiter.cli.stopping import stopping
from arbiter.cli.tables import FittingTable
from arbiter.cluster.bot_archives import BotLibrary
from arbiter.cluster.calibration import calibrate
from arbiter.cluster.cluster_pool import require_shared
from arbiter.cluster.cluster_worker import refuse_other_version, work_for_cluster
from arbiter.cluster.message_queue import VERSION, open_message_queue
from arbiter.loops import run
from arbiter.processors import usable_processors
from arbiter.tournaments.spec import default_workers
from arbiter.worker_pool import open_worker_pool
from engine.record import Host
from ladder import DEFAULT_URL
from ladder.store.members import Admission, PresentMember
from ladder.store.outliers import outliers
from ladder.store.store import PATIENT_PAUSES, Store, open_store

workers_commands = typer.Typer()


def worker(
    concurrency: Concurrency = None,
    workers: Workers = None,
    sandbox: SandboxChoice = Choice.REQUIRE,
    log: Log = None,
    name: Annotated[
        str | None, typer.Option(help="A name for this machine; its host name if not given.")
    ] = None,
    cache: Cache = Path("lutetia-cache"),
    db: Database = DEFAULT_URL,
) -> None:
    """Play matches for the tournaments of a database, until Ctrl-C.

    `lutetia tournament run` and `serve` hand them out, with --workers cluster and the same --db.
    Bots come from the database, and are built here.
    """
    log_folder = log and make_log_folder(log)
    store = open_store(db, pauses=PATIENT_PAUSES)
    require_shared(store)
    refuse_other_version(store)
    sandboxed = choose_sandbox(sandbox) is not None
    cores = usable_processors()
    places = concurrency or cores
    if places > cores:
        remark(
            f"{places} matches at a time share {cores} cores: "
            "bots think longer than they would alone."
        )
    cache.mkdir(parents=True, exist_ok=True)
    host = Host(name or socket.gethostname(), calibrate())

    async def main() -> None:
        async with (
            stopping(),
            open_worker_pool(
                workers or default_workers(places),
                places,
                remark=tell,
                sandboxed=sandboxed,
                log_folder=log_folder,
                host=host,
            ) as pool,
            open_message_queue(db) as queue,
        ):
            await work_for_cluster(
                store,
                queue,
                pool,
                BotLibrary(store, cache, tell),
                host,
                places,
                tell,
            )

    run(main)
    remark("Stopped; unplayed matches go to other workers.")


@dataclass(frozen=True)
class ListedWorker:
    """A row of `lutetia workers`."""

    host: str
    process: int
    version: str
    places: int
    since: str
    state: str
    matches: int
    per_minute: float
    faults: int
    calibration_s: float | None
    stands_out: list[str]


@workers_commands.callback(invoke_without_command=True)
def list_workers(context: typer.Context, db: Database = DEFAULT_URL, as_json: Json = False) -> None:
    """List the workers of a cluster: since when, matches per minute, faults; keep some out.

    Matches are those stored of all processes on the same machine, faults the seats that were
    forfeited there within a day. A worker is marked if it has more time losses or crashes than the
    others, or is slower: docs/operations.md says by how much.
    """
    if context.invoked_subcommand is not None:
        return
    store = open_store(db, create=False)
    require_shared(store)
    rows = _rows(store)
    if as_json:
        print_json([vars(row) for row in rows])
        return
    if not rows:
        remark("No worker is connected: run `lutetia worker` with this --db.")
        return
    listing = FittingTable(
        *("host", "process", "version", "since", "state"),
        *("places", "matches", "per minute", "faults", "work ms"),
        texts=("host",),
        words=("version", "since", "state"),
        leave_out=("process", "since", "version", "work ms", "places"),
    )
    for row in rows:
        work_ms = "" if row.calibration_s is None else f"{1000 * row.calibration_s:.1f}"
        listing.add_row(
            *(row.host, row.process, row.version, row.since, row.state),
            *(row.places, row.matches, f"{row.per_minute:.1f}", row.faults, work_ms),
            style="yellow" if row.stands_out else None,
        )
    console.print(listing)
    for host, reasons in {row.host: row.stands_out for row in rows if row.stands_out}.items():
        tell(
            f"{host} stands out against the others: {', '.join(reasons)}. To let it take no more "
            f"matches: lutetia workers drain {shlex.quote(host)}"
        )


def _rows(store: Store) -> list[ListedWorker]:
    members = store.members()
    coordinators = {
        each.version for each in members if each.tournament is not None and not each.given_up
    }
    workers = [member for member in members if member.places]
    hosts = sorted({worker.host for worker in workers})
    pace, samples = store.pace(hosts), store.samples(hosts)
    calibrations = {each.host: each.calibration_s for each in workers if each.calibration_s}
    flagged = outliers(samples, calibrations)
    return [
        ListedWorker(
            host=worker.host,
            process=worker.process,
            version=worker.version,
            places=worker.places,
            since=worker.since.astimezone(UTC).isoformat(sep=" ", timespec="minutes")[:16],
            state=_state(worker, coordinators or {VERSION}),
            matches=pace[worker.host].matches if worker.host in pace else 0,
            per_minute=pace[worker.host].per_minute if worker.host in pace else 0.0,
            faults=sum(sample.faults for sample in samples if sample.host == worker.host),
            calibration_s=worker.calibration_s,
            stands_out=flagged.get(worker.host, []),
        )
        for worker in workers
    ]


def _state(worker: PresentMember, wanted: Collection[str]) -> str:
    """Say in a word or two what a worker does; `wanted` are the versions of the coordinators."""
    if worker.given_up:
        return f"silent for {worker.silent_s:.0f} s"
    if worker.version not in wanted:
        return f"version {worker.version}"
    return "connected" if worker.admission is Admission.ADMITTED else worker.admission.value


HostName = Annotated[str, typer.Argument(metavar="HOST", help="As `lutetia workers` lists it.")]


@workers_commands.command("drain")
def drain(host: HostName, db: Database = DEFAULT_URL) -> None:
    """Let the workers of a host finish what they have, and take no more."""
    _decide(db, host, Admission.DRAINED, "finishes what it has and takes no more")


@workers_commands.command("exclude")
def exclude(host: HostName, db: Database = DEFAULT_URL) -> None:
    """Have the workers of a host give back what they have, and take no more; others play it."""
    _decide(db, host, Admission.EXCLUDED, "gives back what it has and takes no more")


@workers_commands.command("admit")
def admit(host: HostName, db: Database = DEFAULT_URL) -> None:
    """Let the workers of a drained or excluded host take matches again."""
    _decide(db, host, Admission.ADMITTED, "takes matches")


def _decide(db: str, host: str, admission: Admission, meaning: str) -> None:
    store = open_store(db, create=False)
    require_shared(store)
    store.set_admission(host, admission)
    console.print(for_terminal(f"{host} is {admission.value}: it {meaning}"), highlight=False)


def register(app: typer.Typer) -> None:
    app.command("worker")(worker)
    app.add_typer(workers_commands, name="workers")
