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


def bracket_text(bracket: Sequence[Sequence[BracketTable]]) -> str:
    """Return a bracket as lines: a line per table, `>` before those who go on."""
    lines = []
    for number, tables in enumerate(bracket, 1):
        lines.append(f"Stage {number}" if len(tables) > 1 or number < len(bracket) else "Final")
        for table in tables:
            bots = (
                f"{'> ' if bot in table.winners else ''}{bot} {score:.2f}"
                for bot, score in zip(table.bots, table.scores, strict=True)
            )
            lines.append(f"  {' | '.join(bots)}")
    return "\n".join(lines)
