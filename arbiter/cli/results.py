"""How a match ended, and where the points came from."""

from collections.abc import Sequence
from typing import Any

from arbiter.bot_output import reason_lines
from arbiter.cli.output import console, print_text, remark
from arbiter.cli.tables import FittingTable
from engine.reasons import why_lost
from engine.record import Bot, Ending, Record, SeatRecord, Sources
from engine.sentences import counted, seat_names


def summary(record: Record) -> dict[str, Any]:
    """Return what `--json` prints of a finished match."""
    return {
        "game": record.setup.game,
        "options": record.setup.options,
        "seed": record.setup.seed,
        "seats": [
            {
                "bot": seat.bot,
                "version": seat.version,
                "score": seat.score,
                "rank": seat.rank,
                "ending": seat.ending,
                "reason": seat.reason,
                "decisions": seat.decisions,
                "strikes": [strike._asdict() for strike in seat.strikes],
                "time": seat.seconds,
                "mean_time": round(_mean_s(seat), 6),
                "slowest_time": seat.slowest_seconds,
                "charged_time": seat.charged_seconds,
                "points": dict(seat.sources),
            }
            for seat in record.seats
        ],
        "decisions": len(record.actions),
        "digest": record.digest,
    }


def print_result(record: Record) -> None:
    """Print the table of a match, and below it points by source, strikes and forfeits."""
    struck = any(seat.strikes for seat in record.seats)
    columns = ("rank", "seat", "bot", "score", "ending", "decisions", *["strikes"] * struck)
    table = FittingTable(
        *columns,
        *("time", "mean", "worst", "charged"),
        texts=["bot"],
        words=["ending"],
        leave_out=["seat", "charged", "mean", "worst", "time"],
        tight=True,
        title=f"{record.setup.game}, {len(record.actions)} decisions",
    )
    ranked = sorted(enumerate(record.seats), key=lambda pair: pair[1].rank)
    for number, seat in ranked:
        score = "–" if seat.score is None else str(seat.score)
        seconds = (seat.seconds, _mean_s(seat), seat.slowest_seconds, seat.charged_seconds)
        cells = (seat.rank, number, Bot(seat.bot, seat.version), score, seat.ending, seat.decisions)
        table.add_row(*cells, *[seat.strike_count or ""] * struck, *map(duration, seconds))
    console.print(table)
    print_points([seat.bot for seat in record.seats], tuple(seat.sources for seat in record.seats))
    for sentence in why_lost(record.seats, _names(record)):
        print_text(sentence)
    for number, seat in ranked:
        for strike in seat.strikes:
            said = f"strike at decision {strike.decision}: {strike.ending}: {strike.reason}"
            print_text(f"seat {number}, {seat.bot}: {said}")
        if seat.reason:
            for line in reason_lines(f"seat {number}, {seat.bot}: {seat.ending}: {seat.reason}"):
                print_text(line)
    if any(seat.reason and seat.score is not None for seat in record.seats):
        remark(
            "A random player finished the match for a seat that forfeited, so that it has a score."
        )
    if struck:
        remark("A random valid action was played for each strike.")
    print_text(f"--seed {record.setup.seed} sets up the same match again")


def result_in_words(record: Record) -> list[str]:
    """Return in lines how a match ended: the places, why they are so, and why seats forfeited."""
    named = list(zip(_names(record), record.seats, strict=True))
    places = "   ".join(
        f"{seat.rank}. {name}{_fate(seat)}"
        for name, seat in sorted(named, key=lambda pair: pair[1].rank)
    )
    lines = [f"the end: {places}", *why_lost(record.seats, _names(record))]
    for name, seat in named:
        if seat.reason:
            lines += reason_lines(f"{name}: {seat.reason}")
    return lines


def _fate(seat: SeatRecord) -> str:
    score = "" if seat.score is None else f" {seat.score}"
    return score if seat.ending == Ending.PLAYED else f"{score} ({seat.ending})"


def _names(record: Record) -> tuple[str, ...]:
    return seat_names([seat.bot for seat in record.seats])


def duration(seconds: float) -> str:
    """Return a time as a person reads it, in as few characters as tell its size."""
    if seconds < 0.00005:
        return "0 ms"
    if seconds < 0.1:
        return f"{seconds * 1000:.1f} ms" if seconds < 0.01 else f"{seconds * 1000:.0f} ms"
    return f"{seconds:.2f} s" if seconds < 10 else f"{seconds:.1f} s"


def _mean_s(seat: SeatRecord) -> float:
    return seat.seconds / ((seat.decisions + seat.strike_count) or 1)


def print_points(bots: Sequence[str], sources: Sources) -> None:
    """Print points by source, a row for each that gave anyone points; none if all have one."""
    if not sources or len(sources[0]) < 2:
        return
    names = seat_names(bots)
    table = FittingTable("points from", *names, texts=("points from", *names))
    for row in zip(*sources, strict=True):
        if any(points for _, points in row):
            table.add_row(row[0][0], *(points for _, points in row))
    table.add_row("score", *(sum(points for _, points in found) for found in sources))
    console.print(table)


def points_in_words(bots: Sequence[str], sources: Sources) -> list[str]:
    """Return a line per seat: its points in all, then by source."""
    lines = []
    for name, found in zip(seat_names(bots), sources, strict=False):
        total = sum(points for _, points in found)
        parts = ", ".join(f"{source} {points}" for source, points in found if points)
        lines.append(f"{name}: {counted(total, 'point')}" + (f" from {parts}" if parts else ""))
    return lines
