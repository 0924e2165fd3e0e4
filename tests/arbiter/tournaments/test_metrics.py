"""Metrics: what is counted, and the page that a monitoring system fetches."""

import trio

from arbiter.match import Void
from arbiter.metrics_page import metrics_page
from arbiter.sessions import Refusal, Status
from arbiter.tournaments.metrics import Histogram, Metrics
from engine.record import Ending, PackedRecord, Record, SeatRecord, Setup, pack_record
from ladder.schedules.schedule import Key, Pairing

SETUP = Setup("connect_four", 2, {}, 1)
PAIRING = Pairing(Key("connect_four", 0, 0, 0), ("ada@1", "bea@1"), SETUP)


def record(*endings: Ending) -> PackedRecord:
    seats = [SeatRecord("ada", "1", 0, 1, ending, "", 7, 0.0, 0.0, 0.0) for ending in endings]
    return pack_record(Record(SETUP, (), tuple(seats)))


def test_matches_decisions_and_faults_are_counted_by_game_and_kind() -> None:
    metrics = Metrics(queue=lambda: 5)
    for result in (
        record(Ending.PLAYED, Ending.PLAYED),
        record(Ending.TIMEOUT, Ending.PLAYED),
        Void("a bug"),
    ):
        metrics.started(PAIRING)
        metrics.ended(PAIRING)
        metrics.finished(PAIRING, result)
    for status in (Status.UNAUTHENTICATED, Status.INVALID_ARGUMENT, Status.UNAUTHENTICATED):
        metrics.refused("ipv4:192.0.2.1:4000", Refusal(status, "a test wants it so"))
    lines = metrics.exposition().splitlines()
    for line in (
        'lutetia_matches_total{game="connect_four",result="played"} 2',
        'lutetia_matches_total{game="connect_four",result="void"} 1',
        'lutetia_decisions_total{game="connect_four"} 28',
        'lutetia_faults_total{game="connect_four",ending="timeout"} 1',
        'lutetia_refused_hellos_total{status="UNAUTHENTICATED"} 2',
        "lutetia_queued_matches 5",
    ):
        assert line in lines
    assert lines[-1] == "# EOF"


def test_a_match_that_waits_to_be_stored_or_was_postponed_does_not_run() -> None:
    metrics = Metrics(queue=lambda: 0)
    for _ in range(3):
        metrics.started(PAIRING)
    metrics.ended(PAIRING)
    metrics.ended(PAIRING)
    metrics.postponed(PAIRING)
    assert "lutetia_running_matches 1" in metrics.exposition().splitlines()


def test_a_histogram_counts_everything_up_to_each_limit() -> None:
    histogram = Histogram((0.1, 1.0))
    for seconds in (0.05, 0.1, 0.5, 7.0):
        histogram.observe(seconds)
    assert list(histogram.lines("waits_seconds", "Waits.")) == [
        "# TYPE waits_seconds histogram",
        "# UNIT waits_seconds seconds",
        "# HELP waits_seconds Waits.",
        'waits_seconds_bucket{le="0.1"} 2',
        'waits_seconds_bucket{le="1.0"} 3',
        'waits_seconds_bucket{le="+Inf"} 4',
        "waits_seconds_count 4",
        "waits_seconds_sum 7.650000",
    ]


async def fetch(address: str, request: bytes) -> bytes:
    host, _, port = address.rpartition(":")
    async with await trio.open_tcp_stream(host, int(port)) as stream:
        await stream.send_all(request)
        return b"".join([chunk async for chunk in stream])


def test_the_page_is_served_and_nothing_else_is() -> None:
    async def main() -> None:
        with trio.fail_after(20):
            async with metrics_page("127.0.0.1:0", lambda: "# EOF\n") as address:
                page = await fetch(address, b"GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n")
                assert page.startswith(b"HTTP/1.1 200 OK\r\nContent-Type: application/openmetrics")
                assert page.endswith(b"\r\n\r\n# EOF\n")
                for bad in (b"GET / HTTP/1.1\r\n\r\n", b"\xff" * 8_192):
                    assert (await fetch(address, bad)).startswith(b"HTTP/1.1 404 Not Found")

    trio.run(main)
