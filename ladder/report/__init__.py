"""The ladder as one HTML file that opens offline: no script, font or picture from elsewhere.

- `markup`     elements as text, in which everything is escaped that is not markup already
- `scales`     from a value to a place in a picture, and the round numbers at its edge
- `charts`     error bars and bars in the cells of a table, drawn in per cent of the cell
- `sections`   what is shown of a game, each number computed once
- `tables`     standings and seat advantages
- `matrices`   crosstable and likelihood of superiority as heat maps
- `histories`  live Elo as lines
- `page`       all of it together with `page.html`, `page.css` and `page.js`
"""

from ladder.report.page import report_html

__all__ = ["report_html"]
