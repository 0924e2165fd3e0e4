"""Finished matches in a table: who met whom, how it ended."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from arbiter.cli.tables import FittingTable
from engine.record import Ending
from ladder.store.listing import ListedMatch, ListedSeat


def matches_table(
    matches: Sequence[ListedMatch], extra: Mapping[str, Mapping[int, str]] | None = None
) -> FittingTable:
    """Return a table of matches; `extra` are columns of the caller's, by the ids of matches."""
    extra = extra or {}
    columns = (
        "match id",
        "game",
        *extra,
        "bots and scores, by rank",
        "tournament",
        "finished (UTC)",
    )
    table = FittingTable(
        *columns,
        texts=["bots and scores, by rank", "tournament"],
        words=["game", *extra],
        leave_out=["finished (UTC)", "tournament"],
    )
    for match in matches:
        table.add_row(
            match.match_id,
            match.game,
            *(cells.get(match.match_id, "") for cells in extra.values()),
            "  ".join(_seat_text(seat) for seat in sorted(match.seats, key=lambda seat: seat.rank)),
            match.tournament,
            f"{match.finished:%Y-%m-%d %H:%M}",
        )
    return table


def match_rows(matches: Sequence[ListedMatch]) -> list[dict[str, Any]]:
    """Return matches as JSON."""
    return [
        asdict(match) | {"finished": match.finished.isoformat(timespec="seconds")}
        for match in matches
    ]


def _seat_text(seat: ListedSeat) -> str:
    score = "" if seat.score is None else f" {seat.score}"
    fault = "" if seat.ending == Ending.PLAYED else f" ({seat.ending})"
    return f"{seat.rank}. {seat.bot}@{seat.version}{score}{fault}"
