"""Attacks from within the sandbox, each made for real by a bot in a match: faults 19 to 22 and 44.

Each bot says what it got. Whatever that is, its opponent finishes the match and the arbiter goes
on; and nothing of the bot is left.
"""

import ctypes
import os
import secrets
import signal
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import pytest
import trio

from arbiter.bots import Manifest, find_bot
from arbiter.clocks import parse_clock
from arbiter.jobs import Job
from arbiter.local_arbiter import LocalArbiter, open_local_arbiter
from arbiter.loops import run
from arbiter.private_folder import private_folder
from arbiter.run_queue import ProcessTable
from arbiter.sandbox.bubblewrap import Sandbox, find_sandbox
from arbiter.sandbox.limits import DEFAULT_LIMITS, Limits
from engine.record import Ending, Record, SeatRecord, Setup
from tests.arbiter.cli.commands import LUTETIA
from tests.arbiter.leftovers import running, until, wait_until
from tests.sandboxes import needs_sandbox

pytestmark = needs_sandbox

ATTACKS = Path(__file__).parent / "attacks"
NO_PROCESS, NO_FILE = "No such process", "No such file or directory"
READ_ONLY, NOTHING = "Read-only file system", "nothing"
DENIED = "Operation not permitted"


def attacker(attack: str, *words: object, limits: Limits = DEFAULT_LIMITS) -> Manifest:
    command = ("python", f"{attack}.py", *map(str, words))
    return Manifest(attack, "0", command, ATTACKS, limits=limits)


def play(*bots: Manifest, clock: str = "60", sandboxed: bool = True) -> Sequence[SeatRecord]:
    """Play a match, then another one among honest bots, which shows that the arbiter goes on."""
    named = {f"{bot.name}-{seat}": bot for seat, bot in enumerate(bots)}
    honest = {"one": find_bot("random"), "two": find_bot("random")}
    sandbox: Sandbox | None = find_sandbox() if sandboxed else None

    async def one(arbiter: LocalArbiter, playing: dict[str, Manifest]) -> Sequence[SeatRecord]:
        setup = Setup("connect_four", 2, {}, seed=7)
        result = await arbiter.play(Job(setup, playing, parse_clock(clock), ("test",)))
        assert isinstance(result, Record), result
        return result.seats

    async def main() -> Sequence[SeatRecord]:
        with trio.fail_after(100):
            async with open_local_arbiter(startup_s=60, sandbox=sandbox) as arbiter:
                seats = await one(arbiter, named)
                after = await one(arbiter, honest)
                assert [seat.ending for seat in after] == [Ending.PLAYED] * 2
                return seats

    return run(main)


def last_words(bad: Manifest, clock: str = "60") -> str:
    """Return how the process of an attacker ended, and what it said; its opponent has won."""
    seat, opponent = play(bad, find_bot("random"), clock=clock)
    assert seat.ending is Ending.CRASH, seat
    assert (opponent.ending, opponent.rank) == (Ending.PLAYED, 1)
    return seat.reason


def report(bad: Manifest) -> dict[str, str]:
    """Return what an attacker got, by the name of each attack."""
    said = last_words(bad).rpartition("its last output: ")[2].replace(" | ", "; ")
    return dict(part.split(": ", 1) for part in said.split("; "))


def test_a_bot_cannot_kill_or_stop_the_arbiter_or_its_opponent() -> None:
    got = report(attacker("kill", os.getpid()))
    assert got == {
        "kill": NO_PROCESS,
        "stop": NO_PROCESS,
        "group": NO_PROCESS,
        "found": "GOT []",
        "guessed": "GOT []",
    }


def test_a_bot_cannot_read_the_memory_of_the_arbiter() -> None:
    got = report(attacker("read_memory", os.getpid()))
    kcore = got.pop("kcore")
    assert kcore in (NOTHING, NO_FILE, DENIED, "Permission denied")
    assert got == {
        "ptrace": NO_PROCESS,
        "mem": NO_FILE,
        "maps": NO_FILE,
        "vm_readv": NO_PROCESS,
        "pidfd": NO_PROCESS,
    }


def test_a_bot_reaches_no_socket_but_its_own_and_cannot_be_another() -> None:
    with private_folder() as folder:  # beside that of the arbiter, and like it
        got = report(attacker("impersonate", folder))
    refused = {got.pop(name) for name in ("own_token", "no_token", "itself")}
    assert refused <= {"UNAUTHENTICATED", "PERMISSION_DENIED", "ALREADY_EXISTS"}
    assert got == {"folder": NO_FILE, "found": NOTHING, "kernel": NOTHING}


def test_a_bot_cannot_overwrite_its_opponent_the_database_or_anything_else(tmp_path: Path) -> None:
    database = tmp_path / "lutetia.db"
    database.write_bytes(b"records")
    opponent = find_bot("random").folder
    got = report(attacker("overwrite", opponent, database))
    assert got.pop("database") == "OperationalError: unable to open database file"
    assert got.pop("delete") == NO_FILE
    assert set(got.values()) <= {READ_ONLY, "Permission denied"}
    assert database.read_bytes() == b"records"


def test_a_bot_sees_no_files_environment_processes_or_network_of_the_host(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "secret").write_text("the hand of the other")
    monkeypatch.setenv("DATABASE_PASSWORD", "secret")
    got = report(attacker("look", tmp_path / "secret", "DATABASE_PASSWORD"))
    assert got.pop("environment") == "KeyError: 'DATABASE_PASSWORD'"
    assert {got.pop(name) for name in ("environments", "hostname", "network")} == {NOTHING}
    assert set(got.values()) == {NO_FILE}


def test_a_bot_gets_nothing_out_of_the_kernel() -> None:
    """Started by root, one could write to core_pattern, and had the machine."""
    got = report(attacker("escape"))
    assert got.pop("vsock") == "Address family not supported by protocol"
    assert {got.pop(name) for name in ("core_pattern", "drop_caches")} <= {
        READ_ONLY,
        "Permission denied",
    }
    assert got.pop("user") in (DENIED, "No space left on device")
    assert got.pop("limit") == "ValueError: not allowed to raise maximum limit"
    assert got.pop("nice") in (DENIED, "Permission denied")
    assert got.pop("become_root") in (DENIED, "Invalid argument")
    assert set(got.values()) == {DENIED}


def test_two_bots_cannot_talk_to_each_other() -> None:
    note = secrets.token_hex(4)
    seats = play(attacker("talk", "say", note), attacker("talk", "hear", note))
    assert seats[1].reason.endswith("its last output: heard: nothing")


def test_without_a_sandbox_they_can() -> None:
    """Which shows that they speak the same language."""
    note = secrets.token_hex(4)
    try:
        said, heard = (attacker("talk", role, note) for role in ("say", "hear"))
        seats = play(said, heard, sandboxed=False)
    finally:
        for folder in ("/tmp", "/dev/shm", ATTACKS):
            Path(folder, f"talk-{note}").unlink(missing_ok=True)
        segment = ctypes.CDLL(None).shmget(20_000 + int(note, 16) % 10_000, 0, 0)
        ctypes.CDLL(None).shmctl(segment, 0, None)  # IPC_RMID
    channels = set(seats[1].reason.partition("heard: ")[2].split())
    assert channels >= {"tmp", "shm", "abstract", "network", "sysv"}


def test_a_fork_bomb_ends_at_the_limit_of_processes() -> None:
    marker = secrets.token_hex(8)
    said = last_words(attacker("fork_bomb", marker, limits=Limits(processes=60)))
    assert "Resource temporarily unavailable" in said
    assert 10 < int(said.partition("after ")[2].partition(":")[0]) < 60
    wait_until(lambda: not running(marker))


def test_a_memory_hog_is_told_that_there_is_no_more() -> None:
    hog = attacker("hog", "private", limits=Limits(memory_mb=200))
    assert "megabytes: MemoryError" in last_words(hog)


def test_a_hog_of_shared_memory_is_ended() -> None:
    if "memory" in find_sandbox().groups.missing:
        pytest.skip("no cgroup for memory can be made here")
    hog = attacker("hog", "shared", limits=Limits(memory_mb=200))
    said = last_words(hog)
    assert "was ended by SIGKILL; it used more than its 200 MB of memory" in said


def test_a_bot_that_fills_the_disk_fills_its_own_tmp() -> None:
    got = report(attacker("fill_disk", limits=Limits(disk_mb=8)))
    assert got == {
        "tmp": "GOT '8 MB: No space left on device'",
        "shm": "GOT '8 MB: No space left on device'",
        "dev": f"GOT '0 MB: {READ_ONLY}'",
        "root": f"GOT '0 MB: {READ_ONLY}'",
        "run": f"GOT '0 MB: {READ_ONLY}'",
        "folder": f"GOT '0 MB: {READ_ONLY}'",
    }


def test_no_core_is_dumped() -> None:
    said = last_words(attacker("dump_core"))
    assert "was ended by SIGABRT" in said
    assert "not allowed to raise maximum limit" in said
    assert "dumped: False, []" in said


def test_children_in_sessions_of_their_own_win_no_time_and_end_with_their_bot() -> None:
    marker = secrets.token_hex(8)
    seat, opponent = play(attacker("spin", marker), find_bot("random"), clock="20,move=2")
    assert seat.ending is Ending.TIMEOUT
    assert opponent.ending is Ending.PLAYED
    wait_until(lambda: not running(marker))


def test_their_processor_time_is_charged_to_their_bot() -> None:
    """Without a sandbox, nothing tells whose they are."""
    marker = secrets.token_hex(8)
    bots = {"bad": attacker("spin", marker), "good": find_bot("random")}
    job = Job(Setup("connect_four", 2, {}, seed=7), bots, parse_clock("600"), ("test",))

    async def main() -> None:
        async with (
            open_local_arbiter(startup_s=60, sandbox=find_sandbox()) as local,
            trio.open_nursery() as nursery,
        ):
            nursery.start_soon(local.play, job)
            table = ProcessTable()

            def used_s() -> float:
                life = local.arbiter.lives.get("bad")
                sample = life and life.pid and table.sample(life.pid, life.token)
                return sample.used_s if sample else 0.0

            # Its own processes sleep after a second of work at most.
            await until(lambda: used_s() > 4)
            nursery.cancel_scope.cancel()

    run(main)
    wait_until(lambda: not running(marker))


def test_children_that_are_left_behind_end_with_their_bot() -> None:
    marker = secrets.token_hex(8)
    assert "exited with code 3" in last_words(attacker("leave_children", marker))
    wait_until(lambda: not running(marker))


def test_nothing_is_left_when_the_arbiter_is_killed(tmp_path: Path) -> None:
    """A daemon outlived it, and computed on."""
    marker = secrets.token_hex(8)
    bot = tmp_path / "bot"
    bot.mkdir()
    for name in ("attack.py", "spin.py"):
        (bot / name).write_bytes((ATTACKS / name).read_bytes())
    (bot / "bot.toml").write_text(f'name = "spin"\nrun = ["python", "spin.py", "{marker}"]\n')
    command = [LUTETIA, "match", "connect_four", str(bot), "random", "--sandbox", "require"]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as match:
        wait_until(lambda: sum("\0-c\0" in line for line in command_lines(marker)) >= 3)
        match.send_signal(signal.SIGKILL)
    wait_until(lambda: not running(marker))


def command_lines(marker: str) -> list[str]:
    """Return the command lines on which there is a marker, words separated by NUL."""
    lines = []
    for process in running(marker):
        with suppress(OSError):
            lines.append(Path(f"/proc/{process}/cmdline").read_text())
    return lines


def test_a_gigabyte_on_standard_error_and_output_holds_nobody_up() -> None:
    seats = play(attacker("noise"), find_bot("random"))
    assert [seat.ending for seat in seats] == [Ending.PLAYED] * 2


def test_no_group_is_left_behind() -> None:
    for parent in find_sandbox().groups.parents:
        with suppress(FileNotFoundError):
            left = [*parent.glob(f"lutetia-{os.getpid()}-*")]
            assert not left
