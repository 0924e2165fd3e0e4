"""What `lutetia workers` shows of workers that are not as they should be."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from arbiter.cluster.message_queue import VERSION
from engine.record import Ending, pack_record
from ladder.schedules.schedule import Key
from ladder.store.members import Admission
from ladder.store.rows import Member
from ladder.store.store import Store, open_store
from tests.arbiter.cli.commands import LUTETIA, lutetia, printed_json
from tests.ladder.games import record
from tests.postgresql import needs_server, new_database

pytestmark = needs_server
WORKERS = "CREATE TABLE procrastinate_workers (id bigint, last_heartbeat timestamptz)"


@pytest.fixture
def shown() -> Iterator[tuple[Store, str]]:
    """A cluster of four workers, one of them of another version, and a coordinator."""
    with new_database() as url, closing(open_store(url)) as store:
        with store.engine.begin() as connection:
            connection.exec_driver_sql(WORKERS)
            beating = "INSERT INTO procrastinate_workers SELECT generate_series(0, 4), "
            connection.exec_driver_sql(beating + "now() + interval '1 hour'")
        for number, host in enumerate(("good", "fine", "poor", "old")):
            store.join_cluster(
                Member(
                    id=number,
                    host=host,
                    process=100 + number,
                    version="0.0" if host == "old" else VERSION,
                    places=2,
                    calibration_s=0.1,
                )
            )
        cup = Member(id=4, host="boss", process=1, version=VERSION, tournament="cup")
        store.join_cluster(cup)
        yield store, url


def test_another_version_is_a_state_that_80_columns_have_room_for(
    shown: tuple[Store, str], tmp_path: Path
) -> None:
    store, url = shown
    store.set_admission("fine", Admission.DRAINED)
    listed = subprocess.run(
        [LUTETIA, "workers", "--db", url],
        cwd=tmp_path,
        env={**os.environ, "COLUMNS": "80"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    lines = {line.split()[0]: line for line in listed.splitlines() if line.strip()}
    assert max(map(len, lines.values())) <= 80
    assert "version 0.0" in lines["old"]
    assert "drained" in lines["fine"]
    assert "connected" in lines["good"]
    assert "boss" not in lines


def test_a_worker_that_stands_out_is_named_with_its_reason(
    shown: tuple[Store, str], tmp_path: Path
) -> None:
    store, url = shown
    cup = store.add_tournament("cup", {}, seed=1)
    good = record("a", "b")
    late = replace(good.seats[0], ending=Ending.TIMEOUT, reason="too late")
    bad = replace(good, seats=(late, *good.seats[1:]))
    played = [
        replace(pack_record(each), host=host)
        for each, host in ((good, "good"), (good, "fine"), (bad, "poor"))
        for _ in range(10)
    ]
    keys = [Key("game", number, 0, 0) for number in range(len(played))]
    store.add_matches(cup, list(zip(keys, played, strict=True)))
    rows = {row["host"]: row for row in printed_json("workers", "--db", url, cwd=tmp_path)}
    assert rows["poor"]["stands_out"] == ["time losses"]
    assert rows["good"]["stands_out"] == []
    assert (rows["poor"]["matches"], rows["poor"]["faults"], rows["good"]["faults"]) == (10, 10, 0)
    assert rows["good"]["per_minute"] == 2.0
    said = lutetia("workers", "--db", url, cwd=tmp_path).stderr
    assert "poor stands out against the others: time losses." in said
    assert "lutetia workers drain poor" in said
