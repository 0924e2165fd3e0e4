"""Who takes part in the endless ladder: the built-ins, and bots that were handed in."""

import logging
from collections.abc import Collection, Iterable

from arbiter.bots import BUILT_IN, BadBot, Manifest, find_bot
from engine.record import Bot
from ladder.schedules.ladder_rounds import entry_name
from ladder.store.store import Submission

log = logging.getLogger(__name__)


class Entrants:
    """Bots by the names they play under."""

    def __init__(self) -> None:
        built_in = [find_bot(name) for name in BUILT_IN]
        self.manifests = {entry_name(bot_of(each)): each for each in built_in}
        """All that have taken part: one that is retired may still be in a game."""
        self.present = set(self.manifests)
        self._broken: set[str] = set()

    def update(self, submissions: Iterable[Submission]) -> bool:
        """Let those take part that are not retired; True if that changes who does."""
        present = {entry_name(bot_of(find_bot(name))) for name in BUILT_IN}
        present |= {entry_name(each.bot) for each in submissions if self._welcome(each)}
        before, self.present = self.present, present
        return present != before

    def playing(self, game: str, absent: Collection[Bot]) -> list[Bot]:
        """Return the bots that play a game, without those that are absent, in one order."""
        manifests = (self.manifests[name] for name in self.present)
        able = (each for each in manifests if not each.games or game in each.games)
        return sorted(bot for each in able if (bot := bot_of(each)) not in absent)

    def _welcome(self, submission: Submission) -> bool:
        name = entry_name(submission.bot)
        if submission.retired is not None or name in self._broken:
            return False
        if name not in self.manifests:
            try:
                self.manifests[name] = find_bot(submission.folder)
            except BadBot as error:
                log.warning("%s cannot take part: %s", name, error)
                self._broken.add(name)
                return False
        return True


def bot_of(manifest: Manifest) -> Bot:
    """Return who a bot is in the ladder."""
    return Bot(manifest.name, manifest.version)
