"""A game's options: the fields of a frozen dataclass, each with a default and a help line."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any, TypeVar, cast

from engine.errors import BadFile, BadOption, suggestion
from engine.fields import shown
from engine.files import read_toml

O = TypeVar("O")  # noqa: E741 - the options

Ruleset = Mapping[str, Any]
"""The content of a ruleset file: records carry it whole, so that they replay anywhere."""


@dataclass(frozen=True)
class OptionHelp:
    """One option as a person reads about it."""

    name: str
    type: str
    default: str
    help: str


def option(default: Any, help: str, *, choices: tuple[str, ...] = ()) -> Any:  # noqa: A002
    """Declare a field of an options class; its type is that of its default."""
    return field(default=default, metadata={"help": help, "choices": choices})


def ruleset_option() -> Any:
    """Declare the field `ruleset: Ruleset | None` that every game with a data file has."""
    help_text = "a TOML file whose keys replace those of the game's own data file"
    return field(default=None, metadata={"help": help_text, "choices": (), "file": True})


def describe(options: type[Any]) -> list[OptionHelp]:
    """List the options of a game for its help."""
    return [
        OptionHelp(
            name=each.name,
            type=_type_name(each),
            default="" if each.default is None else str(each.default).lower(),
            help=each.metadata["help"],
        )
        for each in fields(options)
    ]


def parse_options(options: type[O], pairs: Iterable[str]) -> O:
    """Read options from `name=value` texts, as the command line takes them."""
    known = {each.name: each for each in fields(cast("type[Any]", options))}
    values: dict[str, Any] = {}
    for pair in pairs:
        name, sign, text = pair.partition("=")
        if not sign:
            raise BadOption(f"option {pair!r} has no value; write {name}=VALUE")
        _require_known(name, known)
        values[name] = _parse(known[name], text)
    return options(**values)


def options_from_json(options: type[O], values: Mapping[str, Any]) -> O:
    """Read options from a record or a specification."""
    known = {each.name: each for each in fields(cast("type[Any]", options))}
    for name, value in values.items():
        _require_known(name, known)
        _require_type(known[name], value)
        _require_choice(known[name], value)
    return options(**values)


def read_files(options: type[Any], values: Mapping[str, Any], folder: Path) -> dict[str, Any]:
    """Put the content of files in the place of their names, which are as seen from a folder."""
    files = {each.name for each in fields(options) if each.metadata.get("file")}
    return {
        name: _read_toml(folder / value) if name in files and isinstance(value, str) else value
        for name, value in values.items()
    }


def options_to_json(options: Any) -> dict[str, Any]:
    """Return the options that differ from their defaults; the inverse of `options_from_json`."""
    defaults = {each.name: each.default for each in fields(options)}
    return {name: value for name, value in asdict(options).items() if value != defaults[name]}


def _require_known(name: str, known: Mapping[str, Any]) -> None:
    if name not in known:
        listing = ", ".join(sorted(known)) or "none"
        raise BadOption(f"no option {name!r}. Options: {listing}.{suggestion(name, known)}")


def _require_type(declared: Any, value: Any) -> None:
    if declared.metadata.get("file"):
        fits = isinstance(value, Mapping)
    else:
        fits = type(value) is type(declared.default)
    if not fits:
        kind = _type_name(declared)
        raise BadOption(f"option {declared.name}: {shown(value)} is not of the type {kind}")


def _require_choice(declared: Any, value: Any) -> None:
    choices = declared.metadata["choices"]
    if choices and value not in choices:
        raise BadOption(f"option {declared.name}: {value!r} is not one of {', '.join(choices)}")


def _type_name(declared: Any) -> str:
    if declared.metadata.get("file"):
        return "file"
    return "|".join(declared.metadata["choices"]) or {bool: "true|false", int: "number"}.get(
        type(declared.default), "text"
    )


def _parse(declared: Any, text: str) -> Any:
    if declared.metadata.get("file"):
        return _read_toml(Path(text))
    if isinstance(declared.default, bool):
        return _parse_bool(declared.name, text)
    if isinstance(declared.default, int):
        try:
            return int(text)
        except ValueError:
            raise BadOption(f"option {declared.name}: {text!r} is not a whole number") from None
    _require_choice(declared, text)
    return text


def _parse_bool(name: str, text: str) -> bool:
    words = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
    if text.lower() not in words:
        raise BadOption(f"option {name}: {text!r} is neither true nor false")
    return words[text.lower()]


def _read_toml(path: Path) -> Ruleset:
    try:
        return read_toml(path)
    except BadFile as error:
        raise BadOption(f"option ruleset: {error}") from None
