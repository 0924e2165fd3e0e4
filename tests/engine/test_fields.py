"""Values in files: each has the type that is declared, or a sentence names it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any, Literal, NamedTuple

import pytest

from engine.errors import BadValue
from engine.fields import Between, Length, Matching, check_type, read_fields, short_repr


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
        ({"guest": []}, "there is no key 'guest'. Keys: guests, drink, .* Did you mean 'guests'?"),
    ],
)
def test_what_is_wrong_is_named(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadValue, match=sentence):
        read_fields(Meal, {"guests": [], **change})


@pytest.mark.parametrize("value", [5, [], "x", None])
def test_what_is_not_a_table_is_refused(value: Any) -> None:
    with pytest.raises(BadValue, match="must be a table"):
        read_fields(Meal, value)


def test_what_may_be_a_text_or_a_list_is_checked_as_what_it_is() -> None:
    kind = str | tuple[int, ...] | None
    assert [check_type(kind, value, "dish") for value in ("x", [1], None)] == ["x", (1,), None]
    with pytest.raises(BadValue, match="dish is 5; it must be a text"):
        check_type(kind, 5, "dish")
    with pytest.raises(BadValue, match=r"dish\[0\] is 'x'; it must be a whole number"):
        check_type(kind, ["x"], "dish")


def test_a_long_value_is_shown_in_part() -> None:
    assert len(short_repr("x" * 10_000)) < 70


class Dish(NamedTuple):
    name: Annotated[str, Matching(re.compile("[a-z]+"), "small letters")]
    stars: Annotated[int, Between(1, 5)] = 3
    kind: Literal["hot", "cold"] = "hot"
    hours: Annotated[tuple[int, ...], Length(1, 2)] = (12,)
    place: tuple[int, str] = (0, "")
    prices: Mapping[str, Annotated[int, Between(0, 100)]] = {}


def test_a_named_tuple_is_a_table_too() -> None:
    data = {"name": "soup", "place": [2, "left"], "prices": {"small": 4}}
    assert read_fields(Dish, data) == Dish("soup", place=(2, "left"), prices={"small": 4})


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"name": "Soup"}, "name is 'Soup'; it must be small letters"),
        ({"stars": 0}, "stars is 0; it must be from 1 to 5"),
        ({"stars": 6}, "stars is 6; it must be from 1 to 5"),
        ({"stars": True}, "stars is True; it must be a whole number"),
        ({"kind": "warm"}, "kind is 'warm'; it must be one of hot, cold"),
        ({"hours": []}, r"hours is \[\]; it must be 1 to 2 long"),
        ({"place": [1]}, r"place is \[1\]; it must be a list of 2"),
        ({"place": [1, 2]}, r"place\[1\] is 2; it must be a text in quotes"),
        ({"prices": {"small": 101}}, "prices.small is 101; it must be from 0 to 100"),
    ],
)
def test_bounds_are_part_of_the_type(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadValue, match=sentence):
        read_fields(Dish, {"name": "soup", **change})


def test_an_exact_length_is_named() -> None:
    with pytest.raises(BadValue, match=r"values is .*; it must be 6 long"):
        check_type(Annotated[tuple[int, ...], Length(6)], [1, 2], "values")
