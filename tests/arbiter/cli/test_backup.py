"""Backup and restore, with the commands of docs/operations.md."""

import os
import shutil
import subprocess
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa

from ladder.store.store import open_store
from tests.arbiter.cli.commands import printed_json
from tests.postgresql import needs_server, new_database

RUN = ["tournament", "run", "--game", "moscow_paris", "--bot", "random", "--bot", "greedy"]
RUN += ["--rounds", "3", "--seed", "5", "--name", "cup"]
DOCS = Path(__file__).parents[3] / "docs" / "operations.md"
BACK_UP = "pg_dump --format=custom --file=lutetia.dump"
RESTORE = "pg_restore --no-owner --exit-on-error --dbname"


def plain(url: str) -> str:
    """A URL as PostgreSQL's own programs read it."""
    return sa.make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)


@needs_server
@pytest.mark.skipif(shutil.which("pg_dump") is None, reason="pg_dump is not installed")
def test_a_database_that_was_dumped_and_restored_is_the_same(tmp_path: Path) -> None:
    """Also one that plays on meanwhile: a dump is of one moment."""
    assert BACK_UP in DOCS.read_text()
    assert RESTORE in DOCS.read_text()
    with new_database() as first, new_database() as second:
        shown = printed_json(*RUN, "--db", first, cwd=tmp_path)
        for command in ([*BACK_UP.split(), plain(first)], [*RESTORE.split(), plain(second)]):
            file = ["lutetia.dump"] if command[0] == "pg_restore" else []
            subprocess.run([*command, *file], cwd=tmp_path, check=True, env=os.environ)
        verified = printed_json("replay", "verify", "--all", "--db", second, cwd=tmp_path)
        assert (verified["matches"], verified["damaged"]) == (6, [])
        there = printed_json("tournament", "show", "cup", "--db", second, cwd=tmp_path)
        assert there["standings"] == shown["standings"]
        with closing(open_store(second)) as store:  # and it can be played on
            assert store.add_tournament("another", {}, seed=1).id > 0
