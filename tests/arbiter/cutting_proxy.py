"""A TCP proxy that a test can cut: all its connections break, and new ones may be made."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress


class CuttingProxy:
    """Stands between a bot and an arbiter, on a port of its own."""

    def __init__(self, target: str) -> None:
        self.connections = 0
        """How many have been passed on so far."""
        self.closed_next = 0
        """How many are closed as soon as they are made, from now on."""
        self._target = target
        self._lock = threading.Lock()
        self._open: list[socket.socket] = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """Break all connections, as a router does that is switched off and on."""
        with self._lock:
            for connection in self._open:
                with suppress(OSError):
                    connection.shutdown(socket.SHUT_RDWR)
            self._open.clear()

    def close(self) -> None:
        """Break all connections, and refuse new ones."""
        with suppress(OSError):  # it may be closed already
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self.cut()

    def _connect(self) -> socket.socket:
        if self._target.startswith("unix:"):
            server = socket.socket(socket.AF_UNIX)
            server.connect(self._target.removeprefix("unix:"))
            return server
        host, _, port = self._target.rpartition(":")
        return socket.create_connection((host, int(port)))

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                bot, _ = self._listener.accept()
                if self.closed_next:
                    self.closed_next -= 1
                    bot.close()
                    continue
                server = self._connect()
                with self._lock:
                    self._open += [bot, server]
                    self.connections += 1
                for ends in ((bot, server), (server, bot)):
                    threading.Thread(target=_pass_on, args=ends, daemon=True).start()


def _pass_on(source: socket.socket, target: socket.socket) -> None:
    with suppress(OSError):
        while data := source.recv(65536):
            target.sendall(data)
    for end in (source, target):
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
    # Both directions use both ends; whoever is second finds them closed.
    source.close()


@contextmanager
def cutting_proxy(target: str) -> Iterator[CuttingProxy]:
    """Run a proxy in front of an address, `host:port` or `unix:path`, while a block lasts."""
    proxy = CuttingProxy(target)
    try:
        yield proxy
    finally:
        proxy.close()
