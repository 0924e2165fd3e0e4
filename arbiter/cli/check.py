"""`lutetia bot check`: plays a bot's games and prints whether it is ready to be submitted."""

import secrets
import shlex
from collections.abc import Sequence
from typing import Any

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from arbiter.bot_files import list_files, size_text
from arbiter.bot_output import LogFolder, reason_lines, telling_lines
from arbiter.bots import BadBot, find_bot
from arbiter.building import build_bot
from arbiter.checking import OPPONENT, Check, GameReport, TrialResult, problems, warnings
from arbiter.cli.output import console, for_terminal, print_json, print_text, stderr, tell
from arbiter.cli.results import duration
from arbiter.cli.stopping import stopping
from arbiter.cli.tables import FittingTable
from arbiter.clocks import parse_clock
from arbiter.loops import run
from arbiter.processors import usable_processors
from arbiter.sandbox.bubblewrap import Sandbox
from arbiter.sandbox.limits import MB
from engine.dice import SEED_BITS
from engine.games import find_game, game_names
from engine.record import Ending
from engine.sentences import counted, listed


def check_and_print(
    place: str,
    games: Sequence[str],
    clock: str,
    seed: int | None,
    sandbox: Sandbox | None,
    logs: LogFolder | None,
    as_json: bool,
) -> None:
    """Check a bot and print the verdict; exit with 1 if it is not ready."""
    manifest = find_bot(place)
    for game in (*manifest.games, *games):
        find_game(game)
    for game in games:
        manifest.require_game(game)
    control = parse_clock(clock)
    try:
        manifest = build_bot(manifest, tell)
    except BadBot as error:  # a verdict, too
        if as_json:
            print_json({"bot": manifest.name, "ready": False, "problems": [str(error)]})
        else:
            print_text(error)
            console.print(f"[bold red]{for_terminal(manifest.name)} is not ready.[/]")
        raise typer.Exit(1) from None
    check = Check(
        manifest,
        list(dict.fromkeys(games)) or manifest.games or game_names(),
        control,
        secrets.randbits(SEED_BITS) if seed is None else seed,
        sandbox,
        logs,
        at_a_time=usable_processors(),
    )
    reports = check.plan()
    if not _run(check, reports):
        raise typer.Exit(130)
    if as_json:
        print_json(_summary(check, reports))
    else:
        _print(check, reports, place, clock)
    if problems(check, reports):
        raise typer.Exit(1)


def _run(check: Check, reports: Sequence[GameReport]) -> bool:
    """Play the trials with a bar for each game; False if that was stopped."""
    bars = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=stderr,
        transient=True,
        disable=not stderr.is_terminal,
    )
    tasks = {
        each.game: bars.add_task(for_terminal(each.game), total=len(each.trials))
        for each in reports
    }

    async def main() -> bool:
        async with stopping() as running:
            await check.run(reports, lambda result: bars.advance(tasks[result.trial.setup.game]))
        return not running.cancelled_caught

    with bars:
        return run(main)


def _print(check: Check, reports: Sequence[GameReport], place: str, clock: str) -> None:
    manifest = check.manifest
    files = list_files(manifest.folder / manifest.lone_file)
    size = size_text(len(files), sum(file.size for file in files))
    where = "in a sandbox" if check.sandbox else "without a sandbox"
    title = f"{manifest.bot} ({size}) against {OPPONENT}, {where}, clock {clock}"
    print_text(title)
    columns = ("game", "matches", "forfeits", "decisions", "median", "worst", "memory")
    table = FittingTable(*columns, "same again", texts=["game"], words=["same again"], tight=True)
    for report in reports:
        played = f"{len(report.results)} of {len(report.trials)}"
        times_s = (report.median_s, report.worst_s)
        again = {True: "yes", False: "no", None: "–"}[report.reproducible]
        table.add_row(
            report.game,
            played if len(report.results) < len(report.trials) else len(report.results),
            len(report.failures),
            report.decisions,
            *("–" if time_s is None else duration(time_s) for time_s in times_s),
            f"{report.peak_bytes / MB:,.0f} MB" if report.peak_bytes else "–",
            again,
            style="red" if report.failures else None,
        )
    console.print(table)
    for failures in _by_reason(reports):
        _print_failures(failures, place, clock)
    for sentence in warnings(check, reports):
        print_text(f"Note: {sentence}.")
    if any(report.reproducible is False for report in reports):
        print_text(
            "Note: a match that was played twice had other moves the second time: the bot's "
            "choices depend on more than `bot_seed`, such as the time or random numbers of its "
            "own. That is allowed, but harder to debug."
        )
    wrong = problems(check, reports)
    name = for_terminal(manifest.bot)
    if not wrong:
        submit = for_terminal(shlex.join(["lutetia", "submit", place]))
        console.print(f"[bold green]{name} is ready to submit:[/] {submit}", soft_wrap=True)
        return
    console.print(f"[bold red]{name} is not ready:[/]")
    for sentence in wrong:
        print_text(f"  {sentence}")


def _by_reason(reports: Sequence[GameReport]) -> list[list[TrialResult]]:
    """Return the failures of each kind, those of two games if the bot crashed for one reason."""
    kinds: dict[tuple[str, str], list[TrialResult]] = {}
    for report in reports:
        for ending, failures in report.failures_by_ending.items():
            said = telling_lines(failures[0].last_lines) if ending is Ending.CRASH else []
            kind = str(ending), said[-1] if said else failures[0].reason
            kinds.setdefault(kind, []).extend(failures)
    return list(kinds.values())


def _print_failures(failures: Sequence[TrialResult], place: str, clock: str) -> None:
    """Print why the first of several matches was forfeited, and how to play it again."""
    first, *others = failures
    setup, seat = first.trial.setup, first.trial.seat
    how, *_ = reason_lines(f"{first.ending or 'not played'}: {first.reason}")
    print_text(f"{setup.game}, seat {seat} of {setup.players}: {how}")
    for line in telling_lines(first.last_lines):
        print_text(f"  {line}")
    if others:
        games = listed(dict.fromkeys(each.trial.setup.game for each in others))
        more = counted(len(others), "more match", "more matches")
        print_text(f"The same in {more} of {games}; --json has the details.")
    bots = [OPPONENT] * setup.players
    bots[seat] = place
    words = ["lutetia", "match", setup.game, *bots, "--seed", str(setup.seed), "--clock", clock]
    print_text(f"To play it again: {shlex.join(words)}\n")


def _summary(check: Check, reports: Sequence[GameReport]) -> dict[str, Any]:
    """Return what `--json` prints of a check."""
    wrong = problems(check, reports)
    return {
        "bot": check.manifest.name,
        "version": check.manifest.version,
        "ready": not wrong,
        "problems": wrong,
        "warnings": warnings(check, reports),
        "sandbox": check.sandbox is not None,
        "seed": check.seed,
        "games": [
            {
                "game": report.game,
                "forfeits": len(report.failures),
                "decisions": report.decisions,
                "median_time": report.median_s and round(report.median_s, 6),
                "slowest_time": report.worst_s and round(report.worst_s, 6),
                "clock_share": round(report.clock_share(check.control), 3),
                "memory_bytes": report.peak_bytes or None,
                "reproducible": report.reproducible,
                "matches": [_result(result) for result in report.results],
            }
            for report in reports
        ],
    }


def _result(result: TrialResult) -> dict[str, Any]:
    setup = result.trial.setup
    return {
        "players": setup.players,
        "seat": result.trial.seat,
        "seed": setup.seed,
        "again": result.trial.again,
        "ending": result.ending,
        "reason": result.reason,
        "decisions": result.decisions,
        "last_lines": list(result.last_lines),
    }
