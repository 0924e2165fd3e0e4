"""Asking an application as a server would, without one."""

from collections.abc import Mapping
from html.parser import HTMLParser
from typing import Any, NamedTuple
from urllib.parse import unquote

import trio
from starlette.types import ASGIApp


class Answer(NamedTuple):
    """What an application answered."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()

    @property
    def page(self) -> "Page":
        return read_page(self.text)


def ask(
    app: ASGIApp, path: str, headers: Mapping[str, str] | None = None, form: str | None = None
) -> Answer:
    """GET a path, or POST a form; names of headers are written with underscores."""
    bare, _, query = path.partition("?")
    scope: dict[str, Any] = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "GET" if form is None else "POST",
        "scheme": "http",
        "server": ("localhost", 80),
        "path": unquote(bare),
        "raw_path": bare.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": [
            (name.replace("_", "-").encode(), value.encode())
            for name, value in (headers or {}).items()
        ],
    }
    got: list[Any] = []

    async def receive() -> Any:
        return {"type": "http.request", "body": (form or "").encode(), "more_body": False}

    async def send(message: Any) -> None:
        got.append(message)

    trio.run(app, scope, receive, send)
    start = got[0]
    told = {name.decode(): value.decode() for name, value in start["headers"]}
    return Answer(start["status"], told, b"".join(each.get("body", b"") for each in got[1:]))


class Page(HTMLParser):
    """What a page has: elements with their attributes, and its text."""

    def __init__(self) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.elements if name == tag]


def read_page(text: str) -> Page:
    page = Page()
    page.feed(text)
    return page
