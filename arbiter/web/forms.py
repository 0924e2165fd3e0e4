"""What a browser sends us by POST: how much of it is read, and from whose pages."""

from contextlib import aclosing
from urllib.parse import urlsplit

from starlette.requests import Request

BODY_LIMIT = 10_000
"""How many bytes somebody may send us."""


async def read_body(request: Request) -> bytes | None:
    """Return what was sent; None if it is larger than BODY_LIMIT."""
    body = b""
    async with aclosing(request.stream()) as chunks:
        async for chunk in chunks:
            body += chunk
            if len(body) > BODY_LIMIT:
                return None
    return body


def is_from_own_page(request: Request) -> bool:
    """Tell whether a page of ours sent it, and not another site's in a visitor's name.

    Browsers name the origin of every POST.
    """
    origin, host = request.headers.get("origin", ""), request.headers.get("host", "")
    return bool(host) and urlsplit(origin).netloc == host
