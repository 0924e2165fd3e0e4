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
from engine.record import Record, Setup, replay, sources_of
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

    def line(
        self,
        number: int,
        decider: int,
        action: Any,
        view: Any,
        notices: list[Notice[Any]],
        *,
        stand_in: bool = False,
    ) -> str:
        """Return a line for a decision: what was decided, and what followed.

        A seat is told of the decisions of others only what followed from them. Those of a
        `stand_in` were made at random for a seat that had failed.
        """
        events = [notice.event for notice in notices if notice.reaches(self._seat)]
        if self._seat in (None, decider):
            said = self.teller.decision(decider, action, view, events)
        else:
            name = self.teller.names[decider]
            said = together(self.teller.events(events, view), name) or f"{name} decides"
        return f"{number:4}  {'(random) ' if stand_in else ''}{said}"

    def frame(self, state: AnyState, last: Sequence[str] = ()) -> Frame:
        """Return a position, and the lines of what led to it."""
        players = ", ".join(f"seat {seat}: {bot}" for seat, bot in enumerate(self.seated))
        return Frame(
            f"[bold]{self.game.title}[/]   {for_terminal(players)}",
            self.game.picture(state.view(self._seat), self.options),
            points_in_words(self._bots, sources_of(state)),
            last,
        )


class Step(NamedTuple):
    """A position of a finished match, and what led to it; nothing did to the first."""

    state: AnyState
    line: str = ""
    decider: int | None = None
    stand_in: bool = False
    """Whether a random player chose, for a seat that had failed."""
    forfeit: str = ""
    """That the seat has just forfeited, if it has."""

    @property
    def lines(self) -> list[str]:
        """What led here, in order."""
        return [line for line in (self.forfeit, self.line) if line]


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
        self._struck = {
            strike.decision: strike.ending for each in record.seats for strike in each.strikes
        }

    def steps(self) -> Iterator[Step]:
        """Walk through the match."""
        before: tuple[Any, ...] = ()
        # A seat makes its own decisions first; those after them are a stand-in's, and its strikes.
        own = [seat.decisions for seat in self._record.seats]
        left: set[int] = set()
        for number, (state, action) in enumerate(replay(self._record)):
            if not number:
                yield Step(state)
            else:
                decider, played, view = before
                struck, forfeit = self._struck.get(number), ""
                stand_in = struck is not None or not own[decider]
                line = self.line(number, decider, played, view, state.notices, stand_in=stand_in)
                if struck:
                    line += f" (strike: {struck})"
                elif own[decider]:
                    own[decider] -= 1
                elif decider not in left:
                    left.add(decider)
                    forfeit = self._forfeit(decider)
                yield Step(state, line, decider, stand_in, forfeit)
            before = state.decider, action, state.view(self._seat)

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
