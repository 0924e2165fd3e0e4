"""Many matches with bots that fail now and then: `python -m benchmarks.endurance [GAME=MATCHES…]`.

`lutetia tournament run` plays this many matches of each game, 10,000 of connect_four and fewer of
the others if none is named. Most bots are honest; one each crashes, hangs, cancels its stream,
floods, leaves, resigns or answers what is not valid, once in 500 decisions. Prints the memory of
the coordinator and the workers after each tenth of the matches, how they ended, and what is left
when all is over.

Exits with 1 if a match is missing, if something is left, or if a process has grown by more than a
tenth since half of the matches were played: until then caches fill.
"""

import os
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.tournaments import LUTETIA, children

HONEST = ("honest1", "honest2", "honest3")
HABITS = (*HONEST, "crash", "hang", "cancel", "flood", "leave", "resign", "illegal")
CHANCE = 0.002
"""With which a bot misbehaves at a turn."""
SAMPLE_S = 1.0
MOST_GROWTH = 0.1
MATCHES = {"connect_four": 10_000, "lumiere": 700, "moscow_paris": 2_000, "paris": 700}
MATCHES_PER_ROUND = 2 * len(list(combinations(HABITS, 2)))
CGROUPS = Path("/sys/fs/cgroup")


def main() -> None:
    """Play, measure and print."""
    asked = [word.partition("=") for word in sys.argv[1:]]
    matches = {game: int(count) for game, _, count in asked} or MATCHES
    groups = set(bot_groups())
    faults: list[str] = []
    for game, count in matches.items():
        rounds = max(1, round(count / MATCHES_PER_ROUND))
        with TemporaryDirectory(prefix="endurance-") as folder:
            faults += endure(game, rounds, Path(folder))
    left = {group for group in set(bot_groups()) - groups if not is_in_use(group)}
    if left:
        faults.append(f"control groups left: {len(left)}: {', '.join(sorted(left))}")
    print("\n".join(faults) or "all matches stored once, nothing grew, nothing is left", flush=True)
    sys.exit(1 if faults else 0)


def endure(game: str, rounds: int, folder: Path) -> list[str]:
    """Run a tournament in a folder, print what it cost, and return what was wrong with it."""
    temporary = folder / "tmp"
    temporary.mkdir()
    command = [LUTETIA, "tournament", "run", "--game", game, "--rounds", str(rounds)]
    command += ["--players", "2", "--concurrency", "8", "--clock", "20,move=2"]
    for habit in HABITS:
        bot = folder / habit
        bot.mkdir()
        (bot / "bot.py").write_text(Path(__file__).with_name("endurance_bot.py").read_text())
        run = f'["python", "bot.py", "{habit}", "{CHANCE}"]'
        (bot / "bot.toml").write_text(f'name = "{habit}"\nversion = "1"\nrun = {run}\n')
        command += ["--bot", habit]
    expected = rounds * MATCHES_PER_ROUND
    print(f"{game}, {expected:,} matches", flush=True)
    begun, shown = time.monotonic(), -1
    last: dict[str, float] = {}
    warm: dict[str, float] = {}
    with (
        (folder / "log").open("w") as output,
        subprocess.Popen(
            command,
            cwd=folder,
            stdout=output,
            stderr=subprocess.STDOUT,
            env={**os.environ, "TMPDIR": str(temporary)},
        ) as process,
    ):
        while process.poll() is None:
            time.sleep(SAMPLE_S)
            done = stored(folder)
            last = memory(process.pid) or last
            if 2 * done >= expected:
                warm = {**last, **warm}  # what a process had when it was first seen since then
            if done * 10 // expected > shown:
                shown = done * 10 // expected
                report(begun, done, last)
    done = stored(folder)
    report(begun, done, last)
    print("  endings:", dict(endings(folder)), flush=True)
    if process.returncode:
        print((folder / "log").read_text()[-2_000:])
    left = {
        "processes": len(processes_with(str(temporary))),
        "sockets": Path("/proc/net/unix").read_text().count(str(temporary)),
        "temporary files": len(list(temporary.rglob("*"))),
    }
    return [
        *([f"{game}: exit {process.returncode}"] if process.returncode else ()),
        *([f"{game}: {done:,} of {expected:,} matches stored"] if done != expected else ()),
        *(f"{game}: {kind} left: {count}" for kind, count in left.items() if count),
        *(
            f"{game}: {name} grew from {warm[name]:.1f} to {mb:.1f} MB"
            for name, mb in last.items()
            if mb > warm.get(name, mb) * (1 + MOST_GROWTH)
        ),
    ]


def report(begun: float, done: int, used: dict[str, float]) -> None:
    shown = ", ".join(f"{name} {mb:.1f} MB" for name, mb in used.items())
    print(f"{time.monotonic() - begun:6.0f} s {done:7,} matches  {shown}", flush=True)


def stored(folder: Path) -> int:
    """Return how many matches are stored."""
    try:
        uri = f"file:{folder}/lutetia.db?mode=ro"
        with closing(sqlite3.connect(uri, uri=True)) as database:
            return int(database.execute("SELECT count(*) FROM matches").fetchone()[0])
    except sqlite3.Error:  # it is not there yet, or locked
        return 0


def endings(folder: Path) -> Counter[str]:
    """Return how many seats ended in which way."""
    with closing(sqlite3.connect(f"{folder}/lutetia.db")) as database:
        rows = database.execute("SELECT ending, count(*) FROM seats GROUP BY ending")
        return Counter({str(ending): int(count) for ending, count in rows})


def memory(coordinator: int) -> dict[str, float]:
    """Return the resident memory of the coordinator and its workers in megabytes; {}: too late."""
    try:
        workers = [pid for pid in children(coordinator) if "worker" in command_of(pid)]
        if not workers:
            return {}
        used = {f"worker {pid}": resident_mb(pid) for pid in sorted(workers)}
        return {"coordinator": resident_mb(coordinator), **used}
    except (OSError, IndexError):  # one of them has just ended
        return {}


def resident_mb(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


def command_of(pid: int) -> str:
    return Path(f"/proc/{pid}/cmdline").read_text()


def processes_with(text: str) -> list[int]:
    """Return the processes that have a text in their environment."""
    found = []
    for path in Path("/proc").glob("[0-9]*/environ"):
        try:
            if text.encode() in path.read_bytes():
                found.append(int(path.parent.name))
        except OSError:  # another user's, or it has just ended
            continue
    return found


def bot_groups() -> Iterator[str]:
    """Return the control groups of bots."""
    for folder, names, _ in os.walk(CGROUPS):
        yield from (f"{folder}/{name}" for name in names if "lutetia" in name)


def is_in_use(group: str) -> bool:
    """Tell whether the process that made a group, whose number is in its name, still runs."""
    return Path("/proc", group.rpartition("lutetia-")[2].partition("-")[0]).exists()


if __name__ == "__main__":
    main()
