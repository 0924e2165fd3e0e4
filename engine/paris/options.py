"""The options of the game."""

from dataclasses import dataclass

from engine.options import RulesetFile, option, ruleset_option


@dataclass(frozen=True)
class Options:
    """How the game may be varied."""

    advanced_setup: bool = option(False, "shuffle the tokens and the bonus tiles of each zone")
    free_placement: bool = option(False, "building tiles go into any district that lacks the type")
    bonus_once: bool = option(False, "never take a bonus tile of a number you have used")
    ruleset: RulesetFile | None = ruleset_option()
