"""The options of the game, and the postcards they bring into play."""

from dataclasses import dataclass

from engine.dice import Dice
from engine.errors import BadValue, suggestion
from engine.lumiere.ruleset import SEATS, Ruleset
from engine.options import RulesetFile, option, ruleset_option


@dataclass(frozen=True)
class Options:
    """How the game may be varied."""

    postcards: str | tuple[str, ...] = option(
        "starter", "starter, random, or a list of eight postcards: NAME,NAME,…"
    )
    flip: bool = option(False, "buildings and pieces may be mirrored")
    ruleset: RulesetFile | None = ruleset_option()

    def __post_init__(self) -> None:
        # A list is the same list however it was written: in TOML, in JSON, or as one text.
        if self.postcards not in ("starter", "random"):
            names = self.postcards
            if isinstance(names, str):
                names = tuple(name.strip() for name in names.split(","))
            object.__setattr__(self, "postcards", tuple(names))


def choose_postcards(options: Options, ruleset: Ruleset, dice: Dice) -> tuple[str, ...]:
    """Return the postcards in play, in the order of the box (§2)."""
    box, count = ruleset.postcards.box, SEATS * ruleset.table.tokens
    chosen: tuple[str, ...]
    if options.postcards == "starter":
        chosen = ruleset.postcards.starter
    elif options.postcards == "random":
        names = list(box)
        dice.shuffle(names)
        chosen = tuple(names[:count])
    else:
        chosen = tuple(options.postcards)
        _check_names(chosen, box, count)
    return tuple(name for name in box if name in chosen)


def _check_names(names: tuple[str, ...], box: tuple[str, ...], count: int) -> None:
    for name in names:
        if name not in box:
            known = f"Write starter, random, or {count} of: {', '.join(box)}."
            guess = suggestion(name, (*box, "starter", "random"))
            raise BadValue(f"option postcards: no postcard {name!r}. {known}{guess}")
    if len(names) != count or len(set(names)) != count:
        raise BadValue(
            f"option postcards: {len(set(names))} different postcards in a list of {len(names)}; "
            f"name {count}, each once"
        )
