"""Values in files: each has the type that is declared, or a sentence names it."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import pytest

from engine.errors import BadField
from engine.fields import read_fields, shown


class Drink(StrEnum):
    TEA = "tea"
    WATER = "water"


@dataclass(frozen=True)
class Guest:
    name: str
    age: int | None = None


@dataclass(frozen=True)
class Meal:
    guests: tuple[Guest, ...]
    drink: Drink = Drink.TEA
    price: float = 0.0
    late: bool = False
    notes: Mapping[str, Any] = ()  # type: ignore[assignment]
    courses: tuple[Any, ...] = ()


def test_a_table_becomes_what_is_declared() -> None:
    data = {"guests": [{"name": "Ann"}, {"name": "Bo", "age": 7}], "drink": "water", "price": 3}
    meal = read_fields(Meal, {**data, "notes": {"any": [1]}, "courses": [1, "x"]})
    assert meal.guests == (Guest("Ann"), Guest("Bo", 7))
    assert (meal.drink, meal.price, meal.late) == (Drink.WATER, 3, False)
    assert (meal.notes, meal.courses) == ({"any": [1]}, (1, "x"))


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"guests": 5}, "guests is 5; it must be a list"),
        ({"guests": "Ann"}, "guests is 'Ann'; it must be a list"),
        ({"guests": [5]}, r"guests\[0\] is 5; it must be a table"),
        ({"guests": [{}]}, r"guests\[0\].name is missing"),
        ({"guests": [{"name": 5}]}, r"guests\[0\].name is 5; it must be a text in quotes"),
        ({"guests": [{"name": "\ud800"}]}, r"'\\ud800'; it must be a text in Unicode"),
        ({"guests": [{"name": "", "age": True}]}, "age is True; it must be a whole number"),
        ({"guests": [{"name": "", "age": 2.0}]}, "age is 2.0; it must be a whole number"),
        ({"drink": "wine"}, "drink is 'wine'; it must be one of tea, water"),
        ({"drink": []}, r"drink is \[\]; it must be one of tea, water"),
        ({"price": "1"}, "price is '1'; it must be a number"),
        ({"late": 1}, "late is 1; it must be true or false"),
        ({"notes": []}, r"notes is \[\]; it must be a table"),
        ({"courses": {}}, r"courses is {}; it must be a list"),
        ({"guest": []}, "there is no key 'guest'. Did you mean 'guests'?"),
    ],
)
def test_what_is_wrong_is_named(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadField, match=sentence):
        read_fields(Meal, {"guests": [], **change})


@pytest.mark.parametrize("value", [5, [], "x", None])
def test_what_is_no_table_is_refused(value: Any) -> None:
    with pytest.raises(BadField, match="must be a table"):
        read_fields(Meal, value)


def test_a_long_value_is_shown_in_part() -> None:
    assert len(shown("x" * 10_000)) < 70
