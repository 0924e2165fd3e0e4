"""The web pages of 1,000 to 100,000 stored matches: `python -m benchmarks.web [MATCHES …]`.

Prints how long each page takes over HTTP on this machine, ratings included: as the first page that
anybody looks at after a start, when looked at again, when the browser has it already, and after
another match was stored. With news a page is made to wait for the new ratings; in truth nobody does
for a minute, since a large ladder is rated in the background. Beside each time stands how much of
it was computing, of server and browser together: in the rest a busy machine did something else.

Then a match is watched by 0 and by 50 viewers while its moves come in, and the processor time of
the server is printed for each. Last, matches of a worker process are watched by 0 and by 50 viewers
in turns, and the time that a decision takes there is compared; the viewers run on this machine too.
"""

import http.client
import resource
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from math import inf
from pathlib import Path
from queue import Queue
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

import trio

from arbiter.bots import Manifest, find_bot, remote_bot
from arbiter.clocks import parse_clock
from arbiter.gallery import Gallery
from arbiter.jobs import Job, PlayedActions
from arbiter.match import Match
from arbiter.tournaments.snapshots import Snapshots
from arbiter.web.app import Site, build_app
from arbiter.web.server import serving
from arbiter.worker_pool import open_worker_pool
from benchmarks.ladder import fill
from engine.record import Bot, PackedRecord, Record, Setup, unpack_record
from ladder.schedules.schedule import Key
from ladder.store.store import Store, open_store

CONTROL = parse_clock("60+0.5")
VIEWERS = 50
ROUNDS = 5
MOVE_S = 0.05


def main(sizes: list[int]) -> None:
    """Measure each size in a database of its own."""
    for matches in sizes:
        with TemporaryDirectory() as folder:
            path = Path(folder) / "ladder.db"
            with closing(open_store(f"sqlite:///{path}")) as store:
                fill(store, matches)
                measure_pages(store, matches)
    measure_viewers()
    trio.run(measure_decisions)


def measure_pages(store: Store, matches: int) -> None:
    cup = store.add_tournament("real", {"format": "round-robin"}, 1)
    record = play(Job(Setup("paris", 4, {}, 1), _bots(4), CONTROL, ("benchmark", 1)))
    store.add_match(cup, Key("paris", 0, 0, 0), record)
    number = store.revision().newest
    pages = {
        "standings": "/",
        "a list": "/?list=benchmark",
        "crosstable": "/crosstable?list=benchmark",
        "bot": "/bots/bot07",
        "bot, lost": "/bots/bot49?lost=1",
        "matches": "/matches",
        "matches of two": "/matches?bot=bot01&against=bot49&lost=1",
        "forfeits": "/matches?forfeits=1",
        "tournaments": "/tournaments",
        "tournament": "/tournaments/benchmark",
        "match": f"/matches/{number}",
        "its replay": f"/matches/{number}/replay.json",
    }
    head = "".join(f"{title:>16}" for title in ("first", "again", "unchanged", "with news"))
    print(f"{f'{matches:,} matches':17}{head}   (seconds, of them computing)")
    times = {}
    for name, page in pages.items():
        site = Site(store)  # nothing is known to it, as at a start
        site.snapshots.prepare()  # as `lutetia web` does before it opens its doors
        with _served(site) as (url, _):
            first, tag = _ask(url, page)
            times[name] = [first, _ask(url, page)[0], _ask(url, page, tag)[0]]
    site = Site(store)
    site.snapshots = Snapshots(store, at_once_s=inf)
    with _served(site) as (url, _):
        for page in pages.values():
            _ask(url, page)
        for number, (name, page) in enumerate(pages.items(), 1):
            add_news(store, number)
            times[name].append(_ask(url, page)[0])
            shown = "".join(f"{took:8.3f} ({used:5.3f})" for took, used in times[name])
            print(f"  {name:15}{shown}", flush=True)


def add_news(store: Store, number: int) -> None:
    record = play(Job(Setup("paris", 2, {}, 2), _bots(2), CONTROL, ("benchmark", 2)))
    store.add_match(store.tournament("real"), Key("paris", number, 0, 0), record)


def measure_viewers() -> None:
    """Let the moves of a match of Paris come in, watched by nobody and by many."""
    print("viewers of a running match, seconds of processor time")
    for viewers in (0, 1, VIEWERS):
        with (
            TemporaryDirectory() as folder,
            closing(open_store(f"sqlite:///{Path(folder) / 'empty.db'}")) as store,
        ):
            print(f"  {viewers:3} viewers {_watch(store, viewers):6.2f} s")


def _watch(store: Store, viewers: int) -> float:
    gallery = Gallery()
    job = Job(Setup("paris", 4, {}, 1), _bots(4), CONTROL, ("benchmark", 1))
    record = play(job)
    with _served(Site(store, gallery)) as (url, token):
        showing = gallery.begin(job, lambda: None)
        streams = [_open(url, "/live/1/steps") for _ in range(viewers)]
        since_s = _processor_s()
        for number, action in enumerate(record.actions):
            told = PlayedActions(number, (action,))
            trio.from_thread.run_sync(showing.played, told, gallery.now(), trio_token=token)
            time.sleep(MOVE_S)
        used_s = _processor_s() - since_s
        for stream in streams:
            stream.close()
    return used_s


async def measure_decisions() -> None:
    """Compare the time of decisions of matches that nobody watches, and of those many watch."""
    times: dict[int, list[float]] = {0: [], VIEWERS: []}
    gallery = Gallery()
    with (
        TemporaryDirectory() as folder,
        closing(open_store(f"sqlite:///{Path(folder) / 'empty.db'}")) as store,
    ):
        async with (
            serving(build_app(Site(store, gallery)), "127.0.0.1:0") as url,
            open_worker_pool(1, 1, gallery=gallery) as pool,
        ):
            greedy = find_bot("greedy")
            for number in range(1, 1 + 2 * ROUNDS):
                viewers = VIEWERS * (number % 2)
                bots = dict.fromkeys(("ada", "bea"), greedy)
                job = Job(Setup("paris", 2, {}, 7), bots, CONTROL, ("benchmark", 3))
                async with trio.open_nursery() as nursery:
                    for _ in range(viewers):
                        nursery.start_soon(_look, url, f"/live/{number}/steps")
                    result = await pool.play(job)
                    nursery.cancel_scope.cancel()
                assert isinstance(result, PackedRecord)
                taken = unpack_record(result.body)[0].times
                times[viewers] += [each for of_seat in taken for each in of_seat]
    alone, watched = (median(times[viewers]) for viewers in (0, VIEWERS))
    print(f"a decision takes {1000 * alone:.2f} ms unwatched, {1000 * watched:.2f} ms with")
    print(f"  {VIEWERS} viewers: {watched / alone:.2f} times (medians of {ROUNDS} matches each)")


async def _look(url: str, page: str) -> None:
    """Watch a match as a browser does, from its first step on."""
    host, _, port = urlsplit(url).netloc.partition(":")
    while True:
        stream = await trio.open_tcp_stream(host, int(port))
        await stream.send_all(f"GET {page} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
        answer = await stream.receive_some()
        if b" 200 " in answer:
            async for _ in stream:
                pass
        await stream.aclose()
        await trio.sleep(0.05)


def play(job: Job) -> Record:
    """Play a match at random."""
    match = Match(job.setup, [bot.bot for bot in job.bots.values()], CONTROL)
    chance = Random(1)
    match.begin()
    while (turn := match.turn) is not None:
        match.start_clock(0.0)
        match.answer(turn.seat, turn.turn_id, chance.randrange(len(turn.actions)), 0.0)
    return match.record()


def _bots(count: int) -> dict[str, Manifest]:
    return {name: remote_bot(Bot(name, "1")) for name in ("ada", "bea", "cleo", "dora")[:count]}


@contextmanager
def _served(site: Site) -> Iterator[tuple[str, trio.lowlevel.TrioToken]]:
    told: Queue[tuple[str, trio.lowlevel.TrioToken, trio.CancelScope]] = Queue()

    async def serve() -> None:
        with trio.CancelScope() as scope:
            async with serving(build_app(site), "127.0.0.1:0") as url:
                told.put((url, trio.lowlevel.current_trio_token(), scope))
                await trio.sleep_forever()

    thread = threading.Thread(target=trio.run, args=(serve,))
    thread.start()
    url, token, scope = told.get()
    try:
        yield url, token
    finally:
        trio.from_thread.run_sync(scope.cancel, trio_token=token)
        thread.join()


def _open(url: str, page: str, tag: str = "") -> http.client.HTTPConnection:
    connection = http.client.HTTPConnection(urlsplit(url).netloc)
    connection.request("GET", page, headers={"If-None-Match": tag, "Accept-Encoding": "gzip"})
    return connection


def _ask(url: str, page: str, tag: str = "") -> tuple[tuple[float, float], str]:
    """Return how long a page takes, how much of that is computing, and its tag."""
    since_s, used_s = time.perf_counter(), _processor_s()
    connection = _open(url, page, tag)
    answer = connection.getresponse()
    answer.read()
    took_s = time.perf_counter() - since_s, _processor_s() - used_s
    connection.close()
    if answer.status not in (200, 304):
        raise RuntimeError(f"{page}: {answer.status}")
    return took_s, answer.getheader("etag") or ""


def _processor_s() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    main([int(each) for each in sys.argv[1:]] or [1_000, 100_000])
