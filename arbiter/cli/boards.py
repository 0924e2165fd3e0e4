"""A match as boards and lines, drawn as they are asked for."""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from arbiter.bot_output import public_reason
from arbiter.cli.frames import Frame
from arbiter.cli.output import escape_controls, for_terminal
from arbiter.cli.results import points_in_words, result_in_words
from arbiter.questions import Question
from engine.game import AnyState, Notice
from engine.games import find_game
from engine.options import options_from_json
from engine.record import Decision, Record, Setup, replay_decisions, sources_of
from engine.sentences import Teller, counted, together


class Boards:
    """The boards and sentences of a match, as a spectator or one seat sees them."""

    def __init__(self, setup: Setup, bots: list[str], seat: int | None = None) -> None:
        self.game = find_game(setup.game)
        self.options = options_from_json(self.game.options, setup.options)
        self.teller = Teller(self.game, self.options, bots)
        self._bots = bots
        self._seat = seat
        self.seated = bots
        """The bots as the line says that tells who sits where."""

    def sentence(self, decider: int, action: Any, view: Any, notices: Sequence[Notice[Any]]) -> str:
        """Say what was decided, and what followed.

        A seat is told of the decisions of others only what followed from them.
        """
        events = [notice.event for notice in notices if notice.reaches(self._seat)]
        if self._seat in (None, decider):
            return self.teller.decision(decider, action, view, events)
        name = self.teller.names[decider]
        return together(self.teller.events(events, view), name) or f"{name} decides"

    def frame(self, state: AnyState, last: Sequence[str] = ()) -> Frame:
        """Return a position, and the lines of what led to it."""
        players = ", ".join(f"seat {seat}: {bot}" for seat, bot in enumerate(self.seated))
        return Frame(
            f"[bold]{self.game.title}[/]   {for_terminal(players)}",
            self.game.picture(state.view(self._seat), self.options),
            points_in_words(self._bots, sources_of(state)),
            last,
        )


def numbered(number: int, said: str) -> str:
    """Return the line of a decision."""
    return f"{number:4}  {said}"


class Step(NamedTuple):
    """A position of a finished match, and what led to it; nothing did to the first."""

    state: AnyState
    number: int = 0
    decision: Decision | None = None
    sentence: str = ""
    """What was decided, and what followed."""
    forfeit: str = ""
    """That the seat has just forfeited, if it has."""

    @property
    def decider(self) -> int | None:
        return None if self.decision is None else self.decision.seat

    @property
    def lines(self) -> list[str]:
        """What led here, in order."""
        if self.decision is None:
            return []
        mark = "(random) " if self.decision.stand_in else ""
        strike = self.decision.strike
        why = f" (strike: {strike.ending})" if strike else ""
        line = numbered(self.number, f"{mark}{self.sentence}{why}")
        return [self.forfeit, line] if self.forfeit else [line]


class RecordedBoards(Boards):
    """The boards of a record.

    To go back, the match is replayed from its beginning, which nobody notices.
    """

    def __init__(self, record: Record, seat: int | None = None) -> None:
        super().__init__(record.setup, [each.bot for each in record.seats], seat)
        self._record = record
        self.seated = [
            f"{each.bot} ({counted(each.strike_count, 'strike')})" if each.strikes else each.bot
            for each in record.seats
        ]

    def steps(self) -> Iterator[Step]:
        """Walk through the match."""
        before: tuple[Any, Any] = None, None
        left: set[int] = set()
        for number, (state, decision) in enumerate(replay_decisions(self._record)):
            made, view = before
            if made is None:
                yield Step(state)
            else:
                said = self.sentence(made.seat, made.action, view, state.notices)
                forfeit = ""
                if made.forfeited and made.seat not in left:
                    left.add(made.seat)
                    forfeit = self._forfeit(made.seat)
                yield Step(state, number, made, said, forfeit)
            before = decision, state.view(self._seat)

    def _forfeit(self, seat: int) -> str:
        """Say that a seat has forfeited; when exactly, only its last decision tells."""
        recorded = self._record.seats[seat]
        why = ": ".join(filter(None, (recorded.ending, public_reason(recorded.reason))))
        name = self.teller.names[seat]
        return f"      {name} forfeits ({why}); a random player goes on for it"

    def lines(self) -> Iterator[str]:
        """Return a line for each decision, and one before it where a seat has forfeited."""
        return (escape_controls(line) for step in self.steps() for line in step.lines)

    def at(self, number: int) -> Frame:
        """Return the board after this many decisions, with the last one and the next."""
        steps = itertools.islice(self.steps(), number, number + 2)
        step = next(steps)
        frame = self.frame(step.state, step.lines)  # now: the next step changes the state
        if following := next(steps, None):
            return replace(frame, following=following.lines)
        return replace(frame, end=result_in_words(self._record))

    def last(self) -> Frame:
        return self.at(len(self._record.actions))

    def question(self, question: Question) -> str:
        """Return what a bot was asked: the board, what was new, and the valid actions."""
        news: list[str] = []
        for step in itertools.islice(self.steps(), question.number):
            news = [] if step.decider == question.seat else [*news, *step.lines]
        assert question.turn is not None
        view, chosen = question.turn.view, question.chosen()
        orders = [
            f"{'→' if index == chosen else ' '}{index:4}  {self.teller.order(action, view)}"
            for index, action in enumerate(question.turn.actions)
        ]
        since = ["since its last turn", *news, ""] if news else []
        name = self.teller.names[question.seat]
        asked = f"decision {question.number}, by {name}"
        arrow = "→ is what it chose" if question.answered_then else "it failed, → was played"
        said = for_terminal("\n".join([*since, f"{asked}; {arrow}", *orders]))
        return f"{self.frame(question.state).printed()}\n\n{said}"
