"""Actions and events as English sentences.

A game may say them in its own words (`Game.action_in_words`, `Game.events_in_words`). Otherwise
they are made from the names and values of the fields.
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engine.game import AnyGame


def third_person(order: str, name: str) -> str:
    """Turn an order into a statement: "take the I3" to "ada takes the I3"."""
    verb, _, rest = order.replace("yourself", "itself").partition(" ")
    if verb.endswith(("s", "sh", "ch", "x", "o")):
        verb += "es"
    elif verb.endswith("y") and verb[-2:-1] not in "aeiou":
        verb = verb[:-1] + "ies"
    else:
        verb += "s"
    return f"{name} {verb} {rest}".rstrip()


def counted(number: int, thing: str, things: str = "") -> str:
    """Return a number with its noun: "1 franc", "2,000 francs", "2 matches"."""
    return f"{number:,} {thing if number == 1 else things or f'{thing}s'}"


def listed(items: Iterable[str], none: str = "nothing") -> str:
    """Return an enumeration: "wood, marble and gold"."""
    *most, last = list(items) or [none]
    return f"{', '.join(most)} and {last}" if most else last


def action_from_fields(action: tuple[Any, ...]) -> str:
    """Return an action as its kind, then its fields: "take heap 0, stones 2"."""
    return f"{_words(action[-1])} {_fields(action)}".strip()


def event_from_fields(event: tuple[Any, ...], names: Sequence[str]) -> str:
    """Return an event in the same way, after its field `seat`: "ada: took heap 0, stones 2"."""
    seat = getattr(event, "seat", None)
    who = f"{names[seat]}: " if isinstance(seat, int) and seat in range(len(names)) else ""
    without = ("seat",) if who else ()
    return f"{who}{_words(event[-1])} {_fields(event, without)}".strip()


def together(sentences: Sequence[str], name: str) -> str:
    """Join sentences; where two in a row begin with this name, the second leaves it out."""
    said, subject = "", ""
    for sentence in sentences:
        again = subject and sentence.startswith(subject)
        said += ("; " if said else "") + (sentence.removeprefix(subject) if again else sentence)
        subject = f"{name} " if sentence.startswith(f"{name} ") else ""
    return said


def seat_names(bots: Sequence[str]) -> tuple[str, ...]:
    """Return what to call the seats: their bots, with the seat's number if a bot has several."""
    return tuple(bot if bots.count(bot) == 1 else f"{bot} {seat}" for seat, bot in enumerate(bots))


class Teller:
    """Says in words what happens in a match of a game."""

    def __init__(self, game: "AnyGame", options: object, bots: Sequence[str]) -> None:
        self.game = game
        self.options = options
        self.names = seat_names(bots)

    def order(self, action: tuple[Any, ...], view: tuple[Any, ...]) -> str:
        """Return what an action does, as an order: "take the I3"."""
        return self.game.action_in_words(action, view, self.options, self.names)

    def events(self, events: Sequence[tuple[Any, ...]], view: tuple[Any, ...]) -> list[str]:
        """Return a sentence for each event that followed a position."""
        return self.game.events_in_words(events, view, self.options, self.names)

    def decision(
        self,
        seat: int,
        action: tuple[Any, ...],
        view: tuple[Any, ...],
        events: Sequence[tuple[Any, ...]],
    ) -> str:
        """Return one line: what a seat decided in a position, and what followed.

        If one of the events tells what was decided, only the event is said: it knows more.
        """
        said = self.events(events, view)
        if self.game.told_by.get(action[-1]) not in [event[-1] for event in events]:
            said.insert(0, third_person(self.order(action, view), self.names[seat]))
        return together(said, self.names[seat])


def _fields(value: tuple[Any, ...], without: Sequence[str] = ()) -> str:
    fields: Sequence[str] = getattr(value, "_fields", ())[:-1]
    named = zip(fields, value[:-1], strict=True)
    return ", ".join(
        f"{_words(name)} {_words(part)}" for name, part in named if name not in without
    )


def _words(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return " ".join(map(_words, value)) or "none"
    return "none" if value is None else str(value).replace("_", " ")
