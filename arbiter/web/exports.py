"""A replay as one HTML file that opens offline: the page's own script and style, and the steps."""

from collections.abc import Sequence

from arbiter.web.app import Site, static_text
from arbiter.web.replays import Replay
from ladder.report.page import offline_policy


def replay_page(site: Site, replay: Replay, title: str, names: Sequence[str]) -> str:
    """Return a replay as one file."""
    style = static_text("page.css") + static_text("web.css")
    script = static_text("replay.js")
    # "<" ends a script element or begins a comment in it; in JSON it only occurs in strings.
    data = replay.json.decode().replace("<", "\\u003c")
    return site.render(
        "export.html",
        title=title,
        names=names,
        replay=replay,
        board=replay.board_markup(0),
        step=0,
        style=style,
        script=script,
        data=data,
        policy=offline_policy(style, script),
    )
