"""Elements as text; names of bots come from strangers, so what is not markup is escaped."""

from collections.abc import Callable, Iterable
from functools import cache

from markupsafe import Markup, escape

from engine.record import Bot

_TOOLTIP_NAME = 24
Link = Callable[[Bot], str]
"""Where a bot's own page is; a page that is one file has none."""


def element(name: str, *children: str, **attributes: str | float | None) -> Markup:
    """Return an element; `class_` and `aria_label` stand for class and aria-label."""
    # Not by Markup's own operators, which take four times as long: a board has many elements.
    opening = "".join(
        [
            f' {_attribute(key)}="{escape(str(value))}"'
            for key, value in attributes.items()
            if value is not None
        ]
    )
    inner = "".join(map(escape, children))
    return Markup(f"<{name}{opening}>{inner}</{name}>")  # noqa: S704 - all parts are escaped


@cache
def _attribute(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


def joined(children: Iterable[str]) -> Markup:
    """Return text and markup one after the other; text is escaped."""
    return Markup().join(children)


def bot_markup(bot: Bot, link: Link | None = None) -> Markup:
    """Return a bot's name, kept from turning the text round it, and its version."""
    name, version = element("bdi", bot.name), element("small", f"@{bot.version}")
    if link is None:
        return element("span", name, version, class_="bot", title=str(bot))
    return element("a", name, version, class_="bot", title=str(bot), href=link(bot))


def short_text(bot: Bot) -> str:
    """Return a bot's name as a tooltip has room for it."""
    name = bot.name
    return name if len(name) <= _TOOLTIP_NAME else f"{name[: _TOOLTIP_NAME - 1]}…"


def table(head: Iterable[Markup], rows: Iterable[Markup], label: str, class_: str) -> Markup:
    """Return a table that scrolls within its own frame where the page is too narrow for it."""
    header, body = element("thead", element("tr", *head)), element("tbody", *rows)
    inner = element("table", header, body, class_=class_, aria_label=label)
    return element("div", inner, class_="scroll", tabindex="0", role="region", aria_label=label)


def column(text: str, **attributes: str | None) -> Markup:
    return element("th", text, scope="col", **attributes)


def cells(texts: Iterable[str]) -> list[Markup]:
    return [element("td", text) for text in texts]


def likelihood(share: float) -> str:
    """Return a likelihood in per cent, which is never quite 0 or 100."""
    if not 0.0005 <= share <= 0.9995:
        return ">99.9 %" if share > 0.5 else "<0.1 %"
    return f"{100 * share:.1f} %"


def whole(value: float) -> str:
    """Return a whole number, with a true minus."""
    return f"{round(value)}".replace("-", "−")


def signed(value: float) -> str:
    """Return a whole number with its sign."""
    return f"+{whole(value)}" if round(value) > 0 else whole(value)
