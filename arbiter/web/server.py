"""The application on an address, while a block lasts."""

import logging
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import trio
from hypercorn.config import Config, Sockets
from hypercorn.trio.run import worker_serve
from hypercorn.utils import wrap_app
from starlette.applications import Starlette

from arbiter.listeners import CannotListen

CLOSE_S = 0.5
"""How long open requests may go on at the end; the streams of live matches have none."""


@asynccontextmanager
async def serving(app: Starlette, address: str) -> AsyncIterator[str]:
    """Serve pages on `host:port` while a block lasts; the URL of the first page."""
    config = Config()
    config.graceful_timeout = CLOSE_S
    config.include_server_header = False
    config.h11_max_incomplete_size = 16 * 1024
    config.max_app_queue_size = 10
    config.loglevel = "WARNING"
    config.errorlog = logging.getLogger("hypercorn.error")
    sockets = Sockets(secure_sockets=[], insecure_sockets=[_listen(address)], quic_sockets=[])
    asgi: Any = app  # Starlette types its messages more loosely than hypercorn
    application = wrap_app(asgi, config.wsgi_max_body_size, "asgi")
    async with trio.open_nursery() as nursery:
        # Not hypercorn's `serve`, which takes the address itself: an error would be one of a group.
        start = partial(worker_serve, application, config, sockets=sockets)
        bound = await nursery.start(start)
        yield f"{bound[0]}/"
        nursery.cancel_scope.cancel()


def _listen(address: str) -> socket.socket:
    host, _, port = address.rpartition(":")
    if not host or not port.isdecimal() or int(port) > 65_535:
        raise CannotListen(f"cannot listen on {address!r}: write HOST:PORT, as in 127.0.0.1:8000")
    family = socket.AF_INET6 if host.startswith("[") else socket.AF_INET
    try:
        listening = socket.create_server((host.strip("[]"), int(port)), family=family)
    except OSError as error:
        raise CannotListen(f"cannot listen on {address}: {error}") from None
    listening.setblocking(False)
    return listening
