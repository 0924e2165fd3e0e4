"""The rules of a game as a page: those of docs/rules, to which `rules` beside this is a link."""

from functools import cache
from importlib.resources import files

from markdown_it import MarkdownIt
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from arbiter.web.app import Site
from ladder.errors import NotStored


def rulebook(site: Site, request: Request) -> Response:
    game = request.path_params["game"]
    if not has_rulebook(game):
        raise NotStored(f"no rules of a game {game!r} are kept here")
    return site.page(request, "rules.html", game=game, rules=_markup(game))


def has_rulebook(game: str) -> bool:
    """Tell whether there is a page with the rules of a game; a plug-in has none."""
    return game in _rulebooks()


@cache
def _rulebooks() -> dict[str, str]:
    """Return the rules of games by their names, as Markdown."""
    folder = files("arbiter.web") / "rules"
    written = [each for each in folder.iterdir() if each.name.endswith(".md")]
    return {each.name.removesuffix(".md"): each.read_text("utf-8") for each in written}


@cache
def _markup(game: str) -> Markup:
    page = MarkdownIt("commonmark", {"html": False}).enable("table")
    return Markup(page.render(_rulebooks()[game]))  # noqa: S704 our own words, and HTML is escaped
