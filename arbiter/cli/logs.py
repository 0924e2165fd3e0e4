"""A run as lines of JSON on standard error, for programs that collect logs."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from time import monotonic

from arbiter.jobs import JobResult
from arbiter.json_log import write_line
from arbiter.match import Void
from arbiter.sessions import Refusal
from arbiter.tournaments.runner import Observer
from engine.record import Bot
from ladder.schedules.schedule import Pairing

REFUSALS_PER_MINUTE = 20
"""How many refused hellos are written: strangers must not fill the disk."""


class JsonLog(Observer):
    """Writes a line for each match, remark, and coming and going of a remote bot."""

    def __init__(self) -> None:
        self._minute = 0
        self._refusals = 0
        """Those of the current minute."""

    def finished(self, pairing: Pairing, result: JobResult) -> None:
        key = pairing.key._asdict()
        if isinstance(result, Void):
            write_line("warning", "void", **key, bots=pairing.bots, reason=result.reason)
            return
        seats = [
            {
                "bot": name,
                "rank": seat.rank,
                "score": seat.score,
                "ending": seat.ending.value,
                "reason": seat.reason,
                "decisions": seat.decisions,
                "seconds": seat.seconds,
            }
            for name, seat in zip(pairing.bots, result.seats, strict=True)
        ]
        write_line("info", "match", **key, seats=seats)

    def postponed(self, pairing: Pairing) -> None:
        write_line("info", "postponed", **pairing.key._asdict(), bots=pairing.bots)

    def remarked(self, sentence: str) -> None:
        write_line("warning", "remark", message=sentence)

    def announced(self, sentence: str) -> None:
        write_line("info", "remark", message=sentence)

    def connected(self, bot: Bot) -> None:
        write_line("info", "connected", bot=str(bot))

    def left(self, bot: Bot) -> None:
        write_line("info", "left", bot=str(bot))

    def refused(self, peer: str, refusal: Refusal) -> None:
        minute = int(monotonic() // 60)
        if minute != self._minute:
            self._minute, self._refusals = minute, 0
        self._refusals += 1
        if self._refusals <= REFUSALS_PER_MINUTE:
            last = self._refusals == REFUSALS_PER_MINUTE
            more = {"note": "further ones of this minute are only counted"} if last else {}
            status = refusal.status.name
            write_line("warning", "refused", peer=peer, status=status, reason=str(refusal), **more)

    @asynccontextmanager
    async def shown(self) -> AsyncIterator[None]:
        """There is nothing to draw while a block lasts."""
        yield
