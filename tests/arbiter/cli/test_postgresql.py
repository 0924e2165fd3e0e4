"""A tournament on PostgreSQL is the tournament on SQLite."""

from contextlib import closing
from pathlib import Path
from typing import Any

from engine.record import Record
from ladder.ratings.standings import Standing, standings
from ladder.schedules.schedule import Key
from ladder.store.store import open_store
from tests.arbiter.cli.commands import printed_json
from tests.arbiter.cli.test_kills import timeless
from tests.postgresql import needs_server, new_database

RUN = ["tournament", "run", "--game", "moscow_paris", "--bot", "random", "--bot", "greedy"]
RUN += ["--rounds", "3", "--seed", "5", "--name", "cup"]


def outcome(url: str) -> tuple[dict[Key, Record], list[Standing]]:
    """Return all records of the tournament, times aside, and the standings."""
    with closing(open_store(url)) as store:
        tournament = store.tournament("cup")
        records = {}
        for key, match_id in store.match_ids(tournament).items():
            record, digest = store.stored_record(match_id)
            assert record.digest == digest
            records[key] = timeless(record)
        return records, standings(store.results(tournament))


@needs_server
def test_the_same_tournament_gives_the_same_records_and_standings(tmp_path: Path) -> None:
    lite = f"sqlite:///{tmp_path}/lutetia.db"
    with new_database() as url:
        shown = [printed_json(*RUN, "--db", database, cwd=tmp_path) for database in (lite, url)]
        assert shown[0] == shown[1]
        assert outcome(lite) == outcome(url)
        assert len(outcome(url)[0]) == 6
        listed = [listing(database, tmp_path) for database in (lite, url)]
        assert listed[0] == listed[1]


def listing(url: str, folder: Path) -> dict[str, Any]:
    (row,) = printed_json("tournament", "list", "--db", url, cwd=folder)
    return {**row, "created": None}
