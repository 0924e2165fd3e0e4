"""Forfeits: why a bot has forfeited lately, and up to which match that is forgiven."""

from typing import NamedTuple

import sqlalchemy as sa
from sqlmodel import Session, col

from engine.record import Bot, Ending
from ladder.store.rows import StoredBot, StoredMatch, StoredSeat


class StoredForfeit(NamedTuple):
    """A match that a bot has forfeited."""

    match_id: int
    game: str
    ending: str
    reason: str
    """With the last output of its process, if that has crashed."""

    def __str__(self) -> str:
        said = f"{self.ending}: {self.reason}" if self.reason else self.ending
        return f"match {self.match_id}, {self.game}: {said}"


def read_forfeits(
    session: Session, bot: Bot, tournament_id: int, limit: int
) -> list[StoredForfeit]:
    """Return the last forfeits of a bot in a tournament, the newest first."""
    match, seat = StoredMatch, StoredSeat
    query = (
        sa.select(col(match.id), col(match.game), col(seat.ending), col(seat.reason))
        .join(seat, col(seat.match_id) == col(match.id))
        .join(StoredBot, col(StoredBot.id) == col(seat.bot_id))
        .where(col(StoredBot.name) == bot.name, col(StoredBot.version) == bot.version)
        .where(col(match.tournament_id) == tournament_id)
        .where(col(seat.ending) != Ending.PLAYED.value)
        .order_by(col(match.id).desc())
        .limit(limit)
    )
    return [StoredForfeit(*row) for row in session.connection().execute(query)]


def read_forgiven(session: Session) -> dict[Bot, int]:
    """Return up to which match the forfeits of each bot are forgiven, if they are."""
    bot = StoredBot
    query = sa.select(col(bot.name), col(bot.version), col(bot.forgiven_match))
    rows = session.connection().execute(query)
    return {Bot(name, version): match for name, version, match in rows if match is not None}


def forgive_forfeits(session: Session, bot: Bot) -> None:
    """Forgive all forfeits of a bot so far."""
    last = sa.select(sa.func.max(col(StoredMatch.id))).scalar_subquery()
    session.connection().execute(
        sa.update(StoredBot)
        .where(col(StoredBot.name) == bot.name, col(StoredBot.version) == bot.version)
        .values(forgiven_match=last)
    )
