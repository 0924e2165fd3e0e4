"""Positions that fit a terminal."""

import io

from rich.console import Console
from rich.live import Live

from arbiter.cli.frames import Frame, draw_step
from arbiter.cli.keys import Steps

BOARD = "\n".join(f"row {number}: " + "x" * 100 for number in range(50))
FRAME = Frame("[bold]Chess[/]   seat 0: ada", BOARD, ["ada: 3 points"], ["  7  ada castles"])


def terminal() -> Console:
    return Console(file=io.StringIO(), width=80, height=24, force_terminal=True)


def drawn(frame: Frame, status: str = "", down: int = 0) -> list[str]:
    """Return the rows of a frame in a terminal of 80 × 24."""
    console = terminal()
    with console.capture() as captured:
        console.print(frame.drawn(console, status, down), highlight=False)
    return captured.get().splitlines()


def test_a_tall_wide_board_is_cut_and_what_is_said_stands_above_it() -> None:
    rows = drawn(FRAME, "7 of 9 · q quits")
    assert len(rows) < 24
    assert rows[1:4] == ["last   7  ada castles", "ada: 3 points", ""]
    assert (rows[4].startswith("row 0: x"), rows[4].endswith("…"), len(rows[4])) == (True, True, 80)
    assert "7 of 9 · q quits" in rows[-1]


def test_a_board_is_scrolled_no_further_than_to_its_end() -> None:
    assert "row 5:" in drawn(FRAME, down=5)[4]
    assert "row 49:" in drawn(FRAME, down=1000)[-1]


def test_whoever_has_scrolled_past_the_end_comes_back_at_once() -> None:
    steps, pressed = Steps(1, 0.3), ["down"] * 30 + ["up", "q"]
    with Live(console=terminal(), auto_refresh=False) as live:
        while draw_step(live, FRAME, steps, lambda _: pressed.pop(0)):
            pass
    end = FRAME.limit(terminal(), "", 1000)
    assert drawn(FRAME, down=end) == drawn(FRAME, down=1000)
    assert drawn(FRAME, down=steps.down) == drawn(FRAME, down=end - 5)
    assert drawn(FRAME, down=end - 5) != drawn(FRAME, down=end)


def test_a_long_sentence_is_wrapped_and_the_board_gives_way() -> None:
    said = Frame(FRAME.title, BOARD, last=["long " * 60])
    rows = drawn(said)
    assert len(rows) < 24
    assert "".join(rows).count("long") == 60


def test_a_printed_frame_has_what_is_said_at_its_end() -> None:
    printed = Frame("Chess", "the board", ["ada: 3"], ["  7  ada castles"], end=["the end: 1. ada"])
    assert printed.printed().split("\n\n") == [
        "Chess",
        "the board",
        "ada: 3",
        "last move\n  7  ada castles\nthe end: 1. ada",
    ]
