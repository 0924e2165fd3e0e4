"""How far a check of all records has come, and what it has found."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from arbiter.cli.output import console, for_terminal, print_json, stderr
from arbiter.tournaments.verification import Damage, Findings


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


def print_findings(findings: Findings, derived_end: str) -> None:
    """Print a line for all that is damaged; `derived_end` ends those of what can be mended."""
    lines = [f"{line}{derived_end}" for line in findings.derived()]
    lines += [*map(str, findings.damaged), *findings.elsewhere]
    lines += [
        f"{game} is not installed here, so its moves were not replayed ({count:,} ×)"
        for game, count in findings.not_replayed.items()
    ]
    for line in lines:
        console.print(for_terminal(line), soft_wrap=True)


def print_findings_json(findings: Findings, **damages: Sequence[Damage]) -> None:
    """Print what was found for another program to read."""
    rows = {name: [damage._asdict() for damage in listed] for name, listed in damages.items()}
    print_json(
        {
            "matches": findings.matches,
            **rows,
            "bots": [str(bot) for bot in findings.contents],
            "elsewhere": findings.elsewhere,
            "not_replayed": findings.not_replayed,
        }
    )
