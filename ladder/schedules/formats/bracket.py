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
    tie_breaks: int
    """How many groups were played on because of a tie."""
    winners: Seating
    """Who goes on; empty while the table is being played."""
    by_seed: bool
    """Whether the tie lasted, so that the better seed goes on."""

    @property
    def remark(self) -> str:
        """Return how a tie was decided, as in `2 tie-breaks, then by seed`; empty without one."""
        if not self.tie_breaks:
            return ""
        played = "1 tie-break" if self.tie_breaks == 1 else f"{self.tie_breaks} tie-breaks"
        return f"{played}, then by seed" if self.by_seed else played


@dataclass(frozen=True)
class BracketStage:
    """The tables from which bots go on to the next stage, or of which one is the final."""

    name: str
    tables: tuple[BracketTable, ...]


def bracket_text(bracket: Sequence[BracketStage]) -> str:
    """Return a bracket as lines: a line per table, `>` before those who go on.

    Behind a table that was tied stands how the tie was decided.
    """
    lines = []
    for stage in bracket:
        lines.append(stage.name.capitalize())
        for table in stage.tables:
            bots = (
                f"{'> ' if bot in table.winners else ''}{bot} {score:.2f}"
                for bot, score in zip(table.bots, table.scores, strict=True)
            )
            remark = f" ({table.remark})" if table.remark else ""
            lines.append(f"  {' | '.join(bots)}{remark}")
    return "\n".join(lines)
