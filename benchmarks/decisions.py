"""What a decision costs without I/O, in microseconds: `python -m benchmarks.decisions`.

It is taken from the bytes of an answer that a session receives to the encoded turn in the outbox
of the session whose bot is next. Sessions and matches are the real ones; nothing else is running.
`python -m benchmarks.decisions paris lumiere` measures these games only.
"""

import statistics
import sys
import time
from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

from arbiter.bot_life import BotLife
from arbiter.clocks import StallFreeClock, parse_clock
from arbiter.live_match import LiveMatch
from arbiter.match import Match, Turn
from arbiter.sessions import Session
from arbiter.wire.frames import TurnEncoder
from engine.games import find_game, game_names
from engine.record import Bot, Setup
from lutetia.v1 import PROTOCOL_VERSION, play_pb2

MATCH_ID = 1
CONTROL = parse_clock("600+1")
WARM_UP, DECISIONS = 10_000, 3_000
"""Decisions before times are taken, while the caches fill, and in each round after that."""
ROUNDS = 9
"""The median of them counts, which the rest of the machine disturbs least."""


class Script(NamedTuple):
    """A match that can be played again: all its turns, and which action was the answer to each."""

    setup: Setup
    turns: list[Turn]
    choices: list[int]

    @property
    def answers(self) -> list[tuple[int, bytes]]:
        """The seat and the message of each answer but the last, after which no turn is due."""
        answers = []
        for turn, choice in zip(self.turns[:-1], self.choices, strict=False):
            answer = play_pb2.Answer(match_id=MATCH_ID, turn_id=turn.turn_id, action_index=choice)
            message = play_pb2.BotMessage(answers=[answer])
            answers.append((turn.seat, message.SerializeToString()))
        return answers


class Cost(NamedTuple):
    """Microseconds of processor time per decision."""

    whole: float
    rules: float
    """Playing the action, listing the next ones, making the view."""
    encoding: float

    @property
    def rest(self) -> float:
        """Session, match and clocks."""
        return self.whole - self.rules - self.encoding


def decisions_table(names: Sequence[str]) -> Table:
    """Measure games for the fewest and the most players they have."""
    table = Table("game", "players", title="µs per decision, without I/O")
    for column in ("in all", "rules", "encoding", "rest"):
        table.add_column(column, justify="right")
    for game in map(find_game, names):
        for players in sorted({min(game.players), max(game.players)}):
            cost = measure(game.name, players)
            cells = (cost.whole, cost.rules, cost.encoding, cost.rest)
            table.add_row(game.name, str(players), *(f"{cell:.1f}" for cell in cells))
    return table


def measure(game: str, players: int) -> Cost:
    """Play random matches, each of them whole and in parts."""
    play_matches(write_scripts(game, players, WARM_UP, 0))
    costs: list[Cost] = []
    for number in range(1, ROUNDS + 1):
        # Other matches in each round: those that were played before are in the caches.
        scripts = write_scripts(game, players, DECISIONS, number)
        costs.append(Cost(play_matches(scripts), play_rules(scripts), encode_turns(scripts)))
    return Cost(*map(statistics.median, zip(*costs, strict=True)))


def write_scripts(game: str, players: int, decisions: int, series: int) -> list[Script]:
    """Play random matches that have this many decisions together, at least."""
    scripts: list[Script] = []
    chance = Random(series)
    while sum(len(script.turns) for script in scripts) < decisions:
        setup = Setup(game, players, {}, 10_000 * series + len(scripts))
        match = Match(setup, _bots(players), CONTROL)
        match.begin()
        script = Script(setup, [], [])
        while (turn := match.turn) is not None:
            choice = chance.randrange(len(turn.actions))
            script.turns.append(turn)
            script.choices.append(choice)
            match.answer(turn.seat, turn.turn_id, choice, 0.0)
        scripts.append(script)
    return scripts


def play_matches(scripts: Sequence[Script]) -> float:
    """Let sessions receive the answers."""

    def prepare(script: Script) -> Callable[[], None]:
        sessions = [_session(bot) for bot in _bots(script.setup.players)]
        match = Match(script.setup, _bots(len(sessions)), CONTROL)
        live = LiveMatch(
            MATCH_ID,
            match,
            sessions,
            ("benchmark",),
            StallFreeClock(),
            sample=lambda pid, token: None,
            done=lambda result: None,
        )
        live.begin()
        answers = [(sessions[seat], data) for seat, data in script.answers]

        def run() -> None:
            for session, data in answers:
                session.drain()  # the turn leaves: an answer to one that has not counts for nothing
                session.receive(data)
            # A match that a bug has made void would have been fast.
            assert match.turn is not None
            assert match.turn.turn_id == script.turns[-1].turn_id

        return run

    return _microseconds(scripts, prepare)


def play_rules(scripts: Sequence[Script]) -> float:
    """Let the rules play the same matches."""

    def prepare(script: Script) -> Callable[[], None]:
        state = script.setup.deal()
        choices = script.choices[:-1]

        def run() -> None:
            for choice in choices:
                state.play(state.actions()[choice])
                state.view(state.decider)

        return run

    return _microseconds(scripts, prepare)


def encode_turns(scripts: Sequence[Script]) -> float:
    """Encode their turns."""

    def prepare(script: Script) -> Callable[[], None]:
        write = TurnEncoder(MATCH_ID, script.setup.game).write
        turns = script.turns[1:]

        def run() -> None:
            for turn in turns:
                write(turn, 0.001)

        return run

    return _microseconds(scripts, prepare)


def _microseconds(
    scripts: Sequence[Script], prepare: Callable[[Script], Callable[[], None]]
) -> float:
    """Return the time per decision of what `prepare` makes, which itself does not count."""
    seconds = 0.0
    for script in scripts:
        run = prepare(script)
        began = time.process_time()
        run()
        seconds += time.process_time() - began
    return 1e6 * seconds / sum(len(script.turns) - 1 for script in scripts)


def _bots(players: int) -> list[Bot]:
    return [Bot(f"bot {seat}", "1") for seat in range(players)]


def _session(bot: Bot) -> Session:
    """Return a session whose bot has said hello."""
    life = BotLife(bot.name, bot, token="", now=0.0, startup_s=60.0, grace_s=0.0, has_process=False)
    life.admitted((), 1)
    session = Session(lambda session, hello: life, wake=lambda: None)
    hello = play_pb2.Hello(protocol_version=PROTOCOL_VERSION, bot=bot.name)
    session.receive(play_pb2.BotMessage(hello=hello).SerializeToString())
    return session


if __name__ == "__main__":
    Console().print(decisions_table(sys.argv[1:] or game_names()))
