"""Ratings of all matches so far, shared by all who look, and computed again when there is news.

With 100,000 matches that takes a second, and a ladder has news all the time. So it begins before
anybody has looked, and what is known is not computed again: only new matches are read, only lists
that have some are rated, and live Elo goes on from where it was. A large ladder is rated in the
background, for a tenth of the time at most, and is shown as it was until then, with the time it was
rated at. What takes a moment only is computed at once, and nobody is shown what has been out of
date for more than a minute.
"""

import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from datetime import UTC, datetime
from functools import cached_property, partial
from typing import Any, TypeVar

from arbiter.tournaments.stored_ladder import anchor_of
from engine.errors import OperatorError
from engine.record import Bot
from ladder.errors import NotStored
from ladder.ratings.crosstable import Counts
from ladder.ratings.results import Results
from ladder.ratings.standings import Anchor
from ladder.report.sections import Section, sections_of
from ladder.store.columns import NOTHING, Columns
from ladder.store.listing import Revision
from ladder.store.store import Store, Tournament

AT_ONCE_S = 0.2
"""If rating took no longer than this the last time, the page waits for it the next time."""
OLDEST_S = 60.0
"""If there is news, a page waits rather than show ratings older than this."""
RETRY_S = 10.0
"""How long to wait after a database could not be read."""
SHARE = 0.1
"""The part of the time that computing in the background may take."""
KEPT = 8
"""How many tournaments keep their ratings, besides all matches together."""
T = TypeVar("T")

log = logging.getLogger(__name__)


class Snapshot:
    """All matches, or those of a tournament, rated at one moment."""

    def __init__(
        self,
        results: Results,
        anchor: Anchor | None,
        revision: Revision,
        known: Sequence[Section] = (),
    ) -> None:
        """Rate results, except lists whose matches are the same as in a `known` section."""
        self.results = results
        self.revision = revision
        """That of the database at that moment."""
        self.made = datetime.now(UTC)
        self.sections: list[Section] = sections_of(results, anchor, known) if len(results) else []
        self._made: dict[Hashable, Any] = {}
        self._lock = threading.RLock()

    def section(self, name: str) -> Section | None:
        """Return the list of this name, the first if it is empty; None if there is no match."""
        if not name:
            return self.sections[0] if self.sections else None
        for section in self.sections:
            if section.name == name:
                return section
        listing = ", ".join(section.name for section in self.sections) or "none"
        raise NotStored(f"no list {name!r}. Lists: {listing}.")

    def find_bot(self, text: str) -> Bot:
        """Return the bot called NAME@VERSION, or the last stored one called NAME."""
        bot = Bot.parse(text)
        return bot if bot in self.results.bots else self.results.find(text)

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return what was made under a key, which is made once and kept with the snapshot."""
        with self._lock:
            if key not in self._made:
                self._made[key] = make()
            made: T = self._made[key]
        return made

    @cached_property
    def counts(self) -> Counts:
        return Counts(self.results)


def _start_thread(work: Callable[[], None]) -> None:
    threading.Thread(target=work, daemon=True).start()


class Snapshots:
    """The newest snapshot of all matches, and of some tournaments."""

    def __init__(
        self,
        store: Store,
        monotonic: Callable[[], float] = time.monotonic,
        start: Callable[[Callable[[], None]], None] = _start_thread,
        at_once_s: float = AT_ONCE_S,
    ) -> None:
        self.store = store
        self._now = monotonic
        self._start = start
        """Does something in the background."""
        self._at_once_s = at_once_s
        self._kept: OrderedDict[int | None, _Kept] = OrderedDict({None: _Kept()})
        self._lock = threading.Lock()
        self._columns = NOTHING
        """All matches as far as they have been read, for all snapshots."""
        self._reading = threading.Lock()

    def current(self, tournament: Tournament | None = None) -> Snapshot:
        """Return what is known of all matches, or of a tournament; to be called in a thread."""
        number = None if tournament is None else tournament.id
        with self._lock:
            kept = self._kept.setdefault(number, _Kept())
            self._kept.move_to_end(number)
            others = [each for each in self._kept if each is not None]
            for old in others[: max(0, len(others) - KEPT)]:
                del self._kept[old]
        revision = self.store.revision()
        snapshot = kept.snapshot
        if snapshot is not None and snapshot.revision == revision:
            return snapshot
        now_s = self._now()
        if (
            snapshot is not None
            and kept.took_s > self._at_once_s
            and now_s < kept.made_s + OLDEST_S
        ):
            if now_s >= kept.due_s and kept.lock.acquire(blocking=False):
                # Whoever has the lock computes; the thread gives it back.
                self._start(partial(self._compute_and_release, kept, tournament))
            return snapshot
        with kept.lock:
            # A thread that waited for the lock finds what another has computed meanwhile.
            if kept.snapshot is snapshot:
                self._compute(kept, tournament)
            assert kept.snapshot is not None
            return kept.snapshot

    def prepare_in_background(self) -> None:
        """Begin to rate all matches before anybody looks."""
        self._start(self.prepare)

    def prepare(self) -> None:
        """Rate all matches, so that nobody who looks has to wait; to be called in a thread."""
        try:
            snapshot = self.current()
        except OperatorError as error:  # whoever looks is told
            log.warning("cannot rate the matches: %s", error)
            return
        # Most of what pages need is computed here, and kept.
        for section in snapshot.sections:
            section.lines  # noqa: B018
        snapshot.counts  # noqa: B018

    def _compute(self, kept: "_Kept", tournament: Tournament | None) -> None:
        since_s = self._now()
        columns = self._read_on()
        results = self.store.results(tournament, columns)
        # An unchanged list keeps its section, of this snapshot or of that of all matches.
        known = [each for snapshot in (kept, self._kept[None]) for each in snapshot.sections]
        kept.snapshot = Snapshot(results, anchor_of(self.store), columns.revision, known)
        kept.made_s = self._now()
        kept.took_s = kept.made_s - since_s
        kept.due_s = kept.made_s + kept.took_s / SHARE

    def _read_on(self) -> Columns:
        """Read the matches that were stored since they were last read."""
        with self._reading:
            self._columns = self.store.columns(self._columns)
            return self._columns

    def _compute_and_release(self, kept: "_Kept", tournament: Tournament | None) -> None:
        try:
            self._compute(kept, tournament)
        except OperatorError as error:  # the database is away: what was known is shown
            log.warning("cannot rate the matches: %s", error)
            kept.due_s = self._now() + RETRY_S
        finally:
            kept.lock.release()


class _Kept:
    """A snapshot, what it took, and when the next one may be begun."""

    def __init__(self) -> None:
        self.snapshot: Snapshot | None = None
        self.made_s = 0.0
        self.took_s = 0.0
        self.due_s = 0.0
        self.lock = threading.Lock()

    @property
    def sections(self) -> list[Section]:
        return [] if self.snapshot is None else self.snapshot.sections
