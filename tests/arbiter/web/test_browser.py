"""The pages in Chromium: what a person sees, clicks and types."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal
from urllib.parse import quote

import pytest

from arbiter.gallery import Gallery
from arbiter.jobs import PlayedActions
from arbiter.web.app import Site
from engine.record import pack_record
from tests.arbiter.spectators import job_of, record_of
from tests.arbiter.web.browsing import PHONE, opened
from tests.arbiter.web.conftest import ADA, BEA, HOSTILE, LONG, Shown
from tests.arbiter.web.matches import EMOJI, SCRIPT, add, play
from tests.arbiter.web.serving_thread import Served, served

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PAGES = {
    "standings": "/",
    "crosstable": "/crosstable",
    "bot": "/bots/bea",
    "hostile bot": f"/bots/{quote(str(HOSTILE), safe='')}",
    "long bot": f"/bots/{quote(str(LONG), safe='')}",
    "matches": "/matches",
    "lumiere": "/matches/2",
    "moscow_paris": "/matches/3",
    "paris": "/matches/4",
    "tournaments": "/tournaments",
    "tournament": "/tournaments/spring%20cup",
    "live": "/live",
    "queue": "/queue",
    "rules": "/rules/paris",
}


@pytest.fixture
def at(shown: Shown) -> Iterator[Served]:
    with served(shown.site) as serving:
        yield serving


@pytest.fixture
def page(browser: "Browser", at: Served) -> Iterator["Page"]:
    with opened(browser, at.url) as page:
        yield page


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_quiet_and_fits_a_phone(page: "Page", name: str) -> None:
    page.set_viewport_size(PHONE)
    page.goto(PAGES[name])
    page.wait_for_load_state("networkidle")
    assert page.locator("h1").count() == 1
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_the_menu_on_a_phone_opens_and_leads_to_a_page(page: "Page") -> None:
    page.set_viewport_size(PHONE)
    page.goto("/")
    link = page.get_by_role("link", name="Matches", exact=True)
    assert not link.is_visible()
    page.get_by_role("button", name="Menu").click()
    link.click()
    page.wait_for_url("**/matches")
    assert not link.is_visible()


def test_on_a_wide_screen_all_pages_stand_beside_each_other(page: "Page") -> None:
    page.goto("/")
    assert not page.get_by_role("button", name="Menu").is_visible()
    tops = {link.bounding_box()["y"] for link in page.locator("header.site nav a").all()}  # type: ignore[index]
    assert len(tops) == 1


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_a_replay_goes_to_its_end(page: "Page", shown: Shown, number: int) -> None:
    last = len(shown.store.record(number).actions)
    page.goto(f"/matches/{number}")
    page.wait_for_selector("[data-ready]")
    first = page.locator("[data-board]").inner_html()
    page.get_by_label("Step on").click()
    assert page.locator("[data-where]").inner_text() == f"Decision 2 of {last}"
    for _ in range(20):
        page.keyboard.press("ArrowRight")
    assert page.locator("[data-where]").inner_text() == f"Decision 22 of {last}"
    page.keyboard.press("End")
    assert page.locator("[data-where]").inner_text() == f"The end, after {last} decisions"
    assert page.url.endswith(f"step={last}")
    stepped = page.locator("[data-board]").inner_html()
    assert stepped != first
    page.goto(f"/matches/{number}?step={last}")
    drawn = page.locator("[data-board]").inner_html()
    assert without_marks(stepped) == without_marks(drawn)


def without_marks(board: str) -> str:
    return board.replace(" changed", "")


def test_a_replay_plays_by_itself_and_stops(page: "Page") -> None:
    page.clock.install()
    page.goto("/matches/1")
    page.wait_for_selector("[data-ready]")
    page.locator("[data-play]").click()
    page.clock.run_for(1300)
    assert page.locator("[data-where]").inner_text().startswith("Decision 3 ")
    page.locator("body").press(" ")
    page.clock.run_for(5000)
    assert page.locator("[data-where]").inner_text().startswith("Decision 3 ")


def test_who_looks_changes_but_not_the_step(page: "Page") -> None:
    page.goto("/matches/3?step=7")
    page.wait_for_selector("[data-ready]")
    page.keyboard.press("ArrowRight")
    page.get_by_role("link", name="seat 1").click()
    page.wait_for_selector("[data-ready]")
    assert page.locator("[data-where]").inner_text().startswith("Decision 9 ")
    assert "seat=1" in page.url
    assert page.locator(".part-player-1 .chip.back").count() == 0


def test_without_a_script_links_step(browser: "Browser", at: Served) -> None:
    with opened(browser, at.url, java_script_enabled=False) as page:
        page.goto("/matches/2")
        page.get_by_label("Step on").click()
        assert page.locator("[data-where]").inner_text().startswith("Decision 2 ")


def test_the_page_keys_scroll_and_do_not_step(page: "Page") -> None:
    page.goto("/matches/4")
    page.wait_for_selector("[data-ready]")
    page.keyboard.press("PageDown")
    page.wait_for_function("() => scrollY > 100")
    assert page.locator("[data-where]").inner_text().startswith("Decision 1 ")


def test_space_on_a_link_scrolls_and_does_not_play(page: "Page") -> None:
    page.goto("/matches/4")
    page.wait_for_selector("[data-ready]")
    page.get_by_role("link", name="seat 1").focus()
    page.keyboard.press(" ")
    page.wait_for_function("() => scrollY > 100")
    assert page.locator("[data-play]").get_attribute("aria-label") == "Play"


@pytest.mark.parametrize("number", [2, 3, 4])
@pytest.mark.parametrize("colours", ["light", "dark"])
def test_the_letters_of_a_board_are_large_enough_and_have_contrast(
    page: "Page", shown: Shown, number: int, colours: Literal["light", "dark"]
) -> None:
    page.emulate_media(color_scheme=colours)
    page.set_viewport_size({"width": 1280, "height": 900})
    last = len(shown.store.record(number).actions)
    page.goto(f"/matches/{number}?step={last - 20}")
    smallest, faintest = page.evaluate(MEASURE)
    assert smallest >= 9
    assert faintest >= 4.5


MEASURE = """() => {
  const number = (colour) => colour.match(/[\\d.]+/g).slice(0, 3).map(Number);
  const light = (colour) => {
    const [r, g, b] = number(colour).map((each) => each / 255)
      .map((each) => each <= 0.03928 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (one, two) =>
    (Math.max(light(one), light(two)) + 0.05) / (Math.min(light(one), light(two)) + 0.05);
  let smallest = 99, faintest = 99;
  for (const text of document.querySelectorAll(".board text")) {
    const svg = text.ownerSVGElement;
    const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
    smallest = Math.min(smallest, scale * parseFloat(getComputedStyle(text).fontSize));
    // What lies under its middle: the last shape before it that holds that place.
    const own = text.getBoundingClientRect();
    const under = [...svg.querySelectorAll("rect, circle")].filter((shape) => {
      const box = shape.getBoundingClientRect();
      const x = own.x + own.width / 2, y = own.y + own.height / 2;
      return shape.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_FOLLOWING
        && box.x <= x && x <= box.right && box.y <= y && y <= box.bottom
        && getComputedStyle(shape).fill !== "none";
    }).at(-1);
    if (!under) continue;
    const [ink, paper] = [text, under].map((each) => getComputedStyle(each).fill);
    faintest = Math.min(faintest, contrast(ink, paper));
  }
  for (const text of document.querySelectorAll(".board .wagon, .board .city span, .board .chip")) {
    smallest = Math.min(smallest, parseFloat(getComputedStyle(text).fontSize));
    const ground = (each) => getComputedStyle(each).backgroundColor;
    let behind = text;
    while (ground(behind) === "rgba(0, 0, 0, 0)") behind = behind.parentElement;
    faintest = Math.min(faintest, contrast(getComputedStyle(text).color, ground(behind)));
  }
  return [smallest, faintest];
}"""
"""The size of the smallest letters of a board in pixels, and the least contrast of any."""


def test_standings_are_sorted_and_filtered(page: "Page") -> None:
    page.goto("/")
    names = page.locator(".standings tbody th bdi")
    page.get_by_role("button", name="bot").click()
    assert names.all_inner_texts() == [SCRIPT, EMOJI, "ada", "bea"]
    page.get_by_role("searchbox").fill("BE")
    assert [name.inner_text() for name in names.all() if name.is_visible()] == ["bea"]
    assert page.locator("[data-filtered]").inner_text() == "1 of 4"
    page.get_by_role("searchbox").fill("0")  # a number of the table is no name
    assert page.locator("[data-filtered]").inner_text() == "0 of 4"


def test_standings_follow_the_matches_and_stay_sorted(page: "Page", shown: Shown) -> None:
    page.clock.install()
    page.goto("/")
    page.get_by_role("button", name="bot").click()
    cup = shown.store.tournament("spring cup")
    add(shown.store, cup, play("connect_four", [ADA, BEA], seed=5), 50)
    with page.expect_response("**/"):
        page.clock.run_for(6000)
    page.wait_for_function(
        "() => document.querySelector('.count').textContent.includes('6 matches')"
    )
    assert page.locator(".standings tbody th bdi").all_inner_texts()[-2:] == ["ada", "bea"]


def test_hostile_names_are_shown_as_they_are(page: "Page") -> None:
    page.goto("/")
    assert page.get_by_text(SCRIPT).count() > 0
    page.goto("/matches/4")
    page.wait_for_selector("[data-ready]")
    page.keyboard.press("End")
    assert EMOJI in page.content()


def test_dark_mode_is_dark(browser: "Browser", at: Served) -> None:
    with opened(browser, at.url, color_scheme="dark") as page:
        page.goto("/")
        colour = page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert max(map(int, re.findall(r"\d+", colour))) < 60


def test_a_saved_replay_opens_without_a_network(
    browser: "Browser", at: Served, tmp_path: Path
) -> None:
    with opened(browser, at.url, accept_downloads=True) as page:
        page.goto("/matches/4")
        with page.expect_download() as download:
            page.get_by_text("Save as one file").click()
        file = tmp_path / "replay.html"
        download.value.save_as(file)
    with opened(browser, file.as_uri(), offline=True) as page:
        page.goto(file.as_uri())
        page.wait_for_selector("[data-ready]")
        page.keyboard.press("End")
        assert page.locator("[data-where]").inner_text().startswith("The end")


@pytest.mark.parametrize("game", ["connect_four", "lumiere", "moscow_paris", "paris"])
def test_a_running_match_is_followed_to_its_end(
    browser: "Browser", shown: Shown, game: str
) -> None:
    gallery = Gallery()
    job = job_of(game)
    record = record_of(job)
    half = len(record.actions) // 2
    with (
        served(Site(shown.store, gallery)) as serving,
        opened(browser, serving.url) as page,
    ):
        showing = gallery.begin(job, lambda: None)
        page.goto("/live")
        page.get_by_role("listitem").get_by_role("link").click()
        page.wait_for_selector("[data-board]")
        serving.call(lambda: showing.played(PlayedActions(0, record.actions[:half]), gallery.now()))
        page.get_by_text(f"After {half} decisions").wait_for()
        serving.call(lambda: gallery.end(showing, pack_record(record)))
        page.get_by_text("The match is over").wait_for()
        assert page.locator("[data-outcome] li").count() == 2
        page.keyboard.press("Home")
        assert page.locator("[data-where]").inner_text().startswith("Decision 1 of")
        assert page.locator("[data-chosen]").inner_text() != ""
    assert not gallery.spectators
