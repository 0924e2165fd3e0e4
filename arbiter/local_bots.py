"""Bots on this machine: as many processes of each as its matches need, and not for long after."""

import itertools
import logging
import os
import secrets
import shlex
import time
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import trio

from arbiter.arbiter import Arbiter
from arbiter.bot_life import MANY_MATCHES, BotLife, LifeState, StartFailure
from arbiter.bot_output import BotLog, BotOutput, LogFolder, Show
from arbiter.bots import Manifest, search_path
from arbiter.building import slow_start_hint
from arbiter.listeners import ONE_BOT, CannotListen, listening
from arbiter.processes import TOKEN, WORKER, CannotStart, Launch, run_to_end
from arbiter.processors import usable_processors
from arbiter.run_queue import ProcessTable
from arbiter.sandbox.bubblewrap import Sandbox
from arbiter.sandbox.mounts import NotReadable

IDLE_S = 60.0
"""How long a bot's process stays without a match."""
REPLACEMENTS = 2
"""How many processes per match may leave before it begins; the next one that does is at fault."""
LOOK_S = 1.0
"""How often the processes of bots with several matches are looked at."""
BUSY_SHARE = 0.75
"""A process that computes for this share of the time holds its matches up: there is only one of it,
while other processors may be idle. Where they are not, it does not get that far."""

logger = logging.getLogger(__name__)

_Key = tuple[str, Manifest]
"""Who shares processes: a bot under one name. A bot at two seats has two names."""


@dataclass(eq=False)
class BotProcess:
    """One process of a bot, and what the arbiter knows of it."""

    key: _Key
    life: BotLife
    idle_since_s: float = field(default_factory=time.monotonic)
    scope: trio.CancelScope = field(default_factory=trio.CancelScope)


class LocalBots:
    """Finds or starts a process for every bot that a match needs."""

    def __init__(
        self,
        arbiter: Arbiter,
        folder: Path,
        startup_s: float,
        sandbox: Sandbox | None,
        logs: LogFolder | None,
        show: Show | None,
        nursery: trio.Nursery,
    ) -> None:
        self._arbiter = arbiter
        self._sandbox = sandbox
        self._logs = logs
        self._show = show
        self._folder = folder
        self._startup_s = startup_s
        self._nursery = nursery
        self._in_trio = trio.lowlevel.current_trio_token().run_sync_soon
        self._processes: defaultdict[_Key, list[BotProcess]] = defaultdict(list)
        self._max_matches: dict[_Key, int] = {}
        """How many matches a process of a bot took at a time when last one connected."""
        self._numbers = itertools.count(2)  # the first process of a bot has its plain name
        self._sockets = itertools.count(1)

    @asynccontextmanager
    async def reserve(self, bots: Mapping[str, Manifest]) -> AsyncIterator[list[BotLife]]:
        """Hold a place in a process of each bot for one match.

        When the block begins, each is connected and has not said goodbye, or it has failed for
        good: it never came, or process after process left before the match began. Nobody has seen
        anything of the match by then, so replacing a process gives no bot an advantage.
        """
        held = {name: self._usable((name, manifest)) for name, manifest in bots.items()}
        left: Counter[str] = Counter()
        try:
            while True:
                for name, process in held.items():
                    life = process.life
                    if life.state is LifeState.CONNECTED:
                        self._max_matches[process.key] = life.max_matches
                    if life.left:
                        left[name] += 1
                    # Overbooked: while it started it was promised more matches than its hello
                    # takes. Those that wait for it find out one by one, and look elsewhere.
                    if life.overbooked or (life.left and left[name] <= REPLACEMENTS):
                        self._release(process)
                        held[name] = self._usable(process.key)
                if not any(process.life.state is LifeState.STARTING for process in held.values()):
                    break
                await self._arbiter.change()
            yield [process.life for process in held.values()]
        finally:
            self.release(held.values())

    def reserve_now(self, bots: Mapping[str, Manifest]) -> list[BotProcess] | None:
        """Hold a place in a process of each bot, if all of them are connected and have one.

        The caller releases them. It may be in asyncio's loop, as may whoever calls `release`.
        """
        held = []
        for key in bots.items():
            process = self._least_busy(key)
            if process is None or process.life.state is not LifeState.CONNECTED:
                return None
            held.append(process)
        for process in held:
            process.life.assigned()
        return held

    def release(self, held: Iterable[BotProcess]) -> None:
        """Give places back."""
        for process in held:
            self._release(process)

    def _usable(self, key: _Key) -> BotProcess:
        """Return a process with a place for a match, and take the place.

        Until the first process of a bot has said how many matches it takes, all of them wait for
        it: starting one per match would be a waste for the many bots that share a stream.
        """
        process = self._least_busy(key) or self._start(key)
        process.life.assigned()
        return process

    def _least_busy(self, key: _Key) -> BotProcess | None:
        """Return the process with the fewest matches, one that is still starting last."""
        free = [process for process in self._processes[key] if process.life.has_place]
        return min(free, key=_preference, default=None)

    def _release(self, process: BotProcess) -> None:
        process.life.finished()
        process.idle_since_s = time.monotonic()
        if process.life.worn_out:
            # Whoever releases may be in asyncio's loop, where no scope of trio can be cancelled.
            self._in_trio(self._end_if_unused, process)

    def _start(self, key: _Key) -> BotProcess:
        """Start a process, and let it connect under a name and with a token of its own."""
        name, manifest = key
        own = name if name not in self._arbiter.lives else f"{name}~{next(self._numbers)}"
        life = self._arbiter.expect(
            own,
            manifest.bot,
            secrets.token_urlsafe(24),
            self._startup_s,
            has_process=True,
            expected_matches=self._max_matches.get(key, MANY_MATCHES),
        )
        life.hint = slow_start_hint(manifest)
        process = BotProcess(key, life)
        self._processes[key].append(process)
        self._nursery.start_soon(self._run, process)
        return process

    async def _run(self, process: BotProcess) -> None:
        """Run a bot's process to its end, then say how it ended.

        It has a listener of its own: whatever it does to that, others get through to theirs.
        """
        _, manifest = process.key
        life = process.life
        socket = self._folder / str(next(self._sockets))
        log = self._open_log(manifest, life)
        output = BotOutput(log, self._show and partial(self._show, life.name))
        life.last_lines = output.last_lines
        reason = "ended by the arbiter, which needed it no longer"
        with process.scope:
            try:
                async with (
                    listening(self._arbiter, f"unix:{socket}", ONE_BOT),
                    self._launch(manifest, life, socket) as launch,
                ):
                    code, reason = await run_to_end(
                        launch, mark=TOKEN, started=life.process_started, output=output
                    )
                    # A command whose files were moved away ends at once, like one that fails.
                    if life.state is LifeState.STARTING and _is_gone(manifest):
                        self._report_failure(process, f"nothing is left in {manifest.folder}")
                    else:
                        if life.state is LifeState.STARTING and code == 0:
                            reason += f" without having connected{_question(manifest)}"
                        self._arbiter.process_ended(life, reason)
                    self._end_if_unused(process)
            except NotReadable as error:
                reason = f"the bot could not be started: {error}"
                self._arbiter.process_ended(life, reason)
                self._end_if_unused(process)
            except (CannotListen, CannotStart) as error:
                reason = str(error)
                self._report_failure(process, reason)
                self._end_if_unused(process)
            finally:
                if log is not None:
                    log.close(reason, output.last_lines)

    def _open_log(self, manifest: Manifest, life: BotLife) -> BotLog | None:
        if self._logs is None:
            return None
        try:
            return self._logs.open(manifest.bot, f"{shlex.join(manifest.run)} as {life.name}")
        except OSError as error:  # the disk is full: the match goes on
            logger.warning("what %s prints is not kept: %s", manifest.bot, error)
            return None

    @asynccontextmanager
    async def _launch(
        self, manifest: Manifest, life: BotLife, socket: Path
    ) -> AsyncIterator[Launch]:
        environment = {
            "PATH": search_path(),
            "LANG": "C.UTF-8",
            # What Python compiles is not part of the bot: nobody should find it in its folder.
            "PYTHONDONTWRITEBYTECODE": "1",
            "LUTETIA_BOT": life.name,
            TOKEN: life.token,
        }
        if WORKER in os.environ:
            environment[WORKER] = os.environ[WORKER]
        if self._sandbox is not None:
            async with self._sandbox.launch(manifest, environment, socket) as launch:
                yield launch
            return
        # Ours comes last: a bot.toml cannot give its bot another token or name.
        environment |= {"HOME": str(manifest.folder), "LUTETIA_ADDRESS": f"unix:{socket}"}
        yield Launch(manifest.run, manifest.folder, {**dict(manifest.env), **environment})

    def _report_failure(self, process: BotProcess, why: str) -> None:
        _, manifest = process.key
        reason = f"the bot could not be started: {why}"
        failure = StartFailure(reason, of_this_bot=_is_gone(manifest))
        self._arbiter.start_failed(process.life, failure)

    def _end_if_unused(self, process: BotProcess) -> None:
        """End a process that is in no match, unless that has been done."""
        processes = self._processes[process.key]
        if not process.life.matches and process in processes:
            processes.remove(process)
            self._arbiter.forget(process.life)
            process.scope.cancel()

    async def end_idle(self, idle_s: float) -> None:
        """Keep ending processes that have had no match for this long."""
        while True:
            await trio.sleep(idle_s / 4)
            latest_s = time.monotonic() - idle_s
            for processes in list(self._processes.values()):
                for process in list(processes):
                    if process.idle_since_s <= latest_s:
                        self._end_if_unused(process)

    async def relieve_busy(self) -> None:
        """Keep starting a further process of each bot whose processes are all busy.

        A bot that takes many matches has one process to begin with, which is best as long as it
        answers at once: the fewer processes, the more turns per message.
        """
        table = ProcessTable()
        used_s: dict[BotProcess, float] = {}
        further: dict[_Key, BotProcess] = {}
        looked_at_s = time.monotonic()
        while True:
            await trio.sleep(LOOK_S)
            before_s, used_s = used_s, {}
            busy_s = BUSY_SHARE * (time.monotonic() - looked_at_s)
            looked_at_s = time.monotonic()
            for processes in self._crowded():
                key = processes[0].key
                # A bot that can have one process only, perhaps for a lock of its own, keeps it.
                if key in further and not further[key].life.has_connected:
                    continue
                for process in processes:
                    pid, token = process.life.pid, process.life.token
                    if pid is not None and (sample := table.sample(pid, token)):
                        used_s[process] = sample.used_s
                if all(
                    each in before_s and used_s.get(each, 0.0) - before_s[each] > busy_s
                    for each in processes
                ):
                    further[key] = self._start(key)

    def _crowded(self) -> list[list[BotProcess]]:
        """Return the processes of each bot all of which have several matches, if more may help."""
        most = usable_processors()
        return [
            processes
            for processes in self._processes.values()
            if 0 < len(processes) < most and all(each.life.matches > 1 for each in processes)
        ]


def _preference(process: BotProcess) -> tuple[bool, int]:
    """Return a sorting key that puts the best process for a further match first."""
    return process.life.state is LifeState.STARTING, process.life.matches


def _question(manifest: Manifest) -> str:
    """Return what to ask the author of a bot that ended without a word; "" if nothing is likely."""
    in_python = any(word.endswith(".py") for word in manifest.run)
    return ": does it call `run(choose)`?" if in_python else ""


def _is_gone(manifest: Manifest) -> bool:
    """Tell whether a bot has been moved away since it was found: then it cannot start."""
    names = ("bot.toml", *manifest.run)
    # os.path, not Path: for what cannot be looked at it returns False instead of raising.
    return not any(os.path.exists(manifest.folder / name) for name in names)


@asynccontextmanager
async def local_bots(
    arbiter: Arbiter,
    folder: Path,
    startup_s: float,
    idle_s: float = IDLE_S,
    sandbox: Sandbox | None = None,
    logs: LogFolder | None = None,
    show: Show | None = None,
) -> AsyncIterator[LocalBots]:
    """Run local bots, with sockets in a folder, while the block lasts; none is left behind."""
    async with trio.open_nursery() as nursery:
        bots = LocalBots(arbiter, folder, startup_s, sandbox, logs, show, nursery)
        nursery.start_soon(bots.end_idle, idle_s)
        nursery.start_soon(bots.relieve_busy)
        try:
            yield bots
        finally:
            nursery.cancel_scope.cancel()
