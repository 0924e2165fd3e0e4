"""Tokens of remote bots: one at a time for each, shown once, stored as a hash."""

import hashlib
import secrets
from datetime import UTC, datetime

from sqlmodel import Session, col, select
from sqlmodel.sql.expression import SelectOfScalar

from engine.errors import suggestion
from engine.record import Bot
from ladder.errors import NotStored
from ladder.store.rows import Token


def digest_of(secret: str) -> str:
    """Return what is stored of a token."""
    return hashlib.sha256(secret.encode(errors="replace")).hexdigest()


def new_secret() -> str:
    """Return a token that nobody can guess: 192 random bits."""
    return secrets.token_urlsafe(24)


def add_token(session: Session, bot: Bot) -> str:
    """Make a token for a bot and return its secret; the one before is no longer valid."""
    now = datetime.now(UTC)
    for before in session.exec(_valid().where(col(Token.name) == bot.name)):
        before.revoked = now
    secret = new_secret()
    digest = digest_of(secret)
    session.add(Token(name=bot.name, version=bot.version, digest=digest, created=now))
    return secret


def revoke_token(session: Session, name: str) -> None:
    """Let nobody connect with the token of a bot any more."""
    valid = {token.name: token for token in session.exec(_valid())}
    if name not in valid:
        listing = ", ".join(sorted(valid)) or "none"
        raise NotStored(
            f"no bot {name!r} has a token. Bots with tokens: {listing}.{suggestion(name, valid)}"
        )
    valid[name].revoked = datetime.now(UTC)


def _valid() -> SelectOfScalar[Token]:
    return select(Token).where(col(Token.revoked).is_(None))
