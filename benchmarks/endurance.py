"""Many matches with bots that fail now and then: `python -m benchmarks.endurance [MATCHES]`.

`lutetia tournament run` plays connect_four, and a tenth as many matches of lumiere. Most bots are
honest; one each crashes, hangs, cancels its stream, floods, leaves, resigns or answers what is not
valid, once in 500 decisions. Prints the memory of the coordinator and the workers after each tenth
of the matches, how they ended, and what is left when all is over.
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
MATCHES_PER_ROUND = 2 * len(list(combinations(HABITS, 2)))
CGROUPS = Path("/sys/fs/cgroup")


def main() -> None:
    """Play, measure and print."""
    matches = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    groups = set(bot_groups())
    for game, count in (("connect_four", matches), ("lumiere", matches // 10)):
        rounds = max(1, round(count / MATCHES_PER_ROUND))
        with TemporaryDirectory(prefix="endurance-") as folder:
            endure(game, rounds, Path(folder))
    left = set(bot_groups()) - groups
    print(f"control groups left: {len(left)}", *sorted(left), flush=True)


def endure(game: str, rounds: int, folder: Path) -> None:
    """Run a tournament in a folder, and print what it cost and left."""
    temporary = folder / "tmp"
    temporary.mkdir()
    command = [LUTETIA, "tournament", "run", "--game", game, "--rounds", str(rounds)]
    command += ["--concurrency", "8", "--clock", "20,move=2"]
    for habit in HABITS:
        bot = folder / habit
        bot.mkdir()
        (bot / "bot.py").write_text(Path(__file__).with_name("endurance_bot.py").read_text())
        run = f'["python", "bot.py", "{habit}", "{CHANCE}"]'
        (bot / "bot.toml").write_text(f'name = "{habit}"\nversion = "1"\nrun = {run}\n')
        command += ["--bot", habit]
    expected = rounds * MATCHES_PER_ROUND
    print(f"{game}, {expected:,} matches", flush=True)
    begun, shown, most = time.monotonic(), -1, ""
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
            most = memory(process.pid) or most
            if done * 10 // expected > shown:
                shown = done * 10 // expected
                print(f"{time.monotonic() - begun:6.0f} s {done:7,} matches  {most}", flush=True)
    print(f"{time.monotonic() - begun:6.0f} s {stored(folder):7,} matches  {most}")
    print(f"  exit {process.returncode}; stored once each: {stored(folder) == expected}")
    print("  endings:", dict(endings(folder)))
    print("  processes left:", len(processes_with(str(temporary))))
    print("  sockets left:", Path("/proc/net/unix").read_text().count(str(temporary)))
    print("  temporary files left:", len(list(temporary.rglob("*"))), flush=True)
    if process.returncode:
        print((folder / "log").read_text()[-2_000:])


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


def memory(coordinator: int) -> str:
    """Tell the resident memory of the coordinator and its workers, in megabytes; "": too late."""
    try:
        workers = [pid for pid in children(coordinator) if "worker" in command_of(pid)]
        own, *others = (resident_mb(pid) for pid in (coordinator, *sorted(workers)))
    except (OSError, IndexError):  # one of them has just ended
        return ""
    if not others:
        return ""
    return f"coordinator {own:.1f} MB, workers {', '.join(f'{mb:.1f}' for mb in others)} MB"


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


if __name__ == "__main__":
    main()
