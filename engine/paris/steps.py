"""The steps of a turn, each with its list of actions, and what each action does."""

from collections.abc import Callable
from typing import Any

from engine.paris import bonus, free, keys, payment, purchase, turns
from engine.paris.actions import Action
from engine.paris.table import Table

LISTS: dict[str, Callable[[Table], list[Action]]] = {
    "draw": turns.list_draws,
    "settle": turns.list_settlings,
    "main": turns.list_main,
    "target": keys.list_targets,
    "landmark_district": keys.list_landmark_districts,
    "payment": payment.list_payments,
    "vp_tile": purchase.list_vp_tiles,
    "vp_district": purchase.list_vp_districts,
    "bonus": purchase.list_bonus,
    "prestige": purchase.list_prestige,
    "take": bonus.list_takings,
    "back": bonus.list_going_back,
    "pairs": bonus.list_pairs,
    "end_tile": turns.list_end_tiles,
    "after": turns.list_after,
    "over": turns.list_nothing,
}
"""The valid actions of each step."""

_PASSED: dict[str, Callable[[Table], str]] = {
    "draw": turns.begin_main,
    "settle": turns.discard_tile,
    "payment": purchase.complete,
    "bonus": purchase.finish,
    "prestige": purchase.finish,
    "pairs": bonus.done,
}
"""What happens, and which step is next, when a step has nothing to choose from."""

_PLAYS: dict[str, Callable[[Any, Any], str]] = {
    "draw": turns.draw,
    "settle": turns.settle,
    "place_key": turns.place_key,
    "move_key": keys.move_key,
    "move_to": keys.move_to,
    "put_landmark": keys.put_landmark,
    "pay": payment.pay,
    "choose_vp_tile": purchase.choose_vp_tile,
    "put_vp_tile": purchase.put_vp_tile,
    "decline_vp_tile": purchase.decline_vp_tile,
    "advance": purchase.advance,
    "decline_bonus": purchase.decline_bonus,
    "spend_prestige": purchase.spend_prestige,
    "stop_prestige": purchase.stop_prestige,
    "buy": free.buy,
    "sell": free.sell,
    "use_bonus": bonus.use_bonus,
    "take_bonus": bonus.take_bonus,
    "go_back": bonus.go_back,
    "return_pair": bonus.return_pair,
    "stop_pairs": bonus.stop_pairs,
    "use_end_tile": free.use_end_tile,
    "take_end_tile": turns.take_end_tile,
    "choose_end_tile": turns.choose_end_tile,
    "skip": turns.skip,
    "end_turn": turns.end_turn,
}
"""What each action does, and which step is next."""


def perform(table: Table, action: Action) -> str:
    """Do what an action says and return the next step."""
    return _PLAYS[action[-1]](table, action)


def proceed(table: Table, step: str) -> None:
    """Go on from step to step until there is something to decide, or the game is over."""
    while True:
        table.asked = step
        valid = LISTS[step](table)
        if len(valid) > 1:
            break
        if valid:  # no alternative: nothing to decide
            step = _PLAYS[valid[0][-1]](table, valid[0])
        elif step in _PASSED:
            step = _PASSED[step](table)
        else:
            break
    table.valid = valid
