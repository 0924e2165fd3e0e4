"""A person's match in Chromium: by clicks, by keyboard, on a phone, to its end."""

import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest

from arbiter.web.app import Site
from arbiter.web.people import People
from engine.record import record_from_json, verify
from ladder.store.store import open_store
from tests.arbiter.web.browsing import PHONE, opened
from tests.arbiter.web.serving_thread import Served, served

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

GAMES = ("lumiere", "moscow_paris", "paris")
NEXT = "turn => document.querySelector('[data-play]').dataset.turn !== turn"


@pytest.fixture(scope="module")
def at(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("playing")
    with (
        closing(open_store(f"sqlite:///{folder / 'a.db'}")) as store,
        served(Site(store, people=People(10))) as serving,
    ):
        yield serving


def begin(page: "Page", game: str, seat: str = "0") -> None:
    page.goto(f"/play?game={game}")
    page.get_by_label("Your seat").select_option(seat)
    page.get_by_role("button", name="Begin").click()
    next_decision(page)


def next_decision(page: "Page", turn: str = "") -> str:
    """Wait until the person decides again, or the match is over; return the number of the turn."""
    page.wait_for_function(
        """turn => {
          // There is none while the page of the match is on its way.
          const now = document.querySelector("[data-play]")?.dataset.turn;
          return (now && now !== turn) || document.querySelector("[data-result] table");
        }""",
        arg=turn,
    )
    return page.locator("[data-play]").get_attribute("data-turn") or ""


def choose_from_list(page: "Page", chance: Random) -> None:
    """Click on one of the buttons of the list."""
    buttons = page.locator("[data-action]")
    button = buttons.nth(chance.randrange(buttons.count()))
    if not button.is_visible():
        button.locator("xpath=ancestor::details/summary").click()
    button.click()


def choose_on_board(page: "Page", chance: Random) -> bool:
    """Click on places of the board until a decision is made; False if the list has to help."""
    turn = page.locator("[data-play]").get_attribute("data-turn")
    while True:
        places = page.locator(".open[data-place]")
        if not places.count():
            return False
        before = page.locator(".selected").count()
        click_inside(places.nth(chance.randrange(places.count())))
        if page.evaluate(NEXT, turn):
            return True
        assert page.locator(".selected").count() > before


def click_inside(place: "Locator") -> None:
    # By its own coordinates: something may be drawn on it, as on a table.
    place.evaluate("each => each.scrollIntoView({ block: 'center', inline: 'center' })")
    box = place.bounding_box()
    assert box is not None
    place.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def is_over(page: "Page") -> bool:
    return page.locator("[data-result] table").count() > 0


@pytest.mark.parametrize("game", GAMES)
def test_a_person_plays_a_match_to_its_end_by_clicks(
    browser: "Browser", at: Served, game: str
) -> None:
    chance = Random(game)
    with opened(browser, at.url) as page:
        begin(page, game)
        turn, on_board = next_decision(page), 0
        while not is_over(page):
            if chance.random() < 0.8 and choose_on_board(page, chance):
                on_board += 1
            else:
                choose_from_list(page, chance)
            turn = next_decision(page, turn)
        assert on_board
        assert page.locator("[data-status]").inner_text() == "The match is over"
        page.get_by_role("link", name="Replay").click()
        page.wait_for_selector("[data-ready]")
        assert "Decision 1 of" in page.locator("[data-where]").inner_text()


def test_a_match_is_played_with_the_keyboard_alone(browser: "Browser", at: Served) -> None:
    with opened(browser, at.url) as page:
        page.goto("/play?game=lumiere")
        focus_by_tab(page, "button:text-is('Begin')")
        page.keyboard.press("Enter")
        turn = next_decision(page)
        while not is_over(page):
            if not page.locator("[data-action]:focus").count():
                focus_by_tab(page, "[data-action], .actions summary")
            while not page.locator("[data-action]:focus").count():
                page.keyboard.press("Enter")  # opens the group that has the focus
                page.keyboard.press("Tab")
            page.keyboard.press("Enter")
            turn = next_decision(page, turn)
        assert page.evaluate("document.activeElement.textContent") == "Replay"


def focus_by_tab(page: "Page", selector: str) -> None:
    for _ in range(60):
        if page.locator(selector).and_(page.locator(":focus")).count():
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{selector} cannot be reached with Tab")


def test_a_match_fits_a_phone_and_can_be_played_there(
    browser: "Browser", at: Served, tmp_path: Path
) -> None:
    chance = Random(3)
    with opened(browser, at.url, PHONE) as page:
        begin(page, "lumiere", "1")
        turn = next_decision(page)
        while not is_over(page):
            assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
            if chance.random() < 0.7 and choose_on_board(page, chance):
                pass
            else:
                choose_from_list(page, chance)
            turn = next_decision(page, turn)
        with page.expect_download() as download:
            page.evaluate("document.querySelector('[href$=\"record.json\"]').click()")
        download.value.save_as(tmp_path / "match.json")
    record, digest = record_from_json((tmp_path / "match.json").read_text())
    verify(record, digest)
    assert record.seats[1].bot == "person"
    assert record.seats[1].ending == "played"


def test_clicks_on_the_board_narrow_the_list_and_escape_shows_all_again(
    browser: "Browser", at: Served
) -> None:
    with opened(browser, at.url) as page:
        begin(page, "lumiere")
        count = page.locator("[data-action]").count()
        click_inside(page.locator("[data-place=cell-27]"))
        assert 1 < page.locator("[data-action]").count() < count
        assert page.locator("[data-place=cell-27].selected").count() == 1
        page.keyboard.press("Escape")
        assert page.locator("[data-action]").count() == count


def test_a_reload_goes_on_with_the_same_decision(browser: "Browser", at: Served) -> None:
    with opened(browser, at.url) as page:
        begin(page, "moscow_paris")
        turn = next_decision(page)
        before = page.locator("[data-board]").inner_html()
        page.reload()
        assert next_decision(page) == turn
        assert page.locator("[data-board]").inner_html() == before


def test_who_resigns_is_told_the_result(browser: "Browser", at: Served) -> None:
    with opened(browser, at.url) as page:
        begin(page, "moscow_paris")
        page.get_by_role("button", name="Resign").click()
        page.get_by_role("button", name="Resign for good").click()
        page.wait_for_selector("[data-result] table")
        assert re.search(r"you\s+\S+\s+resigned", page.locator("[data-result]").inner_text())
