"""A real ladder in Chromium while it is played: its bots wait for the test."""

import re
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from arbiter.web.app import Site
from ladder.store.store import open_store
from tests.arbiter.cli.commands import LUTETIA, lutetia
from tests.arbiter.cli.test_serve import await_line, serving
from tests.arbiter.web.browsing import opened
from tests.arbiter.web.serving_thread import served

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

BOT = """
import time
from pathlib import Path

from arbiter.client import run

gate = Path({gate!r})

def choose(turn):
    # It decides as often as the test lets it: the size of a file tells.
    turn.match.memory["made"] = made = turn.match.memory.get("made", 0) + 1
    while gate.stat().st_size < made:
        time.sleep(0.01)
    return turn.match.rng.randrange(turn.action_count)

run(choose)
"""
GO_ON = 100_000


@pytest.fixture
def gate(tmp_path: Path) -> Path:
    """A file whose size says how many decisions a bot may make in each match."""
    gate = tmp_path / "gate"
    gate.write_bytes(b"")
    (tmp_path / "patient.py").write_text(BOT.format(gate=str(gate)))
    return gate


@pytest.fixture
def ladder(tmp_path: Path, gate: Path) -> Iterator[str]:
    """The address of a ladder that waits at the gate."""
    assert gate.exists()
    submitted = lutetia("submit", "patient.py", cwd=tmp_path)
    assert submitted.returncode == 0, submitted.stderr
    words = ("--web", "127.0.0.1:0", "--sandbox", "off", "--clock", "move=300")
    # A bot that plays several matches would wait in one and not decide in the others.
    with serving(tmp_path, *words, "--concurrency", "1") as running:
        found = re.search(r"http://[^\s/]+", await_line(running, "Web pages are at"))
        assert found is not None
        yield found[0]


def decisions(page: "Page") -> int:
    found = re.search(r"After (\d+) decisions", page.locator("[data-where]").inner_text())
    return int(found[1]) if found else 0


def test_a_match_of_the_ladder_is_watched_and_leads_to_its_replay(
    browser: "Browser", ladder: str, gate: Path
) -> None:
    with opened(browser, ladder) as page:
        page.goto("/live")
        page.get_by_role("listitem").get_by_role("link").last.wait_for()
        # The oldest: newer ones may wait until the bot has a place for them.
        waiting = page.locator("main li a", has_text="patient").last
        waiting.wait_for()
        address = waiting.get_attribute("href")
        assert address is not None
        page.goto(address)
        page.wait_for_selector("[data-slot] *")
        seen = decisions(page)
        for allowed in (1, 2, 3):
            gate.write_bytes(b"." * allowed)
            page.wait_for_function(
                "seen => parseInt(document.querySelector('[data-range]').max) > seen", arg=seen
            )
            seen = int(page.locator("[data-range]").get_attribute("max") or 0)
        page.keyboard.press("ArrowLeft")
        text = page.locator("[data-where]").inner_text()
        assert re.fullmatch(r"Decision \d+ of \d+ so far", text)
        assert page.locator("[data-chosen]").inner_text() != ""
        assert page.locator("[data-scores] tr.total").count() == 1
        page.get_by_label("Go on").click()
        gate.write_bytes(b"." * GO_ON)
        page.get_by_text("The match is over").wait_for()
        page.locator("[data-outcome]").get_by_role("link", name="Replay").click()
        page.wait_for_url(re.compile(r"/matches/\d+"))
        page.wait_for_selector("[data-ready]")
        stored = page.url
        page.goto(address)  # from now on it leads to the replay
        assert page.url.startswith(stored.partition("?")[0])


def test_match_after_match_is_followed(browser: "Browser", ladder: str, gate: Path) -> None:
    with opened(browser, ladder) as page:
        page.goto("/live")
        page.get_by_role("link", name="Follow match after match").click()
        gate.write_bytes(b"." * GO_ON)
        page.wait_for_selector("[data-slot] *")
        first = page.locator("[data-live-viewer]").get_attribute("data-match")
        page.wait_for_function(
            "first => document.querySelector('[data-live-viewer]').dataset.match !== first",
            arg=first,
        )


def test_standings_follow_a_tournament_while_it_is_played(
    browser: "Browser", tmp_path: Path, gate: Path
) -> None:
    url = f"sqlite:///{tmp_path / 'lutetia.db'}"
    gate.write_bytes(b"." * GO_ON)
    words = ("--game", "connect_four", "--bot", "patient.py", "--bot", "random", "--rounds", "2000")
    command = [LUTETIA, "tournament", "run", *words, "--db", url, "--sandbox", "off"]
    with (
        closing(open_store(url)) as store,
        served(Site(store)) as at,
        opened(browser, at.url) as page,
    ):
        page.goto("/")
        assert "No match has been played yet" in page.locator("main").inner_text()
        with subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.DEVNULL) as running:
            try:
                first = await_more_matches(page, 0)
                assert {"patient", "random"} <= set(
                    page.locator(".standings bdi").all_inner_texts()
                )
                assert await_more_matches(page, first) > first
                assert running.poll() is None
            finally:
                running.terminate()


def await_more_matches(page: "Page", before: int) -> int:
    """Wait until the standings are of more matches than before, without a reload."""
    page.wait_for_function(
        """before => {
          const found = /(\\d+) matches/.exec(document.querySelector("main").innerText);
          return found && Number(found[1]) > before;
        }""",
        arg=before,
    )
    found = re.search(r"(\d+) matches", page.locator("main").inner_text())
    assert found is not None
    return int(found[1])
