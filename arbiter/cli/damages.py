"""Showing how far a check of all records has come, and what it has found."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from arbiter.cli.output import console, for_terminal, stderr
from arbiter.tournaments.verification import Damage


@contextmanager
def counting(what: str, total: int) -> Iterator[Callable[[], None]]:
    """Show a progress bar for as long as a block lasts; what it yields advances it by one."""
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=stderr,
        transient=True,
        disable=not stderr.is_terminal,
    )
    with bar:
        task = bar.add_task(what, total=total)
        yield lambda: bar.advance(task)


def damages_as_json(damages: Sequence[Damage]) -> list[dict[str, Any]]:
    return [damage._asdict() for damage in damages]


def print_damage(
    damaged: Sequence[Damage], elsewhere: Sequence[str], not_replayed: Mapping[str, int]
) -> None:
    """Print a line for all that is damaged."""
    for line in (*map(str, damaged), *elsewhere):
        console.print(for_terminal(line), soft_wrap=True)
    for game, count in not_replayed.items():
        line = f"{game} is not installed here, so that its moves were not replayed ({count:,} ×)"
        console.print(for_terminal(line), soft_wrap=True)
