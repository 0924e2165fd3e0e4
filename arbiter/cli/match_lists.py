"""Finished matches in a table: who met whom, how it ended."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from arbiter.cli.tables import FittingTable
from engine.record import Ending
from ladder.store.listing import ListedMatch


def matches_table(
    matches: Sequence[ListedMatch], extra: Mapping[str, Mapping[int, str]] | None = None
) -> FittingTable:
    """Return a table of matches with a line per seat, the winner first.

    `extra` are columns of the caller's, by the ids of matches.
    """
    extra = extra or {}
    forfeited = any(seat.ending != Ending.PLAYED for match in matches for seat in match.seats)
    struck = any(seat.strike_count for match in matches for seat in match.seats)
    of_match = ("match id", "game", *extra)
    of_seat = ["rank", "bot", "seat", "score"]
    of_seat += ["ending"] * forfeited + ["strikes"] * struck
    table = FittingTable(
        *(*of_match, *of_seat, "tournament", "finished (UTC)"),
        texts=["tournament"],
        names=["bot"],
        words=["game", "ending", *extra],
        leave_out=["finished (UTC)", "tournament", "seat"],
        tight=True,
    )
    for match in matches:
        head: list[object] = [match.match_id, match.game]
        head += [cells.get(match.match_id, "") for cells in extra.values()]
        tail: list[object] = [match.tournament, f"{match.finished:%Y-%m-%d %H:%M}"]
        by_rank = sorted(enumerate(match.seats), key=lambda numbered: numbered[1].rank)
        for place, (number, seat) in enumerate(by_rank):
            score = "" if seat.score is None else seat.score
            ending = "" if seat.ending == Ending.PLAYED else seat.ending
            cells = [seat.rank, f"{seat.bot}@{seat.version}", number, score]
            cells += [ending] * forfeited + [seat.strike_count or ""] * struck
            # Once per match is enough, and shows where the next one begins.
            shown = (head, tail) if place == 0 else ([""] * len(head), ["", ""])
            table.add_row(*shown[0], *cells, *shown[1])
    return table


def match_rows(matches: Sequence[ListedMatch]) -> list[dict[str, Any]]:
    """Return matches as JSON."""
    return [
        asdict(match) | {"finished": match.finished.isoformat(timespec="seconds")}
        for match in matches
    ]
