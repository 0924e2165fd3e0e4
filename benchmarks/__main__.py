"""`make bench`: how fast the engine and the wire are, as ratios within one run."""

import argparse
from statistics import median

from rich.console import Console
from rich.table import Table

from arbiter.clocks import parse_clock
from arbiter.match import Match
from arbiter.wire import frames
from benchmarks.decisions import decisions_table
from benchmarks.echo import echo_rate
from benchmarks.encoding import encoding_table
from benchmarks.engines import NoPettingZoo, engine_rate, times_pettingzoo
from benchmarks.startup import startup_table
from benchmarks.tournaments import measure_tournament
from benchmarks.wire import wire_rate
from engine.games import find_game, game_names
from engine.record import Bot, Setup
from lutetia.v1 import play_pb2

MATCHES_ON_A_STREAM = (1, 16, 64, 256)
TOURNAMENTS = (
    ("connect_four", 2),
    ("lumiere", 2),
    ("moscow_paris", 2),
    ("moscow_paris", 4),
    ("paris", 2),
    ("paris", 4),
)
AT_A_TIME = (1, 8, 64)
TURNS = 3
"""How many times a tournament is measured, each time beside the echo and the wire."""
console = Console()


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3.0, help="for each measurement")
    seconds = parser.parse_args().seconds
    console.print(startup_table())
    bench_engines(seconds)
    console.print(encoding_table(game_names()))
    console.print(decisions_table(game_names()))
    for game in game_names():
        bench_wire(game, seconds)
    bench_tournaments(2 * seconds)


def bench_engines(seconds: float) -> None:
    """Compare random play of each game with PettingZoo's connect_four."""
    table = Table("game", "players", "decisions/s", "× PettingZoo", title="engine, random play")
    skipped = ""
    for game in map(find_game, game_names()):
        for players in game.players:
            rate = f"{engine_rate(game, players, seconds):,.0f}"
            try:
                ratio = f"{times_pettingzoo(game, players, seconds):.1f}"
            except NoPettingZoo as missing:
                ratio, skipped = "–", str(missing)
            table.add_row(game.name, str(players), rate, ratio)
    console.print(table)
    if skipped:
        console.print(skipped)


def bench_wire(game: str, seconds: float) -> None:
    """Compare matches over the wire with a bare echo of the same bytes, one at a time."""
    turn, answer = message_sizes(game)
    before = echo_rate(turn, answer, seconds)
    rates = {matches: wire_rate(game, matches, seconds) for matches in MATCHES_ON_A_STREAM}
    echo = (before + echo_rate(turn, answer, seconds)) / 2
    title = f"{game} over the wire, {turn} bytes per turn"
    table = Table("matches on a stream", "decisions/s", "× echo", title=title)
    table.add_row("bare echo, one at a time", f"{echo:,.0f}", "1.0")
    for matches, rate in rates.items():
        table.add_row(str(matches), f"{rate:,.0f}", f"{rate / echo:.1f}")
    console.print(table)


def bench_tournaments(seconds: float) -> None:
    """Compare whole tournaments, as a user runs them, with the bare echo and with the wire.

    All three are measured in turns, and ratios are taken within a turn: the machine changes more
    from minute to minute than they do.
    """
    columns = ("game", "players", "at a time", "decisions/s", "matches/s", "× echo", "× wire")
    table = Table(*columns, "MB: coordinator", "workers", "bots", title="tournaments")
    for game, players in TOURNAMENTS:
        for at_a_time in AT_A_TIME:
            speeds, to_echo, to_wire = [], [], []
            for _ in range(TURNS):
                echo = echo_rate(*message_sizes(game), seconds / 2)
                wire = wire_rate(game, at_a_time, seconds / 2)
                speeds.append(measure_tournament(game, players, at_a_time, seconds))
                to_echo.append(speeds[-1].decisions_per_s / echo)
                to_wire.append(speeds[-1].decisions_per_s / wire)
            speed = sorted(speeds)[TURNS // 2]
            table.add_row(
                game,
                str(players),
                str(at_a_time),
                f"{speed.decisions_per_s:,.0f}",
                f"{speed.matches_per_s:,.1f}",
                with_spread(to_echo),
                with_spread(to_wire),
                *(f"{megabytes:.0f}" for megabytes in speed.megabytes),
            )
    console.print(table)
    console.print(
        f"Medians of {TURNS} turns, in brackets the least and the most. The wire has tables of two."
    )


def with_spread(ratios: list[float]) -> str:
    """Return the median of some ratios, with the least and the most of them."""
    return f"{median(ratios):.2f} ({min(ratios):.2f}–{max(ratios):.2f})"


def message_sizes(game: str) -> tuple[int, int]:
    """Return the sizes of a typical turn and its answer: those of the match's tenth decision."""
    bots = [Bot("a", "1"), Bot("b", "1")]
    match = Match(Setup(game, 2, {}, 1), bots, parse_clock("600+1"))
    match.begin()
    for _ in range(10):
        assert match.turn is not None
        match.answer(match.turn.seat, match.turn.turn_id, 0, 0.0)
    assert match.turn is not None
    answer = play_pb2.Answer(match_id=9, turn_id=9, action_index=1)
    answer_size = play_pb2.BotMessage(answers=[answer]).ByteSize()
    return len(frames.TurnEncoder(9, game).write(match.turn, 0.001)), answer_size


if __name__ == "__main__":
    main()
