"""Tables that fit the terminal: texts are shortened, then columns are left out; numbers stay.

Names that people type again stay, too, as long as there is a column that can go instead.
"""

from collections.abc import Sequence

from rich.box import SIMPLE_HEAD
from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table
from rich.text import Text

from arbiter.cli.output import for_terminal

SHORTEST_TEXT = 10
"""Letters of a text that are always shown, if it has as many."""
_ANY_WIDTH = 10_000


class FittingTable:
    """Rows of texts, which may end in an ellipsis, and of words and numbers, which are whole.

    `leave_out` names the columns that go, in this order, when there is no room for all. `names` are
    shortened only when all of those are gone, or then wrapped if `wrap_names`. A `tight` table has
    room for more columns.
    """

    def __init__(
        self,
        *columns: str,
        texts: Sequence[str] = (),
        names: Sequence[str] = (),
        words: Sequence[str] = (),
        leave_out: Sequence[str] = (),
        title: str = "",
        tight: bool = False,
        wrap_names: bool = False,
    ) -> None:
        self._columns = columns
        self._texts = texts
        self._names = names
        self._words = words
        self._leave_out = leave_out
        self._title = title
        self._tight = tight
        self._wrap_names = wrap_names
        self._rows: list[tuple[tuple[str, ...], str | None]] = []

    def add_row(self, *cells: object, style: str | None = None) -> None:
        self._rows.append((tuple(map(for_terminal, cells)), style))

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        columns = list(self._columns)
        for name in (*self._leave_out, None):
            table = self._draw(columns, self._texts)
            # As wide as it would like to be, less what its texts can do without.
            wide = console.measure(table, options=options.update_width(_ANY_WIDTH)).maximum
            if wide - sum(map(self._spare, columns)) <= options.max_width:
                break
            if name is None:
                table = self._draw(columns, [*self._texts, *self._names])
            else:
                columns.remove(name)
        yield table

    def _draw(self, columns: Sequence[str], narrower: Sequence[str]) -> Table:
        """Draw some columns, of which some may be made narrower."""
        title = for_terminal(self._title) or None
        table = Table(
            title=title, box=SIMPLE_HEAD, collapse_padding=self._tight, pad_edge=not self._tight
        )
        for name in columns:
            left = name in (*self._texts, *self._names, *self._words)
            # What may not wrap is the last thing that rich makes narrower.
            no_wrap = name not in narrower
            table.add_column(name, justify="left" if left else "right", no_wrap=no_wrap)
        for cells, style in self._rows:
            shown = dict(zip(self._columns, cells, strict=True))
            table.add_row(*(self._cell(name, shown[name]) for name in columns), style=style)
        return table

    def _cell(self, column: str, cell: str) -> Text:
        text = Text.from_markup(cell, emoji=False)
        if column in self._names and self._wrap_names:
            text.overflow = "fold"
        elif column in (*self._texts, *self._names):
            text.no_wrap, text.overflow = True, "ellipsis"
        return text

    def _spare(self, column: str) -> int:
        if column not in self._texts:
            return 0
        place = self._columns.index(column)
        cells = (Text.from_markup(cells[place], emoji=False) for cells, _ in self._rows)
        longest = max((cell.cell_len for cell in cells), default=0)
        return max(0, longest - max(SHORTEST_TEXT, len(column)))


def short_interval(text: str) -> str:
    """Return an interval in as few letters as a column of a table has room for."""
    return text.replace("at least", "≥").replace("at most", "≤")
