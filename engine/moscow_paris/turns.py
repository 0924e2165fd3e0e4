"""The course of a turn (§3), the claim at its end (§4), stupor (§8) and the end (§9)."""

from engine.game import Notice
from engine.moscow_paris.actions import Back, Claim, Couple, DeclineClaim, Front
from engine.moscow_paris.events import (
    Claimed,
    Coupled,
    DeclinedClaim,
    Ended,
    PutInFront,
    Stupor,
    TookBack,
    shared_notices,
)
from engine.moscow_paris.moves import claim_actions, turn_actions
from engine.moscow_paris.table import Table
from engine.moscow_paris.views import Line

_coupled = shared_notices(Coupled)
_put_in_front = shared_notices(PutInFront)
_took_back = shared_notices(TookBack)


def couple(table: Table, action: Couple) -> None:
    """Put a wagon at the outer end of a line and draw a card (§3.1)."""
    wagon, row, side, _ = action
    seat = table.mover
    table.lay_down(seat, wagon)
    city, left, right = table.lines[row]
    if side == "left":
        table.put_line(row, Line(city, (*left, wagon), right))
    else:
        table.put_line(row, Line(city, left, (*right, wagon)))
    table.notices.append(_coupled(seat, wagon, row, side))
    table.draw_one(seat)
    note_progress(table)
    offer_claim(table)


def put_in_front(table: Table, action: Front) -> None:
    """Put a wagon from hand in front of the player (§3.3)."""
    seat, wagon = table.mover, action.wagon
    before = table.fronts[seat]
    table.lay_down(seat, wagon)
    table.fronts[seat] = table.catalogue.with_one[before, wagon]
    table.notices.append(_put_in_front(seat, wagon))
    note_repeat(table, before)
    offer_claim(table)


def take_back(table: Table, action: Back) -> None:
    """Take a wagon from the front back into hand, where everybody knows it to be (§3.4)."""
    seat, wagon = table.mover, action.wagon
    before = table.fronts[seat]
    table.fronts[seat] = table.catalogue.without_one[before, wagon]
    table.shown[seat] = table.catalogue.with_one[table.shown[seat], wagon]
    table.notices.append(_took_back(seat, wagon))
    note_repeat(table, before)
    offer_claim(table)


def offer_claim(table: Table) -> None:
    """Ask for a claim if there is one to make, else end the turn (§4)."""
    valid = claim_actions(table)
    if valid:
        table.step, table.decider, table.valid = "claim", table.mover, valid
    else:
        end_turn(table)


def claim(table: Table, action: Claim) -> None:
    """Take a city for its line's wagons and equal ones of the front; refill to five (§4)."""
    seat, row = table.mover, action.row
    city, left, right = table.lines[row]
    for wagon in left + right:
        table.fronts[seat] = table.catalogue.without_one[table.fronts[seat], wagon]
    # Before the draw, which may have to make a new deck of the discard pile (§6).
    table.discard_cards(2 * (left + right))
    table.cities[seat] += (city,)
    table.notices.append(Notice(Claimed(seat, row, city)))
    table.draw(seat, len(left + right))
    table.turn_up_city(row)
    note_progress(table)
    end_turn(table)


def decline_claim(table: Table, _: DeclineClaim) -> None:
    """Leave the cities where they are (§4)."""
    table.notices.append(Notice(DeclinedClaim(table.mover)))
    end_turn(table)


def note_progress(table: Table) -> None:
    """Forget repeated turns after a line, an action or a claim (§8)."""
    for seat, seen in enumerate(table.fronts_seen):
        if seen:
            table.fronts_seen[seat] = ()
            table.repeats[seat] = 0
            table.known[seat] = None


def note_repeat(table: Table, before: tuple[str, ...]) -> None:
    """Count the turn if it leaves a front that lay there since the last progress (§8)."""
    seat = table.mover
    seen, now = table.fronts_seen[seat] or (before,), table.fronts[seat]
    if now in seen:
        table.repeats[seat] += 1
        table.fronts_seen[seat] = seen
    else:
        table.fronts_seen[seat] = (*seen, now)
    table.known[seat] = None


def end_turn(table: Table) -> None:
    """End the game if it is over, else pass the turn on (§3, §8, §9)."""
    table.turns += 1
    if not table.city_deck and len(table.lines) <= table.ruleset.table.end_cities:
        end_game(table, "cities")
    elif table.turns >= table.options.max_turns:
        end_game(table, "turns")
    else:
        if min(table.repeats) >= table.ruleset.stupor.repeats:
            break_stupor(table)
        table.mover = (table.mover + 1) % len(table.fronts)
        begin_turn(table)


def begin_turn(table: Table) -> None:
    """Ask the player on turn for one of the four kinds of turn (§3)."""
    table.step, table.decider = "turn", table.mover
    table.valid = turn_actions(table)


def end_game(table: Table, reason: str) -> None:
    """Stop; the cities are counted as they lie (§9)."""
    table.step, table.decider = "over", None
    table.valid = []
    table.notices.append(Notice(Ended(reason)))


def break_stupor(table: Table) -> None:
    """Discard hands, fronts and lines, leave the cities, deal five new cards to each (§8)."""
    seats = range(len(table.fronts))
    hands = [tuple(sorted(table.hidden[seat] + table.shown[seat])) for seat in seats]
    table.notices.append(Notice(Stupor(tuple(hands))))
    for seat in seats:
        table.discard_cards(table.hidden[seat] + table.shown[seat] + table.fronts[seat])
        table.hidden[seat] = table.shown[seat] = table.fronts[seat] = ()
    for row, line in enumerate(table.lines):
        table.discard_cards(line.left + line.right)
        table.put_line(row, Line(line.city, (), ()))
    table.forget_old_cards()
    note_progress(table)
    # Only now, since the deck may run out: what was discarded is then part of the new one (§6).
    for seat in seats:
        table.draw(seat, table.ruleset.table.hand)
