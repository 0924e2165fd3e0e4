"""Elements as text; names of bots come from strangers, so what is not markup is escaped."""

from collections.abc import Iterable

from markupsafe import Markup

from engine.record import Bot

_TOOLTIP_NAME = 24


def element(name: str, *children: str, **attributes: str | float | None) -> Markup:
    """Return an element; `class_` and `aria_label` stand for class and aria-label."""
    opening = joined(
        Markup(' %s="%s"') % (key.rstrip("_").replace("_", "-"), value)
        for key, value in attributes.items()
        if value is not None
    )
    return Markup("<%s%s>%s</%s>") % (name, opening, joined(children), name)


def joined(children: Iterable[str]) -> Markup:
    """Return text and markup one after the other; text is escaped."""
    return Markup().join(children)


def bot_markup(bot: Bot) -> Markup:
    """Return a bot's name, kept from turning the text round it, and its version."""
    name, version = element("bdi", bot.name), element("small", bot.version)
    return element("span", name, " ", version, class_="bot", title=str(bot))


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


def whole(value: float) -> str:
    """Return a whole number, with a true minus."""
    return f"{round(value)}".replace("-", "−")


def signed(value: float) -> str:
    """Return a whole number with its sign."""
    return f"+{whole(value)}" if round(value) > 0 else whole(value)
