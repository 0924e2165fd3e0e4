"""Tokens of remote bots: one at a time for each, and only a hash of it."""

import pytest
import sqlalchemy as sa

from engine.record import Bot
from ladder.errors import NotStored
from ladder.store.store import Store
from ladder.store.tokens import digest_of


def test_only_the_hash_of_a_token_is_stored(store: Store) -> None:
    secret = store.add_token(Bot("ada", "1"))
    (token,) = store.tokens()
    assert (token.bot, token.digest, token.revoked) == (("ada", "1"), digest_of(secret), None)
    with store.engine.connect() as connection:
        stored = connection.execute(sa.text("SELECT * FROM tokens")).all()
    assert secret not in str(stored)
    assert len(secret) == 32  # 192 random bits


def test_a_new_token_takes_the_place_of_the_one_before(store: Store) -> None:
    old = store.add_token(Bot("ada", "1"))
    store.add_token(Bot("bea", "1"))
    new = store.add_token(Bot("ada", "2"))
    valid = {token.bot: token.digest for token in store.tokens() if token.revoked is None}
    assert valid.keys() == {("bea", "1"), ("ada", "2")}
    assert valid[Bot("ada", "2")] == digest_of(new) != digest_of(old)


def test_a_revoked_token_stays_in_the_list(store: Store) -> None:
    store.add_token(Bot("ada", "1"))
    store.revoke_token("ada")
    (token,) = store.tokens()
    assert token.revoked is not None
    with pytest.raises(NotStored, match=r"no bot 'ada' has a token. Bots with tokens: none"):
        store.revoke_token("ada")
