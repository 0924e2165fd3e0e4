"""What a bot has printed is for its author alone."""

from pathlib import Path

import pytest

from arbiter.tournaments.ladder import open_ladder
from arbiter.tournaments.stored_ladder import LOGS
from arbiter.web.app import build_app
from tests.arbiter.web.asking import Answer, ask
from tests.arbiter.web.conftest import ADA, Shown

OURS = {"host": "ladder.example", "origin": "http://ladder.example"}


@pytest.fixture
def token(shown: Shown, tmp_path: Path) -> str:
    shown.store.keep(open_ladder(shown.store), LOGS, str(tmp_path))
    (tmp_path / "ada@1-20260101-120000.log").write_text(
        "# started\n<b>I see 3 moves</b>\n# ended\n"
    )
    shown.store.submit(ADA, str(tmp_path), "content")
    return shown.store.add_author_token("ada")


def send(shown: Shown, token: str, **headers: str) -> Answer:
    return ask(build_app(shown.site), "/logs/ada@1", {**OURS, **headers}, f"token={token}")


def test_the_author_reads_what_the_bot_has_printed(shown: Shown, token: str) -> None:
    answer = send(shown, token)
    assert answer.status == 200
    assert "<b>I see 3 moves</b>" in answer.page.text
    assert not answer.page.all("b")
    assert answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize("said", ["", "guess", "%00"])
def test_nobody_else_does(shown: Shown, token: str, said: str) -> None:
    answer = send(shown, said)
    assert answer.status == 403
    assert "I see 3 moves" not in answer.text


def test_a_token_that_was_replaced_is_not_valid(shown: Shown, token: str) -> None:
    shown.store.add_author_token("ada")
    assert send(shown, token).status == 403


def test_a_new_version_has_the_same_author(shown: Shown, token: str, tmp_path: Path) -> None:
    shown.store.submit(ADA._replace(version="2"), str(tmp_path), "other content")
    app = build_app(shown.site)
    assert ask(app, "/logs/ada@2", OURS, f"token={token}").status == 200


@pytest.mark.parametrize("origin", ["", "http://evil.example", "null"])
def test_a_form_of_another_site_is_refused(shown: Shown, token: str, origin: str) -> None:
    assert send(shown, token, origin=origin).status == 403


def test_a_token_is_taken_from_no_address(shown: Shown, token: str) -> None:
    assert shown.get(f"/logs/ada@1?token={token}").status == 405


def test_a_large_form_is_refused(shown: Shown, token: str) -> None:
    assert send(shown, "x" * 10_000).status == 413


def test_the_page_of_a_submitted_bot_asks_for_the_token(shown: Shown, token: str) -> None:
    (form,) = shown.get("/bots/ada@1").page.all("form")
    assert (form["action"], form["method"]) == ("/logs/ada%401", "post")
    assert not shown.get("/bots/bea@2").page.all("form")
