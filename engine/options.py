"""A game's options: the fields of a frozen dataclass, each with a default and a help line.

The annotation of a field says what it takes: `bool`, `int`, `str`, a `Literal` of words, with
bounds of `engine.fields` where it has some.
"""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar, cast, get_args, get_origin

from engine.errors import BadFile, BadValue
from engine.fields import check_type, require_known, type_hints
from engine.files import read_toml

O = TypeVar("O")  # noqa: E741 - the options

RulesetFile = Mapping[str, object]
"""The content of a ruleset file: records carry it whole, so that they replay anywhere."""

_BOOLS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


@dataclass(frozen=True)
class OptionHelp:
    """One option as a person reads about it."""

    name: str
    type: str
    default: str
    help: str


def option(default: object, help: str) -> Any:  # noqa: A002
    """Declare a field of an options class."""
    return field(default=default, metadata={"help": help})


def ruleset_option() -> Any:
    """Declare the field `ruleset: RulesetFile | None` that every game with a data file has."""
    help_text = "a TOML file whose keys replace those of the game's own data file"
    return field(default=None, metadata={"help": help_text, "file": True})


def describe(options: type[Any]) -> list[OptionHelp]:
    """List the options of a game for its help."""
    hints = type_hints(options)
    return [
        OptionHelp(
            name=declared.name,
            type="file" if declared.metadata.get("file") else _type_name(hints[declared.name]),
            default="" if declared.default is None else str(declared.default).lower(),
            help=declared.metadata["help"],
        )
        for declared in fields(options)
    ]


def parse_options(options: type[O], pairs: Iterable[str]) -> O:
    """Read options from `name=value` texts, as the command line takes them."""
    values: dict[str, object] = {}
    hints = type_hints(options)
    for pair in pairs:
        name, sign, text = pair.partition("=")
        if not sign:
            raise BadValue(f"option {pair!r} has no value; write {name}=VALUE")
        require_known(name, hints, "option")
        if name in _file_options(options):
            values[name] = _read_file(name, Path(text))
        elif _bare(hints[name]) is bool:
            values[name] = _BOOLS.get(text.lower(), text)
        elif _bare(hints[name]) is int and text.removeprefix("-").isdecimal():
            values[name] = int(text)
        else:
            values[name] = text  # a text, or something that `check_type` refuses
    return options_from_json(options, values)


def options_from_json(options: type[O], values: Mapping[str, object]) -> O:
    """Read options from a record or a spec."""
    hints = type_hints(options)
    for name, value in values.items():
        require_known(name, hints, "option")
        # A ruleset is kept as it was read, lists and all, so that it is written back the same.
        if name in _file_options(options):
            check_type(Mapping, value, f"option {name}")
        else:
            check_type(hints[name], value, f"option {name}")
    return options(**values)


def read_files(
    options: type[object], values: Mapping[str, object], folder: Path
) -> dict[str, object]:
    """Replace the names of files, relative to a folder, by what the files hold."""
    return {
        name: _read_file(name, folder / value)
        if name in _file_options(options) and isinstance(value, str)
        else value
        for name, value in values.items()
    }


def options_to_json(options: Any) -> dict[str, object]:
    """Return the options that differ from their defaults; the inverse of `options_from_json`."""
    defaults = {declared.name: declared.default for declared in fields(options)}
    return {
        name: list(value) if isinstance(value, tuple) else value  # as it comes back from JSON
        for name, value in asdict(options).items()
        if value != defaults[name]
    }


def _file_options(options: type[Any]) -> set[str]:
    return {declared.name for declared in fields(options) if declared.metadata.get("file")}


def _bare(hint: object) -> object:
    """Return a type without its bounds."""
    return get_args(hint)[0] if get_origin(hint) is Annotated else hint


def _type_name(hint: object) -> str:
    bare = _bare(hint)
    if get_origin(bare) is Literal:
        return "|".join(get_args(bare))
    return {bool: "true|false", int: "number"}.get(cast("type[object]", bare), "text")


def _read_file(name: str, path: Path) -> RulesetFile:
    try:
        return read_toml(path)
    except BadFile as error:
        raise BadValue(f"option {name}: {error}") from None
