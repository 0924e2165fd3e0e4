"""§9 End and scoring."""

import pytest

from engine.dice import Dice
from engine.game import Outcome
from engine.moscow_paris import game, scoring
from engine.moscow_paris.actions import Claim, Close, Couple, Front
from engine.moscow_paris.events import Ended
from engine.moscow_paris.options import Options, all_cities
from engine.moscow_paris.ruleset import load_ruleset
from engine.moscow_paris.views import City
from tests.engine.moscow_paris.positions import play, position

RULESET = load_ruleset(None)
CITIES = {
    city.name: city
    for city in all_cities(Options(istanbul=True, home_city="Bonn/Germany"), RULESET)
}


def cities(names: str) -> tuple[City, ...]:
    return tuple(CITIES[name] for name in names.split())


def outcome(*players: str, teams: bool = False) -> Outcome:
    return scoring.outcome([cities(names) for names in players], teams, RULESET)


def test_the_rulebooks_example_scores_seven() -> None:
    assert scoring.score(cities("Paris Lyon Nice Venice"), RULESET) == 7


@pytest.mark.parametrize(
    ("names", "points"),
    [
        ("", 0),
        ("Paris", 2),
        ("Nice", 1),
        ("Nice Lyon", 3),
        ("Nice Lyon Marseille", 5),
        ("Paris Rome Berlin Moscow", 8),
        ("Nice Lyon Milan Venice", 6),
        ("Istanbul", 3),
        ("Istanbul Paris", 5),
        ("Bonn Cologne", 3),
    ],
)
def test_a_score_is_points_and_one_for_each_repeated_flag(names: str, points: int) -> None:
    assert scoring.score(cities(names), RULESET) == points


def test_the_higher_score_ranks_first() -> None:
    assert outcome("Nice", "Paris", "").ranks == (2, 1, 3)


def test_a_tie_goes_to_more_capitals() -> None:
    assert outcome("Nice Milan", "Paris") == ((2, 2), (2, 1))


def test_then_to_more_cities() -> None:
    assert outcome("Nice Milan Kazan", "Istanbul") == ((3, 3), (1, 2))


def test_then_the_place_is_shared() -> None:
    assert outcome("Nice", "Milan", "").ranks == (1, 1, 3)


def test_team_mates_pool_their_cities_before_scoring_and_share_the_place() -> None:
    apart = outcome("Nice", "Paris", "Lyon", "")
    assert apart.ranks == (2, 1, 2, 4)
    together = outcome("Nice", "Paris", "Lyon", "", teams=True)
    assert together.scores == (3, 2, 3, 2)  # Nice and Lyon repeat a flag
    assert together.ranks == (1, 3, 1, 3)


def test_team_mates_pool_their_cities_before_tie_breaks() -> None:
    assert outcome("Nice", "Paris", "Milan", "", teams=True).ranks == (3, 1, 3, 1)


def test_a_team_is_one_side() -> None:
    assert game.sides(4, Options(teams=True)) == (0, 1, 0, 1)
    assert game.sides(4, Options()) == (0, 1, 2, 3)


def test_teams_with_equal_cities_share_the_first_place() -> None:
    assert outcome("Nice", "Milan", "", "", teams=True).ranks == (1, 1, 1, 1)


def test_a_match_of_teams_is_scored_by_teams() -> None:
    state = game.deal(4, Options(teams=True, max_turns=1), Dice(1))
    state.play(next(action for action in state.actions() if isinstance(action, Couple)))
    state.cities[2] = ("Nice",)
    result = state.outcome()
    assert result is not None
    assert result.scores == (1, 0, 1, 0)


def test_the_game_ends_with_an_empty_city_deck_and_three_cities_on_the_table() -> None:
    lines = ["mail | Paris |", "Rome", "Berlin", "Moscow"]
    state = position(["saloon dining", "mail"], lines=lines, fronts=["mail"], to_come="")
    seen = play(state, Front("saloon"), Claim(0))
    assert seen[-1] == Ended("cities")
    assert state.decider is None
    assert state.turns == 1  # the round is not completed


def test_the_game_goes_on_while_there_is_a_city_to_come() -> None:
    lines = ["mail | Paris |", "Rome", "Berlin", "Moscow"]
    state = position(["saloon dining", "mail"], lines=lines, fronts=["mail"], to_come="Nice")
    play(state, Front("saloon"), Claim(0))
    assert state.decider == 1


def test_closing_the_fourth_city_ends_the_game_after_the_claim_step() -> None:
    lines = ["mail | Paris |", "Rome", "Berlin", "Moscow"]
    state = position(["close dining", "mail"], lines=lines, fronts=["mail"], to_come="")
    play(state, Close(1))
    assert state.step == "claim"
    play(state, Claim(0))
    assert state.decider is None
    result = state.outcome()
    assert result is not None
    assert result.scores == (2, 0)


def test_there_is_no_outcome_before_the_end() -> None:
    assert game.new(2, Options(), 1).outcome() is None
