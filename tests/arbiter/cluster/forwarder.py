"""Lets a PostgreSQL on a unix socket be reached by TCP: forwarder.py HOST:PORT SOCKET."""

import sys
from functools import partial

import trio


async def pump(source: trio.abc.Stream, sink: trio.abc.Stream, both: trio.CancelScope) -> None:
    """Copy until the source ends, then end both directions."""
    async for data in source:
        await sink.send_all(data)
    both.cancel()


async def forward(socket: str, client: trio.SocketStream) -> None:
    try:
        async with await trio.open_unix_socket(socket) as server, trio.open_nursery() as nursery:
            nursery.start_soon(pump, client, server, nursery.cancel_scope)
            nursery.start_soon(pump, server, client, nursery.cancel_scope)
    except* (trio.BrokenResourceError, trio.ClosedResourceError):
        pass


async def main() -> None:
    address, socket = sys.argv[1:]
    host, _, port = address.partition(":")
    listeners = await trio.open_tcp_listeners(int(port), host=host)
    print("ready", flush=True)
    await trio.serve_listeners(partial(forward, socket), listeners)


trio.run(main)
