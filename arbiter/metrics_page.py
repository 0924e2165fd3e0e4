"""A page of metrics over HTTP, on an address of its own: for a monitoring system to fetch."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial

import trio

from arbiter.listeners import CannotListen

CONTENT_TYPE = "application/openmetrics-text; version=1.0.0; charset=utf-8"
REQUEST_S = 5.0
"""How long a request may take to come in and its answer to go out."""
REQUEST_LIMIT = 8 * 1024
CONNECTIONS = 16
"""How many are answered at a time; more wait."""


@asynccontextmanager
async def metrics_page(address: str, exposition: Callable[[], str]) -> AsyncIterator[str]:
    """Answer `GET /metrics` on `host:port` while a block lasts; the address that was taken."""
    host, _, port = address.rpartition(":")
    try:
        listeners = await trio.open_tcp_listeners(int(port), host=host.strip("[]"))
    except (OSError, ValueError) as error:
        raise CannotListen(f"cannot listen on {address}: {error}") from None
    places = trio.Semaphore(CONNECTIONS)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(trio.serve_listeners, partial(_answer, exposition, places), listeners)
        yield f"{host}:{listeners[0].socket.getsockname()[1]}"
        nursery.cancel_scope.cancel()


async def _answer(
    exposition: Callable[[], str], places: trio.Semaphore, stream: trio.SocketStream
) -> None:
    try:
        with trio.move_on_after(REQUEST_S):
            async with places:
                request = b""
                while b"\r\n\r\n" not in request and len(request) < REQUEST_LIMIT:
                    chunk = await stream.receive_some(REQUEST_LIMIT)
                    if not chunk:
                        return
                    request += chunk
                await stream.send_all(_response(request.split(b"\r\n")[0], exposition))
    except trio.BrokenResourceError:
        pass  # whoever asked is gone


def _response(request_line: bytes, exposition: Callable[[], str]) -> bytes:
    status, body = "404 Not Found", "there is only /metrics\n"
    if request_line.startswith(b"GET /metrics "):
        status, body = "200 OK", exposition()
    content = body.encode()
    head = (
        f"HTTP/1.1 {status}\r\nContent-Type: {CONTENT_TYPE}\r\n"
        f"Content-Length: {len(content)}\r\nConnection: close\r\n\r\n"
    )
    return head.encode() + content
