"""Data files: a game's figures in TOML, each table with the provenance of its figures.

A table says beside its figures how they are known: `provenance = "rulebook"` for all of them,
or `provenance = { limit = "reconstructed", points = "rulebook" }` for each. An owner of the box
corrects a figure with a file that holds just that key (option `ruleset`). Lists are replaced whole,
and so are tables whose keys are figures themselves, which a game names when it loads its file.

A game declares its figures as a dataclass that `engine.fields` reads, and checks them against
each other in `__post_init__` with `require`.
"""

import json
import tomllib
from collections.abc import Collection, Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Any, TypeVar, cast

from engine.errors import BadValue
from engine.fields import read_fields, require_known

T = TypeVar("T")

PROVENANCES = {
    "rulebook": "printed in a rulebook text or in one of its examples",
    "public": "stated in public reviews of the game",
    "derived": "follows from the above",
    "reconstructed": "unknown, chosen to fit every example",
    "ruling": "decided here, where the rulebook is silent",
}


def read_ruleset(
    package: str,
    kind: type[T],
    override: Mapping[str, object] | None,
    whole: tuple[str, ...] = (),
) -> T:
    """Return the figures of a game's package as a dataclass, with those of `override` put in.

    Tables are merged key by key, and a key that is not in the file raises BadValue. Everything
    else, lists too, is replaced whole, as are the tables named in `whole` ("spaces.wood"): their
    keys are data, so that a correction may add and remove some.
    """
    # Keyed by text, since a table of TOML does not hash. Matches of one tournament share it.
    text = json.dumps(override, sort_keys=True, default=str)
    ruleset: T = _read(package, cast("Any", kind), text, whole)
    return ruleset


@lru_cache(maxsize=64)
def _read(package: str, kind: Any, override: str, whole: tuple[str, ...]) -> Any:
    try:
        figures = load_figures(package, json.loads(override), whole)
        return read_fields(kind, strip_provenance(figures))
    except BadValue as error:
        raise BadValue(f"ruleset: {error}") from None


def load_figures(
    package: str, override: Mapping[str, object] | None, whole: Collection[str] = ()
) -> dict[str, Any]:
    """Read `ruleset.toml` of a game's package, with the keys of `override` put in its place."""
    own = tomllib.loads((files(package) / "ruleset.toml").read_text(encoding="utf-8"))
    return _merge(own, override or {}, "", whole)


def require(holds: bool, key: str, sentence: str) -> None:
    """Raise BadValue unless a condition on the figure `key` holds."""
    if not holds:
        raise BadValue(f"{key} {sentence}")


def strip_provenance(value: object) -> object:
    """Return figures without the words on how they are known."""
    if isinstance(value, Mapping):
        return {
            key: strip_provenance(figure) for key, figure in value.items() if key != "provenance"
        }
    return [strip_provenance(item) for item in value] if isinstance(value, list) else value


def without_provenance(figures: Mapping[str, Any], where: str = "") -> list[str]:
    """List the figures of a data file that have no provenance beside them."""
    provenance = figures.get("provenance", {})
    missing = []
    for key, value in figures.items():
        name = f"{where}.{key}" if where else key
        tag = provenance if isinstance(provenance, str) else provenance.get(key)
        if key == "provenance" or tag in PROVENANCES:
            continue
        if isinstance(value, dict):
            missing += without_provenance(value, name)
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            for index, row in enumerate(value):
                missing += without_provenance(row, f"{name}[{index}]")
        else:
            missing.append(name)
    return missing


def _merge(
    own: dict[str, Any], override: Mapping[str, object], where: str, whole: Collection[str]
) -> dict[str, object]:
    merged = dict(own)
    for key, value in override.items():
        name = f"{where}.{key}" if where else key
        if key != "provenance":
            require_known(
                key, [own_key for own_key in own if own_key != "provenance"], "figure", where
            )
        mergeable = key != "provenance" and name not in whole
        if mergeable and isinstance(own.get(key), dict) and isinstance(value, Mapping):
            merged[key] = _merge(own[key], value, name, whole)
        else:
            merged[key] = value
    return merged
