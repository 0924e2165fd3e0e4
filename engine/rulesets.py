"""Data files: a game's figures in TOML, each table with the provenance of its figures.

A table says beside its figures how they are known: `provenance = "rulebook"` for all of them,
or `provenance = { limit = "reconstructed", points = "rulebook" }` for each. An owner of the box
corrects a figure with a file that holds just that key (option `ruleset`). Lists are replaced whole,
and so are tables whose keys are figures themselves, which a game names when it loads its file.
"""

import tomllib
from collections.abc import Collection, Mapping
from importlib.resources import files
from typing import Any, TypeVar

from engine.errors import BadRuleset

T = TypeVar("T")

PROVENANCES = {
    "rulebook": "printed in a rulebook text or in one of its examples",
    "public": "stated in public reviews of the game",
    "derived": "follows from the above",
    "reconstructed": "unknown, chosen to fit every example",
    "ruling": "decided here, where the rulebook is silent",
}


def load_figures(
    package: str, override: Mapping[str, Any] | None, whole: Collection[str] = ()
) -> dict[str, Any]:
    """Read `ruleset.toml` of a game's package, with the keys of `override` put in its place.

    Tables are merged key by key, and a key that is not in the file raises BadRuleset. Everything
    else, lists too, is replaced whole, as are the tables named in `whole` ("spaces.wood"): their
    keys are data, so that a correction may add and remove some. The game checks them.
    """
    own = tomllib.loads((files(package) / "ruleset.toml").read_text(encoding="utf-8"))
    return _merge(own, override or {}, "", whole)


def figure(table: Mapping[str, Any], key: str, kind: type[T], where: str = "") -> T:
    """Return one figure; a missing or ill-typed one raises BadRuleset with its key."""
    name = f"{where}.{key}" if where else key
    if key not in table:
        raise BadRuleset(f"ruleset: {name} is missing")
    value = table[key]
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise BadRuleset(f"ruleset: {name} is {value!r}, not of the type {kind.__name__}")
    return value


def require(holds: bool, key: str, sentence: str) -> None:
    """Raise BadRuleset unless a condition on the figure `key` holds."""
    if not holds:
        raise BadRuleset(f"ruleset: {key} {sentence}")


def without_provenance(figures: Mapping[str, Any], where: str = "") -> list[str]:
    """List the figures of a data file that have no provenance beside them (none, one hopes)."""
    known = figures.get("provenance", {})
    missing = []
    for key, value in figures.items():
        name = f"{where}.{key}" if where else key
        tag = known if isinstance(known, str) else known.get(key)
        if key == "provenance" or tag in PROVENANCES:
            continue
        if isinstance(value, dict):
            missing += without_provenance(value, name)
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            for place, row in enumerate(value):
                missing += without_provenance(row, f"{name}[{place}]")
        else:
            missing.append(name)
    return missing


def _merge(
    own: dict[str, Any], override: Mapping[str, Any], where: str, whole: Collection[str]
) -> dict[str, Any]:
    merged = dict(own)
    for key, value in override.items():
        name = f"{where}.{key}" if where else key
        if key not in own and key != "provenance":
            raise BadRuleset(f"ruleset: there is no figure {name}")
        kept = key != "provenance" and name not in whole
        if kept and isinstance(own.get(key), dict) and isinstance(value, Mapping):
            merged[key] = _merge(own[key], value, name, whole)
        else:
            merged[key] = value
    return merged
