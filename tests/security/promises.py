"""The promises of docs/security.md and their tests, which `python -m` this module prints."""

import re
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parents[2]
ROW = re.compile(r"^\| (\d+) \|.*$", re.MULTILINE)
TEST = re.compile(r"`(tests/[\w/]+\.py::[\w:]+)`")


def promises() -> dict[int, list[str]]:
    """Return the tests of each fault, by its number."""
    found: defaultdict[int, list[str]] = defaultdict(list)
    for row in ROW.finditer((ROOT / "docs" / "security.md").read_text()):
        found[int(row[1])] += TEST.findall(row[0])
    return dict(found)


if __name__ == "__main__":
    print("\n".join(sorted({test for tests in promises().values() for test in tests})))
