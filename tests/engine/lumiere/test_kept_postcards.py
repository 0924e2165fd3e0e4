"""§5.2, §5.6 Metropolitain and Chartier: activated now, used in a later turn."""

from collections.abc import Sequence

from engine.lumiere.actions import Build, Keep, Lay
from engine.lumiere.events import Kept, Spent
from engine.lumiere.state import LumiereState
from engine.lumiere.views import Postcard
from tests.engine.lumiere.positions import builds, of_kind, play, position


def kept(
    *names: str, rows: Sequence[str], reserve: str = "I3", more: Sequence[str] = (), fill: str = "1"
) -> LumiereState:
    """Let seat 0 keep postcards; seat 1 can do nothing."""
    state = position(
        rows,
        fill=fill,
        reserves=[reserve, ""],
        postcards=[*names, *more],
        tokens=[len(names) + len(more), 0],
    )
    play(state, *(Keep(name) for name in names))
    return state


def test_keeping_closes_the_postcard_at_once_and_takes_a_token() -> None:
    state = position(["0L0"], reserves=["I3", ""], postcards=["metropolitain", "chartier"])
    assert play(state, Keep("metropolitain")) == [Kept(0, "metropolitain")]
    assert state.postcards[0] == Postcard("metropolitain", 0, "kept", None)
    assert [player.tokens for player in state.players] == [3, 4]
    assert Keep("metropolitain") not in state.actions()


def test_metropolitain_lets_a_building_cover_one_lamp_which_goes_out() -> None:
    state = kept("metropolitain", rows=["0L0", "0L0"], reserve="I3 U5")
    assert ("I3", (0, 1, 2)) in builds(state)
    seen = play(state, Build("I3", 0, False, (0, 1, 2)))
    assert seen[1] == Spent(0, "metropolitain", 1)
    assert state.postcards[0] == Postcard("metropolitain", 0, "done", 1)
    assert builds(state) == []


def test_metropolitain_covers_one_lamp_only() -> None:
    state = kept("metropolitain", rows=["0LL00L0"], more=["sacre_coeur"])
    assert builds(state) == [("I3", (2, 3, 4)), ("I3", (3, 4, 5)), ("I3", (4, 5, 6))]


def test_a_building_on_no_lamp_leaves_metropolitain_for_later() -> None:
    state = kept("metropolitain", rows=["000", "0L0"], reserve="I3 L3", more=["sacre_coeur"])
    play(state, Build("I3", 0, False, (0, 1, 2)))
    assert state.keeps(0, "metropolitain")


def test_metropolitain_helps_the_garden_and_not_the_fountain() -> None:
    state = kept(
        "metropolitain",
        rows=["0L"],
        reserve="",
        more=["jardin_des_plantes", "fontaine_des_mers"],
    )
    assert of_kind(state, "lay") == [Lay("garden", (0, 1))]
    play(state, Lay("garden", (0, 1)))
    assert state.postcards[0].use == "done"


def test_metropolitain_is_for_its_owner() -> None:
    state = position(
        ["0L0", "1L1"],
        fill="L",
        reserves=["", "I3"],
        postcards=["metropolitain", "sacre_coeur"],
        tokens=[1, 1],
    )
    play(state, Keep("metropolitain"))
    assert state.decider == 1
    assert builds(state) == []


def test_chartier_lets_a_building_cover_one_rival_cell() -> None:
    state = kept("chartier", rows=["010", "0110", "LLLL"], fill="L", more=["sacre_coeur"])
    assert builds(state) == [("I3", (0, 1, 2))]
    seen = play(state, Build("I3", 0, False, (0, 1, 2)))
    assert seen[1] == Spent(0, "chartier", 1)
    assert state.postcards[0] == Postcard("chartier", 0, "done", 1)


def test_chartier_helps_the_garden_and_the_fountain() -> None:
    for name, piece in (("jardin_des_plantes", "garden"), ("fontaine_des_mers", "fountain")):
        state = kept("chartier", rows=["01"], fill="L", reserve="", more=[name, "sacre_coeur"])
        assert of_kind(state, "lay") == [Lay(piece, (0, 1))]
        assert play(state, Lay(piece, (0, 1)))[1] == Spent(0, "chartier", 1)
        assert state.postcards[0].use == "done"


def test_the_fountain_on_own_cells_leaves_chartier_for_later() -> None:
    state = kept(
        "chartier", rows=["001"], fill="L", reserve="", more=["fontaine_des_mers", "sacre_coeur"]
    )
    play(state, Lay("fountain", (0, 1)))
    assert state.keeps(0, "chartier")


def test_chartier_does_not_make_room_for_single_cells() -> None:
    state = kept("chartier", rows=["1"], fill="L", reserve="", more=["lampadaire", "sacre_coeur"])
    assert of_kind(state, "stand") == []


def test_both_may_help_one_building_to_one_lamp_and_one_rival_cell() -> None:
    for row, fits in (("0L1", True), ("01L", True), ("0LL", False), ("011", False)):
        state = kept("metropolitain", "chartier", rows=[row], fill="L", more=["lampadaire"])
        assert (("I3", (0, 1, 2)) in builds(state)) == fits


def test_using_both_on_one_building_spends_both() -> None:
    state = kept("metropolitain", "chartier", rows=["0L1"], fill="L", more=["lampadaire"])
    seen = play(state, Build("I3", 0, False, (0, 1, 2)))
    assert seen[1:3] == [Spent(0, "metropolitain", 1), Spent(0, "chartier", 2)]
    assert [card.use for card in state.postcards[:2]] == ["done", "done"]


def test_each_placement_is_listed_once_however_it_could_be_helped() -> None:
    state = kept("metropolitain", "chartier", rows=["000L1"], more=["sacre_coeur"])
    actions = builds(state)
    assert len(actions) == len(set(actions))
