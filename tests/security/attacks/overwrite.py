"""Writes to the files of its opponent, of the arbiter, of Python, of the system, and to its own."""

import os
import sqlite3
import sys
from pathlib import Path

import grpc
from attack import append_to, attack

import arbiter.client

opponent, database = Path(sys.argv[1]), Path(sys.argv[2])


def edit() -> object:
    with sqlite3.connect(f"file:{database}?mode=rw", uri=True) as connection:
        return connection.execute("DELETE FROM tournament").rowcount


attack(
    opponent=lambda: (opponent / "bot.toml").write_text("mine"),
    ours=lambda: append_to(arbiter.client.__file__),
    packages=lambda: append_to(grpc.__file__),
    own=lambda: append_to(__file__),
    system=lambda: Path("/usr/bin/evil").touch(),
    root=lambda: Path("/evil").touch(),
    dev=lambda: Path("/dev/evil").touch(),
    delete=lambda: os.unlink(database),
    database=edit,
)
