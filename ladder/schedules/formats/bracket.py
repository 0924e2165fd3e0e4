"""The bracket of a knockout: who met whom, and who went on."""

from collections.abc import Sequence
from dataclasses import dataclass

Seating = tuple[str, ...]


@dataclass(frozen=True)
class BracketTable:
    """A table of the bracket: its bots in the order in which they stand, with their scores."""

    bots: Seating
    scores: tuple[float, ...]
    """The mean over the groups played."""
    groups: int
    winners: Seating
    """Who goes on; empty while the table is being played."""


@dataclass(frozen=True)
class BracketStage:
    """The tables from which bots go on to the next stage, or of which one is the final."""

    name: str
    tables: tuple[BracketTable, ...]


def bracket_text(bracket: Sequence[BracketStage]) -> str:
    """Return a bracket as lines: a line per table, `>` before those who go on."""
    lines = []
    for stage in bracket:
        lines.append(stage.name.capitalize())
        for table in stage.tables:
            bots = (
                f"{'> ' if bot in table.winners else ''}{bot} {score:.2f}"
                for bot, score in zip(table.bots, table.scores, strict=True)
            )
            lines.append(f"  {' | '.join(bots)}")
    return "\n".join(lines)
