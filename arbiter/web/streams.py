"""Streams of server-sent events."""

from collections.abc import AsyncGenerator
from contextlib import aclosing

from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

KEEP_ALIVE_S = 15.0
"""After how long a silent stream sends a comment, so that a viewer who is gone is noticed."""
KEEP_ALIVE = ": still here\n\n"


class EventStream(StreamingResponse):
    """Answers with events; what makes them is closed as soon as nobody reads them any more."""

    def __init__(self, events: AsyncGenerator[str, None]) -> None:
        headers = {"cache-control": "no-store"}
        super().__init__(events, media_type="text/event-stream", headers=headers)
        self._events = events

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async with aclosing(self._events):
            await super().__call__(scope, receive, send)
