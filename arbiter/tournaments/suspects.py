"""Who is behind matches that cannot be played: a bot that kills workers, one that cannot start.

A worker that dies does not say which bot of its match killed it. But the culprit is the one bot
that is in all such matches of its own, with different opponents.
"""

from collections import Counter, defaultdict
from collections.abc import Collection

ENOUGH = 3
"""Matches that have to be lost before a bot is benched."""


class Suspects:
    """Counts matches by bot."""

    def __init__(self) -> None:
        self._played = Counter[str]()
        self._not_started = Counter[str]()
        self._others: defaultdict[str, list[frozenset[str]]] = defaultdict(list)
        """For each bot: the other suspects of each match whose workers died."""

    def played(self, bots: Collection[str]) -> None:
        """Note a match that came to its end."""
        self._played.update(bots)

    def died(self, bots: Collection[str]) -> list[str]:
        """Note a match whose workers died, and return the bots to bench, one at most as a rule.

        `bots` are those of the match that may be to blame; built-in ones are not.
        """
        suspects = frozenset(bots)
        if not suspects:
            return []
        for bot in suspects:
            self._others[bot].append(suspects - {bot})
        for bot in sorted(suspects):
            others = self._others[bot]
            if len(others) >= ENOUGH and not frozenset.intersection(*others):
                return [bot]
        # Bots that always met each other look alike. After a while the one goes that has played
        # fewer matches to their end, so that nobody can get an old rival benched; or all of them
        # if not even that tells them apart.
        if min(len(self._others[bot]) for bot in suspects) < 2 * ENOUGH:
            return []
        fewest = min(self._played[bot] for bot in suspects)
        return sorted(bot for bot in suspects if self._played[bot] == fewest)

    def not_started(self, bots: Collection[str]) -> list[str]:
        """Note bots that we failed to start, and return those to bench."""
        self._not_started.update(bots)
        return [bot for bot in bots if self._not_started[bot] >= ENOUGH]
