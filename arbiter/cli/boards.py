"""A match as boards and lines, drawn as they are asked for."""

import itertools
from collections.abc import Iterator
from typing import Any

from arbiter.cli.output import escape_controls, for_terminal
from arbiter.cli.results import points_in_words
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
        self, number: int, decider: int, action: Any, view: Any, notices: list[Notice[Any]]
    ) -> str:
        """Return a line for a decision: what was decided, and what followed.

        A seat is told of the decisions of others only what followed from them.
        """
        events = [notice.event for notice in notices if notice.reaches(self._seat)]
        if self._seat in (None, decider):
            said = self.teller.decision(decider, action, view, events)
        else:
            name = self.teller.names[decider]
            said = together(self.teller.events(events, view), name) or f"{name} decides"
        return f"{number:4}  {said}"

    def board(self, state: AnyState, *lines: str) -> str:
        """Return a position as markup: who plays, the board, the points, then these lines."""
        players = ", ".join(f"seat {seat}: {bot}" for seat, bot in enumerate(self.seated))
        picture = self.game.picture(state.view(self._seat), self.options)
        points = points_in_words(self._bots, sources_of(state))
        below = [*points, "", *lines] if points else lines
        text = for_terminal(f"{players}\n\n{picture}\n\n" + "\n".join(below))
        return f"[bold]{self.game.title}[/]   {text}"


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

    def steps(self) -> Iterator[tuple[AnyState, str, int | None]]:
        """Walk through the match: each position, the line that led to it, and who decided."""
        line, decided = "", None
        before: tuple[Any, ...] = ()
        for number, (state, action) in enumerate(replay(self._record)):
            if number:
                decider, played, view = before
                line, decided = self.line(number, decider, played, view, state.notices), decider
                line += f" (strike: {self._struck[number]})" if number in self._struck else ""
            yield state, line, decided
            before = state.decider, action, state.view(self._seat)

    def lines(self) -> Iterator[str]:
        """Return a line for each decision."""
        return (escape_controls(line) for _, line, _ in itertools.islice(self.steps(), 1, None))

    def at(self, number: int) -> str:
        """Return the board after this many decisions, with the last one and the next."""
        steps = itertools.islice(self.steps(), number, number + 2)
        state, last, _ = next(steps)
        board = self.board(state, *([f"last move\n{last}"] if last else []))
        following = next(steps, None)
        said = "the end" if following is None else f"next move\n{following[1]}"
        return f"{board}\n{for_terminal(said)}"

    def last(self) -> str:
        return self.at(len(self._record.actions))

    def question(self, question: Question) -> str:
        """Return what a bot was asked: the board, what was new, and the valid actions."""
        news: list[str] = []
        for _, line, decided in itertools.islice(self.steps(), question.number):
            if decided == question.seat:
                news = []
            elif line:
                news.append(line)
        assert question.turn is not None
        view, chosen = question.turn.view, question.chosen()
        orders = [
            f"{'→' if index == chosen else ' '}{index:4}  {self.teller.order(action, view)}"
            for index, action in enumerate(question.turn.actions)
        ]
        since = ["since its last turn", *news, ""] if news else []
        name = self.teller.names[question.seat]
        asked = f"decision {question.number} of {name}, turn {question.turn.turn_id}"
        arrow = "→ is what it chose" if question.answered_then else "it failed, → was played"
        return self.board(question.state, *since, f"{asked}; {arrow}", *orders)
