"""Bots on this machine: processes that live as long as games need them, and no longer."""

import os
import secrets
import signal
import subprocess
from collections import deque
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from functools import partial

import trio

from arbiter.arbiter import Arbiter, Player
from arbiter.bots import Manifest, search_path
from arbiter.match import Bot
from arbiter.sessions import Session
from engine.record import Ending

GRACE_S = 0.5
"""How long a lost stream waits for the end of its process, which tells more than the stream."""
LOG_LINES = 5
LINE_LIMIT = 300


@dataclass
class _Process:
    """A bot's process while it runs, and the last it said."""

    name: str
    manifest: Manifest
    player: Player
    running: bool = False
    ended: trio.Event = field(default_factory=trio.Event)
    log: deque[str] = field(default_factory=lambda: deque(maxlen=LOG_LINES))
    reason: str = ""


class LocalBots:
    """Starts bots when a game needs them."""

    def __init__(self, arbiter: Arbiter, address: str, nursery: trio.Nursery) -> None:
        self._arbiter = arbiter
        self._address = address
        self._nursery = nursery
        self._processes: dict[str, _Process] = {}
        self.closing = False

    def start(self, name: str, manifest: Manifest) -> None:
        """Start a bot under a name, unless it is running."""
        process = self._processes.get(name) or self._enter(name, manifest)
        if not process.running:
            process.running = True
            process.ended = trio.Event()
            process.player.down = ""
            self._nursery.start_soon(self._run, process)

    def _enter(self, name: str, manifest: Manifest) -> _Process:
        """Make a bot known to the arbiter."""
        bot = Bot(manifest.name, manifest.version)
        player = self._arbiter.expect(name, bot, secrets.token_urlsafe(24))
        self._processes[name] = process = _Process(name, manifest, player)
        player.lost = partial(self._lost, process)
        return process

    async def _run(self, process: _Process) -> None:
        """Run a bot's process to its end, then say how it ended."""
        try:
            running = await trio.lowlevel.open_process(
                list(process.manifest.run),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                cwd=process.manifest.folder,
                env=self._environment(process),
                start_new_session=True,
            )
        except OSError as error:
            self._ended(process, f"could not be started: {error.strerror}")
            return
        try:
            async with trio.open_nursery() as nursery:
                assert running.stderr is not None
                nursery.start_soon(_keep_tail, running.stderr, process.log)
                await running.wait()
                nursery.cancel_scope.deadline = trio.current_time() + GRACE_S / 2
        finally:
            await _end_group(running)
        self._ended(process, _exit_reason(running.returncode, process.log))

    def _environment(self, process: _Process) -> dict[str, str]:
        return {
            "PATH": search_path(),
            "HOME": str(process.manifest.folder),
            "LANG": "C.UTF-8",
            "LUTETIA_ADDRESS": self._address,
            "LUTETIA_BOT": process.name,
            "LUTETIA_TOKEN": process.player.token,
        }

    def _ended(self, process: _Process, reason: str) -> None:
        process.running = False
        process.reason = reason
        process.ended.set()
        if process.player.session is not None:
            self._arbiter.forfeit(process.player.session, Ending.CRASH, reason)
        self._arbiter.went_down(process.player, reason)

    def _lost(self, process: _Process, session: Session) -> None:
        """A stream has ended: see in trio whether its process has ended too."""

        def explain() -> None:
            if not self.closing:
                self._nursery.start_soon(self._explain, process, session)

        if session.seats:
            self._arbiter.notify(explain)

    async def _explain(self, process: _Process, session: Session) -> None:
        ended = process.ended
        with trio.move_on_after(GRACE_S):
            await ended.wait()
        if ended.is_set():
            self._arbiter.forfeit(session, Ending.CRASH, process.reason)
        else:
            detail = "its stream ended while the game went on"
            self._arbiter.forfeit(session, Ending.DISCONNECT, detail)


@asynccontextmanager
async def local_bots(arbiter: Arbiter, address: str) -> AsyncIterator[LocalBots]:
    """Run local bots for as long as the block lasts; none is left behind."""
    async with trio.open_nursery() as nursery:
        bots = LocalBots(arbiter, address, nursery)
        try:
            yield bots
        finally:
            bots.closing = True
            nursery.cancel_scope.cancel()


async def _keep_tail(stream: trio.abc.ReceiveStream, log: deque[str]) -> None:
    """Read all that a bot writes, so that it never blocks, and keep the last lines."""
    rest = b""
    async for chunk in stream:
        *lines, rest = (rest + chunk).split(b"\n")
        rest = rest[-LINE_LIMIT:]
        log.extend(line.decode(errors="replace")[:LINE_LIMIT] for line in lines if line.strip())
    if rest.strip():
        log.append(rest.decode(errors="replace"))


async def _end_group(process: trio.Process) -> None:
    """End a process and whatever it has started."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    with trio.CancelScope(shield=True):
        await process.wait()
        assert process.stderr is not None
        await process.stderr.aclose()


def _exit_reason(code: int | None, log: Iterable[str]) -> str:
    assert code is not None
    how = f"was ended by {signal.Signals(-code).name}" if code < 0 else f"exited with code {code}"
    said = " | ".join(log)
    return f"the bot's process {how}" + (f"; its last words: {said}" if said else "")
