"""The options of the game, and the postcards they bring into play."""

from dataclasses import dataclass

from engine.dice import Dice
from engine.errors import BadValue, suggestion
from engine.lumiere.actions import POSTCARDS
from engine.lumiere.ruleset import SEATS, Ruleset
from engine.options import RulesetFile, option, ruleset_option


@dataclass(frozen=True)
class Options:
    """How the game may be varied."""

    postcards: str = option("starter", "starter, random, or eight postcards: NAME,NAME,…")
    flip: bool = option(False, "buildings and pieces may be mirrored")
    ruleset: RulesetFile | None = ruleset_option()


def choose_postcards(options: Options, ruleset: Ruleset, dice: Dice) -> tuple[str, ...]:
    """Return the postcards in play, in the order of the rulebook (§2)."""
    if options.postcards == "starter":
        return ruleset.starter
    if options.postcards == "random":
        names = list(POSTCARDS)
        dice.shuffle(names)
        chosen = names[: SEATS * ruleset.table.tokens]
    else:
        chosen = _named(options.postcards, SEATS * ruleset.table.tokens)
    return tuple(name for name in POSTCARDS if name in chosen)


def _named(text: str, count: int) -> list[str]:
    names = [name.strip() for name in text.split(",")]
    for name in names:
        if name not in POSTCARDS:
            known = f"Write starter, random, or {count} of: {', '.join(POSTCARDS)}."
            guess = suggestion(name, (*POSTCARDS, "starter", "random"))
            raise BadValue(f"option postcards: no postcard {name!r}. {known}{guess}")
    if len(names) != count or len(set(names)) != count:
        raise BadValue(
            f"option postcards: {len(set(names))} different postcards in a list of {len(names)}; "
            f"name {count}, each once"
        )
    return names
