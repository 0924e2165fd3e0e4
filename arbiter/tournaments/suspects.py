"""Who is behind matches that cannot be played: a bot that kills workers, one that cannot start.

A worker that dies does not say which bot of its matches killed it. But the culprit is the one bot
that such workers have in common, with different opponents.
"""

from collections import Counter, defaultdict
from collections.abc import Collection

from arbiter.worker_pool import Death

ENOUGH = 3
"""Matches that have to be interrupted or lost before a bot is suspended."""
RARELY = 50
"""With this many matches played for each one interrupted, a bot has only had bad luck."""


class Suspects:
    """Counts matches by bot."""

    def __init__(self) -> None:
        self._played = Counter[str]()
        self._not_started = Counter[str]()
        self._deaths = set[str]()
        self._others: defaultdict[str, dict[str, frozenset[str]]] = defaultdict(dict)
        """For each bot, by matches that were interrupted: the others who may be to blame."""

    def played(self, bots: Collection[str]) -> None:
        """Note a match that came to its end."""
        self._played.update(bots)

    def died(self, death: Death) -> list[str]:
        """Note that a worker died, and return the bots to suspend, one at most as a rule."""
        suspects = frozenset[str]().union(*death.matches.values())
        if not suspects or death.mark in self._deaths:
            return []
        self._deaths.add(death.mark)
        for bot in suspects:
            # A death counts once however many matches a bot had there, and so does a match however
            # many workers die over it: it may be the match's fault.
            known, others = self._others[bot], suspects - {bot}
            own = [match for match, bots in death.matches.items() if bot in bots]
            match = next((match for match in own if match in known), own[0])
            known[match] = known.get(match, others) & others
        for bot in sorted(suspects, key=lambda bot: (-len(self._others[bot]), bot)):
            others_of_each = self._others[bot].values()
            if self._often(bot, ENOUGH) and not frozenset.intersection(*others_of_each):
                return [bot]
        # Bots that always met each other look alike. After a while the one goes that has played
        # fewer matches to their end, so that nobody can get an old rival suspended; or all of them
        # if not even that tells them apart. It must be one of this table, so nobody goes if the
        # worker had others as well.
        at_one_table = len(set(death.matches.values())) == 1
        if not at_one_table or not all(self._often(bot, 2 * ENOUGH) for bot in suspects):
            return []
        fewest = min(self._played[bot] for bot in suspects)
        return sorted(bot for bot in suspects if self._played[bot] == fewest)

    def _often(self, bot: str, enough: int) -> bool:
        interrupted = len(self._others[bot])
        return interrupted >= enough and interrupted * RARELY >= self._played[bot]

    def not_started(self, bots: Collection[str]) -> list[str]:
        """Note bots that we failed to start, and return those to suspend."""
        self._not_started.update(bots)
        return [bot for bot in bots if self._not_started[bot] >= ENOUGH]
