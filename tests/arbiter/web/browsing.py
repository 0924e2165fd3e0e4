"""Chromium, and what a page in it must not do."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Dialog, Page, ViewportSize

CHROMIUM = shutil.which("chromium")
PHONE: "ViewportSize" = {"width": 390, "height": 844}
PATIENCE_MS = 120_000
"""On a busy machine a page may take long; what is waited for comes, or the test fails anyway."""


@pytest.fixture(scope="module")
def browser() -> Iterator["Browser"]:
    playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
    if CHROMIUM is None:
        pytest.skip("Chromium is not installed: apt-get install chromium")
    with playwright.sync_playwright() as driver:
        # Chromium's own sandbox does not start for root, and these pages are ours.
        launched = driver.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox"], timeout=PATIENCE_MS
        )
        yield launched
        launched.close()


@contextmanager
def opened(
    browser: "Browser", url: str, viewport: "ViewportSize | None" = None, **options: Any
) -> Iterator["Page"]:
    """Open a page that is watched, and must have been quiet at the end of the block."""
    with browser.new_context(base_url=url, viewport=viewport, **options) as context:
        context.set_default_timeout(PATIENCE_MS)
        page = context.new_page()
        complaints = _watch(page, url)
        yield page
        assert complaints == []


def _watch(page: "Page", url: str) -> list[str]:
    """Note whatever a page does that it must not: errors, dialogs, requests to elsewhere."""
    found: list[str] = []

    def dismiss(dialog: "Dialog") -> None:
        found.append(dialog.message)
        dialog.dismiss()

    page.on("pageerror", lambda error: found.append(str(error)))
    page.on("dialog", dismiss)
    page.on("console", lambda said: found.append(said.text) if said.type == "error" else None)
    page.on(
        "request",
        lambda asked: None if asked.url.startswith(url) else found.append(asked.url),
    )
    return found
