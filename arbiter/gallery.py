"""The gallery, from which spectators watch running matches, each part later by a delay; no I/O.

It is told the actions of a match that is watched, and plays them again from the set-up. So what
spectators see is made here and nowhere else: the spectator's view and the events for everybody.
Until a match has its first spectator, it costs no more than its entry here.

Each part is serialised once and kept with its match. A spectator is a place in that list, so one
who reads slowly takes up no memory.
"""

import itertools
import logging
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from google.protobuf.message import DecodeError

from arbiter.jobs import Job, JobResult, PlayedActions
from arbiter.sessions import Refusal, Status
from arbiter.wire import watch_frames
from engine.errors import BadRecord
from engine.record import PackedRecord, SeatRecord, unpack_record
from lutetia.v1 import watch_pb2

PLACES = 100
"""How many may watch at a time."""
TOGETHER = 64
"""How many parts a message has at most: some 200 kB, where gRPC's clients take 4 MB."""
LISTED = 100
"""How many matches a list has at most."""
LIST_S = 0.5
"""How old a list may be: it is made no more often, whoever asks for it."""
REMEMBERED = 10_000
"""How many matches no longer shown keep their public name."""
KEPT = 1_000
"""How many matches that ended unwatched keep their moves until the delay is over."""

log = logging.getLogger(__name__)


class Part(NamedTuple):
    """Something to show: when it may be seen, and a serialised WatchResponse."""

    due_s: float
    data: bytes


class ShownStep(NamedTuple):
    """A position as spectators see it, before it is serialised: what pages are drawn from."""

    due_s: float
    decider: int | None
    """Who decides next; None at the end."""
    view: Any
    events: Sequence[tuple[object, ...]]
    scores: Sequence[Mapping[str, int]]
    """The points of each seat so far, by their source; empty if the game cannot tell."""


class Showing:
    """A match as it is shown. `ask` is called once, when its actions are first wanted."""

    def __init__(
        self, match_id: int, job: Job, ask: Callable[[], None], now_s: float, delay_s: float
    ) -> None:
        bots = [bot.bot for bot in job.bots.values()]
        self.match = watch_frames.watched_match(match_id, job.setup, bots, job.control, delay_s)
        self.parts: list[Part] = []
        """The head, the steps and the end, as far as they are known; none until it is watched."""
        self.steps: list[ShownStep] = []
        """The steps among the parts. Views share what does not change, so they take little."""
        self.drawn: object = None
        """What a front end has drawn of it: see `arbiter.web.live`."""
        self.complete = False
        """Whether the end is among the parts."""
        self.spectators: set[Spectator] = set()
        self.due_s = now_s + delay_s
        """When the beginning may be seen."""
        self.end_due_s: float | None = None
        """When the end may be seen; None while the match is played."""
        self._delay_s = delay_s
        self.setup = job.setup
        self.public_name = job.public_name
        self._ask = ask
        self.seats: Sequence[SeatRecord] = ()
        """How it ended, once it has; empty if it is void."""
        self._body = b""
        """The record, from the end of the match on."""

    def open(self) -> None:
        """Show the match from now on: deal it again, and ask for its actions."""
        if self.parts:
            return
        self.parts.append(Part(self.due_s, watch_frames.head(self.match)))
        self._encoder = watch_frames.StepEncoder(self.setup.game)
        self._state = self.setup.deal()
        self._number = 0
        self._show(None, (), self.due_s)
        if self.end_due_s is None:
            self._ask()
        else:
            self._finish(self.end_due_s)

    def played(self, played: PlayedActions, now_s: float) -> None:
        """Take in actions that have been played.

        What does not follow is left out, and shown at the end of the match, from its record.
        """
        if self.parts and not self.complete and played.start == self._number:
            self._play(played.actions, now_s + self._delay_s)
            self._wake()

    def ended(self, result: JobResult, now_s: float) -> None:
        """Take in the result of the match."""
        self.end_due_s = now_s + self._delay_s
        if isinstance(result, PackedRecord):
            self.seats, self._body = result.seats, result.body
        if self.parts and not self.complete:
            self._finish(self.end_due_s)
            self._wake()

    def forget_moves(self) -> None:
        """Drop the moves of a match that has ended; its result stays."""
        self._body = b""

    def _finish(self, due_s: float) -> None:
        """Show the actions that nobody has told yet, then the end."""
        if self._body:
            try:
                record, _ = unpack_record(self._body)
            except BadRecord:
                log.exception("a match cannot be shown to its end")
            else:
                self._play(record.actions[self._number :], due_s)
            self._body = b""
        if not self.complete:
            self._end(self.seats, due_s)

    def _play(self, actions: Sequence[tuple[object, ...]], due_s: float) -> None:
        """Show the positions after some actions."""
        # An error here, such as a bug in the rules, must cost the ladder nothing: the match is
        # played elsewhere, and only what is shown of it ends. Nor can rules that loop for ever
        # hold us up, since whoever plays the match tells an action after it has played it.
        try:
            for action in actions:
                state = self._state
                valid, seat = state.actions(), state.decider
                notices = state.play(valid[valid.index(action)])
                self._number += 1
                self._show(
                    seat, [notice.event for notice in notices if notice.reaches(None)], due_s
                )
        except Exception:
            log.exception("a match cannot be shown any further")
            self._end((), due_s)

    def _show(self, seat: int | None, events: Sequence[Any], due_s: float) -> None:
        view = self._state.view(None)
        scores = self._state.score_sources()
        self.steps.append(ShownStep(due_s, self._state.decider, view, events, scores))
        self.parts.append(Part(due_s, self._encoder.write(self._number, seat, view, events)))

    def _end(self, seats: Sequence[SeatRecord], due_s: float) -> None:
        self.parts.append(Part(due_s, watch_frames.end(seats)))
        self.complete = True

    def _wake(self) -> None:
        for spectator in self.spectators:
            spectator.wake()


class Spectator:
    """Somebody who watches one match, or waits for the next one to begin."""

    def __init__(self, wake: Callable[[], None], now_s: float) -> None:
        self.wake = wake
        self.showing: Showing | None = None
        self._came_s = now_s
        self._next = 0
        self._first_step = 1
        """Which part to go on with after the head."""

    def sit_down(self, showing: Showing, *, from_start: bool) -> None:
        """Watch a match from its beginning, or from the last step that may be seen by now."""
        self.showing = showing
        showing.open()
        showing.spectators.add(self)
        if not from_start:
            steps = showing.parts[1:-1] if showing.complete else showing.parts[1:]
            self._first_step = max(1, sum(step.due_s <= self._came_s for step in steps))

    def due_s(self) -> float | None:
        """Return when there is something to see; None if nothing is known yet."""
        if self.showing is None or self._next >= len(self.showing.parts):
            return None
        return self.showing.parts[self._next].due_s

    def take(self, now_s: float) -> bytes:
        """Return what may be seen by now, at most TOGETHER parts of it, as one message.

        To write a message costs more than all else that is done for a spectator.
        """
        assert self.showing is not None
        parts = self.showing.parts
        taken: list[bytes] = []
        while len(taken) < TOGETHER and self._next < len(parts):
            due_s, data = parts[self._next]
            if due_s > now_s:
                break
            taken.append(data)
            self._next = self._next + 1 if self._next else self._first_step
        return b"".join(taken)

    @property
    def done(self) -> bool:
        """Whether all has been seen, the end included."""
        showing = self.showing
        return showing is not None and showing.complete and self._next >= len(showing.parts)


class Gallery:
    """All matches that are or may be shown, and all who watch."""

    def __init__(
        self,
        delay_s: float = 0.0,
        places: int = PLACES,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self.now = monotonic
        self._delay_s = delay_s
        self.places = places
        self._showings: dict[int, Showing] = {}
        """By their ids, in the order in which they began."""
        self._match_ids = itertools.count(1)
        self._unwatched: deque[Showing] = deque()
        """Those that have ended unwatched, with their moves."""
        self._over: deque[tuple[float, int]] = deque()
        """When the end of those that have ended may be seen; they are removed after it."""
        self._names: OrderedDict[int, Sequence[str | int]] = OrderedDict()
        """By their ids, the public names of those that are no longer shown."""
        self.spectators: set[Spectator] = set()
        self.waiting: list[Spectator] = []
        """Those who wait for the next match to begin."""
        self._list = b""
        self._list_until_s = 0.0

    def begin(self, job: Job, ask: Callable[[], None]) -> Showing:
        """Show a match that begins, to those who wait for one; `ask` asks for its actions."""
        now_s = self.now()
        self._remove_old(now_s)
        match_id = next(self._match_ids)
        showing = self._showings[match_id] = Showing(match_id, job, ask, now_s, self._delay_s)
        waiting, self.waiting = self.waiting, []
        for spectator in waiting:
            spectator.sit_down(showing, from_start=True)
            spectator.wake()
        return showing

    def end(self, showing: Showing, result: JobResult) -> None:
        """Show the end of a match."""
        showing.ended(result, now_s := self.now())
        self._over.append((now_s + self._delay_s, showing.match.match_id))
        if not showing.parts:
            self._unwatched.append(showing)
            if len(self._unwatched) > KEPT:
                self._unwatched.popleft().forget_moves()

    def enter(self, request: bytes, wake: Callable[[], None]) -> Spectator:
        """Let somebody in who has sent a WatchRequest; `wake` is called when there is news."""
        try:
            asked = watch_pb2.WatchRequest.FromString(request)
        except DecodeError:
            raise Refusal(Status.INVALID_ARGUMENT, "this is not a WatchRequest") from None
        if len(self.spectators) >= self.places:
            raise Refusal(
                Status.RESOURCE_EXHAUSTED, f"no place is free: {self.places} may watch at a time"
            )
        spectator = Spectator(wake, self.now())
        if asked.match_id:
            showing = self._shown().get(asked.match_id)
            if showing is None:
                raise Refusal(Status.NOT_FOUND, f"match {asked.match_id} is not being shown")
        else:
            # One that is still played, although others may yet be shown: it has most to show.
            newest_first = reversed(self._showings.values())
            running = (showing for showing in newest_first if showing.end_due_s is None)
            showing = next(running, None)
        if showing is None:
            self.waiting.append(spectator)
        else:
            spectator.sit_down(showing, from_start=asked.from_start)
        self.spectators.add(spectator)
        return spectator

    def leave(self, spectator: Spectator) -> None:
        self.spectators.discard(spectator)
        if spectator in self.waiting:
            self.waiting.remove(spectator)
        if spectator.showing is not None:
            spectator.showing.spectators.discard(spectator)

    def matches(self) -> bytes:
        """Return a ListMatchesResponse, as it was within the last LIST_S."""
        now_s = self.now()
        if now_s >= self._list_until_s:
            newest = itertools.islice(reversed(self._shown().values()), LISTED)
            matches = [showing.match for showing in newest]
            self._list = watch_pb2.ListMatchesResponse(matches=matches).SerializeToString()
            self._list_until_s = now_s + LIST_S
        return self._list

    def name_of(self, match_id: int) -> Sequence[str | int] | None:
        """Return the public name of a match that was shown to its end; None if it was not."""
        self._remove_old(self.now())
        return self._names.get(match_id)

    def _shown(self) -> dict[int, Showing]:
        """Return the matches whose beginning may be seen, and whose end may not."""
        now_s = self.now()
        self._remove_old(now_s)
        return {
            match_id: showing
            for match_id, showing in self._showings.items()
            if showing.due_s <= now_s
        }

    def _remove_old(self, now_s: float) -> None:
        while self._over and self._over[0][0] <= now_s:
            match_id = self._over.popleft()[1]
            self._names[match_id] = self._showings.pop(match_id).public_name
            if len(self._names) > REMEMBERED:
                self._names.popitem(last=False)
        while self._unwatched and (self._unwatched[0].end_due_s or now_s) <= now_s:
            self._unwatched.popleft()
