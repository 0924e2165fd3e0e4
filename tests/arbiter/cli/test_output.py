"""What all commands share."""

import sys

import pytest

from arbiter.cli.output import typed_again, with_db
from ladder import DEFAULT_URL


@pytest.mark.parametrize(
    ("db", "command"),
    [
        (DEFAULT_URL, "lutetia tournament resume cup"),
        ("sqlite:///other.db", "lutetia tournament resume cup --db sqlite:///other.db"),
        (
            "postgresql+psycopg://me:secret@host/ladder",
            "lutetia tournament resume cup --db 'postgresql+psycopg://me:***@host/ladder'",
        ),
    ],
)
def test_a_command_to_copy_finds_the_same_database_and_holds_no_password(
    db: str, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("LUTETIA_DB", raising=False)
    assert with_db("lutetia tournament resume cup", db) == command
    monkeypatch.setattr(sys, "argv", ["…", "serve", "--db", db, "--listen", "127.0.0.1:7400"])
    assert "secret" not in typed_again(db)
    assert typed_again(db).endswith(" --listen 127.0.0.1:7400")
