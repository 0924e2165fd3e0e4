"""The ladder as one HTML file that opens offline: no script, font or picture from elsewhere.

- `page`       all of it together with `templates`, `page.css` and `page.js`; those of
  `arbiter.web` are made of the same parts
- `sections`   what is shown of a game, rated once
- `tables`     standings and seat advantages
- `matrices`   crosstable and likelihood of superiority as heat maps
- `histories`  live Elo as lines, which `lines` makes
- `charts`     error bars and bars in the cells of a table, drawn in per cent of the cell
- `scales`     from a value to a place in a picture, and the round numbers at its edge
- `titles`     what people call games and lists
- `markup`     elements; what is not markup is escaped
"""

from ladder.report.page import report_html

__all__ = ["report_html"]
