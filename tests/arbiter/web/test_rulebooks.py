"""The rules of a game, for a person who is about to play it."""

import pytest

from arbiter.web.boards import DRAWN
from tests.arbiter.web.conftest import Shown


@pytest.mark.parametrize("game", DRAWN)
def test_every_game_of_ours_has_a_page_with_its_rules(shown: Shown, game: str) -> None:
    answer = shown.get(f"/rules/{game}")
    assert answer.status == 200
    assert "These are the rules the engine plays" in answer.page.text
    assert len(answer.page.all("h2")) > 3


def test_a_game_without_rules_here_is_told_in_a_sentence(shown: Shown) -> None:
    answer = shown.get("/rules/connect_four")
    assert (answer.status, "no rulebook" in answer.page.text) == (404, True)
