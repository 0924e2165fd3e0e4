"""The steps of a turn: what each is about, its actions, and what each action does."""

from collections.abc import Callable
from typing import Any, NamedTuple

from engine.paris import turns
from engine.paris.actions import Action
from engine.paris.rules import bonus_tiles, free_actions, keys, payment, purchase
from engine.paris.table import Table


class Step(NamedTuple):
    """A step of a turn."""

    about: str
    """What is to be decided, in words."""
    actions: Callable[[Table], list[Action]]
    """Lists the valid actions."""
    otherwise: Callable[[Table], None] | None = None
    """What happens when there are none; it sets the next step."""


STEPS: dict[str, Step] = {
    "draw": Step("which stack to reveal a tile of", turns.list_draws, turns.begin_main),
    "building_district": Step(
        "the district of the revealed tile", turns.list_building_districts, turns.discard_tile
    ),
    "main": Step("the main action, or a free action before it", turns.list_main),
    "target": Step("what the key buys", keys.list_targets),
    "landmark_district": Step("the district of a new landmark", keys.list_landmark_districts),
    "payment": Step(
        "what the next resource is paid with", payment.list_payments, purchase.complete
    ),
    "vp_tile": Step("a VP tile, or none", purchase.list_vp_tiles),
    "vp_district": Step("the district of the VP tile", purchase.list_vp_districts),
    "bonus_tile": Step(
        "a bonus tile, or none, or a free action before it",
        purchase.list_bonus_tiles,
        purchase.finish,
    ),
    "prestige": Step(
        "a prestige token to discard at a landmark, or no more",
        purchase.list_prestige,
        purchase.finish,
    ),
    "take": Step("the tile that tile 17 takes", bonus_tiles.list_takings),
    "back": Step("the space that tile 25 goes back to", bonus_tiles.list_going_back),
    "pairs": Step(
        "a pair for tile 23 or 24, or no more", bonus_tiles.list_pairs, bonus_tiles.resume
    ),
    "end_tile": Step("an end tile of the pile", turns.list_end_tiles),
    "after": Step("a free action, or the end of the turn", turns.list_after),
    "over": Step("nothing: the game has ended", turns.list_nothing),
}


def list_actions(table: Table) -> None:
    """List the valid actions of the table's step, past steps that have nothing to choose from."""
    while True:
        step = STEPS[table.step]
        table.valid = step.actions(table)
        if table.valid or step.otherwise is None:
            return
        step.otherwise(table)


Play = Callable[[Table, Any], None]


_PLAYS: dict[str, Play] = {
    "draw": turns.draw,
    "put_building": turns.put_building,
    "place_key": turns.place_key,
    "move_key": keys.move_key,
    "move_to": keys.move_to,
    "put_landmark": keys.put_landmark,
    "pay": payment.pay,
    "choose_vp_tile": purchase.choose_vp_tile,
    "put_vp_tile": purchase.put_vp_tile,
    "decline_vp_tile": purchase.decline_vp_tile,
    "advance": purchase.advance,
    "decline_bonus_tile": purchase.decline_bonus_tile,
    "spend_prestige": purchase.spend_prestige,
    "stop_prestige": purchase.stop_prestige,
    "buy": free_actions.buy,
    "sell": free_actions.sell,
    "use_bonus_tile": bonus_tiles.use_bonus_tile,
    "take_bonus_tile": bonus_tiles.take_bonus_tile,
    "go_back": bonus_tiles.go_back,
    "return_pair": bonus_tiles.return_pair,
    "stop_pairs": bonus_tiles.stop_pairs,
    "use_end_tile": free_actions.use_end_tile,
    "take_end_tile": turns.take_end_tile,
    "choose_end_tile": turns.choose_end_tile,
    "decline_main_action": turns.decline_main_action,
    "end_turn": turns.end_turn,
}
"""What each kind of action does: it changes the table and sets its step."""


def _then_list(play: Play) -> Play:
    """Return what an action does, together with listing what may be done next."""

    def play_and_list(table: Table, action: Action) -> None:
        play(table, action)
        list_actions(table)

    return play_and_list


PLAYS = {kind: _then_list(play) for kind, play in _PLAYS.items()}
