"""The rules of a game as a page, made from docs/rules."""

from functools import cache
from pathlib import Path

from markdown_it import MarkdownIt
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from arbiter.web.app import Site
from ladder.errors import NotStored

_FOLDERS = (Path(__file__).with_name("rules"), Path(__file__).parents[2] / "docs" / "rules")
"""Where the rules are in an installed wheel, and in a checkout."""


def rulebook(site: Site, request: Request) -> Response:
    game = request.path_params["game"]
    if not has_rulebook(game):
        raise NotStored(f"there is no rulebook for {game!r} here")
    return site.page(request, "rules.html", game=game, rules=_markup(game))


def has_rulebook(game: str) -> bool:
    """Tell whether there is a page with the rules of a game; a plug-in has none."""
    return game in _rulebooks()


@cache
def _rulebooks() -> dict[str, str]:
    """Return the rules of games by their names, as Markdown."""
    return {
        page.stem: page.read_text("utf-8") for folder in _FOLDERS for page in folder.glob("*.md")
    }


@cache
def _markup(game: str) -> Markup:
    page = MarkdownIt("commonmark", {"html": False}).enable("table")
    return Markup(page.render(_rulebooks()[game]))  # noqa: S704 our own words, and HTML is escaped
