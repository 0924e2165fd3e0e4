"""The conformance suite and `kind`: games whose actions or events lack a good one are caught."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import pytest

from connect_four.rules import Board, ConnectFour, Drop
from engine.game import Notice
from engine.testing import check_game


class Bare(NamedTuple):
    """Has no kind at all."""

    column: int


class Undeclared(NamedTuple):
    """Has a kind that each value chooses for itself."""

    column: int
    kind: str


class KindFirst(NamedTuple):
    """Has its kind where records do not look for it."""

    kind: str = "good"
    column: int = 0


class Good(NamedTuple):
    column: int
    kind: str = "good"


class Double(NamedTuple):
    column: int
    kind: str = "good"


LAST = "must be `kind: str = ...`, and keep that value"
Make = Callable[[int], Any]
MUTANTS = pytest.mark.parametrize(
    ("make", "sentence"),
    [
        pytest.param(Bare, f"the last field of Bare {LAST}", id="missing"),
        pytest.param(lambda n: Undeclared(n, "good"), f"of Undeclared {LAST}", id="undeclared"),
        pytest.param(lambda n: KindFirst(column=n), f"of KindFirst {LAST}", id="not last"),
        pytest.param(lambda n: Good(n, "bad"), f"the last field of Good {LAST}", id="wrong"),
        pytest.param(
            lambda n: Good(n) if n % 2 else Double(n), "are both of kind 'good'", id="duplicate"
        ),
    ],
)


def check(state: type[Board]) -> None:
    class Mutant(ConnectFour):
        def deal(self, players: int, options: object, dice: object) -> Board:
            return state()

    check_game(Mutant(), 2, Mutant.options(), range(3), sample=1)


@MUTANTS
def test_an_action_without_a_kind_of_its_own_is_caught(make: Make, sentence: str) -> None:
    class OtherActions(Board):
        __slots__ = ()

        def actions(self) -> Sequence[Drop]:
            return [make(action.column) for action in self.valid]

    with pytest.raises(AssertionError, match=sentence):
        check(OtherActions)


@MUTANTS
def test_an_event_without_a_kind_of_its_own_is_caught(make: Make, sentence: str) -> None:
    class OtherEvents(Board):
        __slots__ = ()

        def play(self, action: Drop) -> list[Notice[Any]]:
            return [Notice(make(notice.event.column)) for notice in super().play(action)]

    with pytest.raises(AssertionError, match=sentence):
        check(OtherEvents)


def test_an_action_and_an_event_may_share_a_kind() -> None:
    class Shared(Board):
        __slots__ = ()

        def play(self, action: Drop) -> list[Notice[Any]]:
            return [Notice(Drop(notice.event.column)) for notice in super().play(action)]

    check(Shared)
