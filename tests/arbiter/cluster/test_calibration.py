"""How fast a machine is, and that a record tells it."""

import trio

from arbiter.clocks import TimeControl
from arbiter.cluster.calibration import calibrate
from arbiter.jobs import Job
from arbiter.worker_pool import open_worker_pool
from engine.record import Host, PackedRecord, Record, unpack_record
from tests.arbiter.test_worker_pool import BOTS, small_job

MACHINE = Host("one", 0.25)


def test_a_calibration_is_the_time_of_a_piece_of_work() -> None:
    assert 0 < calibrate(repetitions=1) < 60


def test_a_match_with_a_clock_tells_where_it_was_played() -> None:
    timed = small_job(1)
    untimed = Job(timed.setup, BOTS, TimeControl(), timed.public_name)

    async def main() -> list[Record]:
        records = []
        async with open_worker_pool(1, 1, host=MACHINE) as pool:
            for job in (timed, untimed):
                result = await pool.play(job)
                assert isinstance(result, PackedRecord)
                records.append(unpack_record(result.body)[0])
        return records

    with_clock, without = trio.run(main)
    assert (with_clock.host, without.host) == (MACHINE, None)
    assert with_clock.digest == without.digest
