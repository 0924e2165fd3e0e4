"""A match as steps: the board after each decision, and what was decided there.

A board is drawn in parts, a district or a player each, of which a decision changes few. So a
replay is a list of different parts, and a step names those it shows: a match of Paris is 300
boards of 40 kB, yet a replay of it is a megabyte, and compressed a twentieth of that. The browser
gets it whole, so stepping needs no server, and it is what an exported file holds.
"""

import json
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from hashlib import sha256
from typing import Any, Generic, NamedTuple, TypeVar

from markupsafe import Markup

from arbiter.web.boards import Drawing, Part
from engine.games import find_game
from engine.options import options_from_json
from engine.record import Record, replay_decisions
from engine.sentences import Teller

MOST_VALID = 60
"""How many valid actions of a decision are listed; Lumière has up to 640."""
T = TypeVar("T", bound=Hashable)


class Step(NamedTuple):
    """A position, and what was decided there."""

    parts: tuple[int, ...]
    """The parts of its board, by their number."""
    decider: int | None
    """None at the end."""
    chosen: int | None
    """What was decided, as the number of a text; None if the viewer did not see it."""
    valid: tuple[int, ...]
    """What could be decided, the first of them, as numbers of texts."""
    valid_count: int
    """How many valid actions there were; 0 if the viewer did not see them."""
    events: tuple[int, ...]
    """What has happened since the step before, as far as the viewer saw it."""
    scores: tuple[tuple[int, ...], ...] = ()
    """The points of each seat so far, source by source; empty if the game cannot tell."""
    seconds: float | None = None
    """How long the decision took; None if that is not known, or the seat had forfeited."""
    stand_in: bool = False
    """Whether a random player decided for the seat: it had forfeited, or got a strike."""


class Numbers(Generic[T]):
    """Numbers for values, equal ones having the same."""

    def __init__(self) -> None:
        self.values: dict[T, int] = {}

    def of(self, value: T) -> int:
        return self.values.setdefault(value, len(self.values))

    def list(self) -> list[T]:
        return list(self.values)


@dataclass
class Replay:
    """A match as one seat saw it, or everybody."""

    game: str
    seat: int | None
    slots: tuple[str, ...] = ()
    """The names of the parts of a board, the same at each step."""
    fragments: Numbers[Markup] = field(default_factory=Numbers)
    texts: Numbers[str] = field(default_factory=Numbers)
    sources: tuple[str, ...] = ()
    """Where points come from, in the order of a step's scores."""
    steps: list[Step] = field(default_factory=list)

    @property
    def last(self) -> int:
        return len(self.steps) - 1

    def add(
        self,
        parts: Sequence[Part],
        decider: int | None = None,
        chosen: str | None = None,
        valid: Sequence[str] = (),
        valid_count: int = 0,
        events: Iterable[str] = (),
        scores: Sequence[Mapping[str, int]] = (),
        seconds: float | None = None,
        stand_in: bool = False,
    ) -> Step:
        """Append a step."""
        self.slots = self.slots or tuple(part.name for part in parts)
        step = Step(
            tuple(self.fragments.of(part.markup) for part in parts),
            decider,
            None if chosen is None else self.texts.of(chosen),
            tuple(self.texts.of(each) for each in valid),
            valid_count,
            tuple(self.texts.of(each) for each in events),
            tuple(tuple(points.values()) for points in scores),
            seconds,
            stand_in,
        )
        self.sources = self.sources or tuple(scores[0] if scores else ())
        self.steps.append(step)
        return step

    def board_markup(self, number: int) -> Markup:
        """Return the board at a step."""
        fragments = self.fragments.list()
        shown = zip(self.slots, self.steps[number].parts, strict=True)
        return board_markup(self.game, [Part(slot, fragments[part]) for slot, part in shown])

    def text(self, number: int) -> str:
        return self.texts.list()[number]

    @cached_property
    def json(self) -> bytes:
        """The whole of it, as replay.js reads it."""
        return json.dumps(
            {
                "game": self.game,
                "seat": self.seat,
                "slots": self.slots,
                "fragments": self.fragments.list(),
                "texts": self.texts.list(),
                "sources": self.sources,
                "steps": self.steps,
            },
            ensure_ascii=False,
            separators=(",", ":"),
        ).encode(errors="replace")

    @cached_property
    def version(self) -> str:
        """A text that is another for any other replay."""
        return sha256(self.json).hexdigest()[:16]


def board_markup(game: str, parts: Iterable[Part]) -> Markup:
    """Return the parts of a board, each in its own element."""
    inner = Markup("").join(
        Markup('<div class="part part-{0}" data-slot="{0}">{1}</div>').format(
            part.name, part.markup
        )
        for part in parts
    )
    return Markup('<div class="board board-{}" data-board>{}</div>').format(game, inner)


def replay_of(record: Record, seat: int | None = None) -> Replay:
    """Return a match as a seat saw it; without one, as everybody can once it is over."""
    setup = record.setup
    game = find_game(setup.game)
    options = options_from_json(game.options, setup.options)
    teller = Teller(game, options, [each.bot for each in record.seats])
    drawing = Drawing(setup.game, setup.players, setup.options)
    shown = Replay(setup.game, seat)
    before: Any = None
    times = [iter(each) for each in record.times or [()] * setup.players]
    for number, (state, decision) in enumerate(replay_decisions(record)):
        view = state.view(seat)
        # A fresh deal may hold notices of the set-up, which follow no position.
        notices = state.notices if number else ()
        seen = [each.event for each in notices if each.reaches(seat)]
        events = teller.events(seen, before) if seen else []
        before = view
        step = partial(shown.add, drawing.draw(view), events=events, scores=state.score_sources())
        if decision is None:
            step()
            continue
        decider, action = decision.seat, decision.action
        # Nobody was asked once the seat had forfeited; a strike took its time.
        seconds = None if decision.forfeited else next(times[decider], None)
        step = partial(step, decider, seconds=seconds, stand_in=decision.stand_in)
        if seat in (None, decider):
            # What the decider could do is worded by what it knew, so that its cards are named.
            known = state.view(decider)
            valid = state.actions()
            listed = [*valid[:MOST_VALID]]
            if action not in listed:
                listed[-1] = action
            said = [teller.order(each, known) for each in listed]
            step(teller.order(action, known), said, valid_count=len(valid))
        else:
            step()
    return shown
