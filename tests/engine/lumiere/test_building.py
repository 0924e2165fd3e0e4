"""§4 The second phase: building, passing, the end."""

from engine.lumiere.actions import Build, DeclineEffect, Keep
from engine.lumiere.events import Built, DeclinedEffect, Ended, Passed
from tests.engine.lumiere.positions import ask, at, builds, of_kind, play, position, put


def test_a_building_goes_on_free_cells_of_the_own_colour_or_shared() -> None:
    state = position(["00m1", "1111"], reserves=["I3", ""], tokens=[1, 4], postcards=["chartier"])
    assert builds(state) == [("I3", (0, 1, 2))]


def test_it_does_not_go_on_cells_of_the_rival() -> None:
    state = position(["0010"], reserves=["I3", ""], postcards=["chartier"])
    assert builds(state) == []


def test_it_does_not_go_on_lamps() -> None:
    state = position(["00L0"], reserves=["I3", ""], postcards=["chartier"])
    assert builds(state) == []


def test_it_does_not_go_where_something_stands() -> None:
    state = position(["0000"], reserves=["I3", ""], postcards=["chartier"])
    put(state, 0, "garden", 0)
    assert builds(ask(state, 0)) == [("I3", (1, 2, 3))]


def test_both_players_build_on_shared_cells() -> None:
    for seat in (0, 1):
        ground = ["mmm"] if seat == 0 else ["mmm00000"]
        state = position(
            ground, fill=str(1 - seat), reserves=["I3", "I3"], postcards=["chartier"], builder=seat
        )
        assert builds(state) == [("I3", (0, 1, 2))]


def test_it_may_be_turned_but_not_mirrored() -> None:
    state = position(["000", "0"], reserves=["L4", ""], postcards=["chartier"])
    assert builds(state) == [("L4", (0, 1, 2, 8))]
    mirrored = position(["000", "110"], reserves=["L4", ""], postcards=["chartier"])
    assert builds(mirrored) == []
    turned = position(["00", "10", "10"], reserves=["L4", ""], postcards=["chartier"])
    assert of_kind(turned, "build") == [Build("L4", 1, False, (0, 1, 9, 17))]


def test_a_chimney_of_the_owner_goes_on_top() -> None:
    state = position(["000"], reserves=["I3", ""], postcards=["chartier"])
    assert play(state, Build("I3", 0, False, (0, 1, 2)))[0] == Built(0, "I3", 0, False, (0, 1, 2))
    assert [player.chimneys for player in state.players] == [6, 7]
    assert state.players[0].reserve == ()
    assert state.buildings[0][:3] == ("I3", 0, (0, 1, 2))


def test_without_a_chimney_nothing_is_built() -> None:
    state = position(["000"], reserves=["I3", ""], postcards=["chartier"], chimneys=[0, 7])
    assert builds(state) == []
    assert list(state.actions()) == [Keep("chartier"), DeclineEffect("chartier")]


def test_players_take_turns() -> None:
    state = position(
        ["0000"], reserves=["I3", "I4"], postcards=["chartier", "sacre_coeur"], tokens=[1, 1]
    )
    play(state, DeclineEffect("chartier"))
    assert state.decider == 1


def test_who_can_build_or_activate_must() -> None:
    state = position(["0000"], reserves=["I3", ""], postcards=["chartier"])
    assert {action.kind for action in state.actions()} == {"build", "keep", "decline_effect"}


def test_who_can_do_nothing_passes_and_the_other_goes_on() -> None:
    state = position(["0000", "0000"], reserves=["I3 I4", ""], tokens=[0, 0])
    seen = play(state, Build("I3", 0, False, (0, 1, 2)))
    assert seen[1] == Passed(1)


def test_nobody_passes_with_a_token_left() -> None:
    state = position(["0000"], reserves=["I3", ""], postcards=["chartier"], tokens=[0, 1])
    play(state, Build("I3", 0, False, (0, 1, 2)))
    assert state.decider == 1
    assert list(state.actions()) == [Keep("chartier"), DeclineEffect("chartier")]


def test_what_is_left_to_do_without_a_choice_is_done_by_the_engine() -> None:
    """Seat 1 can only close Bouquinistes, having no building; then nobody can do anything."""
    state = position(["0000"], reserves=["I3", ""], postcards=["bouquinistes"], tokens=[0, 1])
    seen = play(state, Build("I3", 0, False, (0, 1, 2)))
    assert seen[1:] == [DeclinedEffect(1, "bouquinistes"), Ended()]
    assert state.decider is None


def test_the_game_ends_when_nobody_can_build_and_all_tokens_are_used() -> None:
    state = position(["000"], reserves=["I3 I4", "I4"], tokens=[0, 0], fill="L")
    seen = play(state, Build("I3", 0, False, (0, 1, 2)))
    assert seen == [Built(0, "I3", 0, False, (0, 1, 2)), Ended()]
    assert (state.step, state.decider, list(state.actions())) == ("over", None, [])
    assert state.outcome() is not None


def test_the_game_goes_on_while_one_player_can_build() -> None:
    state = position(["0000", "1111"], fill="L", reserves=["I4", "I3"], tokens=[0, 0])
    play(state, Build("I4", 0, False, (0, 1, 2, 3)))
    assert state.decider == 1
    assert builds(state) == [("I3", (8, 9, 10)), ("I3", (9, 10, 11))]


def test_a_building_possible_only_with_a_kept_postcard_counts_as_possible() -> None:
    state = position(
        ["0L0", "0L0"], reserves=["I3", ""], postcards=["metropolitain"], tokens=[1, 0]
    )
    assert builds(state) == []
    play(state, Keep("metropolitain"))
    assert state.decider == 0
    assert builds(state) == [("I3", (0, 1, 2)), ("I3", (8, 9, 10))]


def test_cells_are_listed_lowest_first() -> None:
    state = position(["0000", "0000", "0000"], reserves=["W5", ""], postcards=["chartier"])
    for _, cells in builds(state):
        assert list(cells) == sorted(cells)
    assert ("W5", (at(0, 0), at(0, 1), at(1, 1), at(1, 2), at(2, 2))) in builds(state)
