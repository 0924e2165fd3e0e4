"""Elements as text; names of bots come from strangers, so what is not markup is escaped."""

from collections.abc import Iterable
from html import escape

from engine.record import Bot

_TOOLTIP_NAME = 24


class Markup(str):
    """Text that is HTML already."""

    __slots__ = ()


def element(name: str, *children: str, **attributes: str | float | None) -> Markup:
    """Return an element; `class_` and `aria_label` stand for class and aria-label."""
    opening = "".join(_attribute(*each) for each in attributes.items() if each[1] is not None)
    return Markup(f"<{name}{opening}>{joined(children)}</{name}>")


def joined(children: Iterable[str]) -> Markup:
    """Return text and markup one after the other."""
    return Markup("".join(c if isinstance(c, Markup) else escape(c) for c in children))


def bot_markup(bot: Bot) -> Markup:
    """Return a bot's name, kept from turning the text round it, and its version."""
    name, version = element("bdi", bot.name), element("small", bot.version)
    return element("span", name, " ", version, class_="bot", title=bot_text(bot))


def bot_text(bot: Bot) -> str:
    """Return a bot's name and version."""
    return f"{bot.name} {bot.version}"


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
    """Return the heading of a column."""
    return element("th", text, scope="col", **attributes)


def cells(texts: Iterable[str]) -> list[Markup]:
    """Return a cell for each text."""
    return [element("td", text) for text in texts]


def whole(value: float) -> str:
    """Return a whole number, with a true minus."""
    return f"{round(value)}".replace("-", "−")


def signed(value: float) -> str:
    """Return a whole number with its sign."""
    return f"+{whole(value)}" if round(value) > 0 else whole(value)


def _attribute(name: str, value: str | float | None) -> str:
    return f' {name.rstrip("_").replace("_", "-")}="{escape(str(value))}"'
