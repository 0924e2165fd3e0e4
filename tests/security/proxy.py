"""A PostgreSQL server that can be taken away from its users, and given back."""

import socket
import threading
from contextlib import suppress
from pathlib import Path

import sqlalchemy as sa

NAME = ".s.PGSQL.5432"


class Proxy:
    """Stands between a database and its users, on a socket of its own."""

    def __init__(self, url: str, folder: Path) -> None:
        made = sa.make_url(url)
        host = made.query["host"]
        assert isinstance(host, str), "the test server listens on a socket in a folder"
        self.url = made.update_query_dict({"host": str(folder)}).render_as_string(
            hide_password=False
        )
        self._server = f"{host}/{NAME}"
        self._path = folder / NAME
        self._lock = threading.Lock()
        self._open: list[socket.socket] = []
        self._listener: socket.socket | None = None
        self.on()

    def on(self) -> None:
        """Let users connect."""
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(str(self._path))
        listener.listen()
        self._listener = listener
        threading.Thread(target=self._accept, args=(listener,), daemon=True).start()

    def off(self) -> None:
        """End all connections, and refuse new ones."""
        assert self._listener is not None
        self._path.unlink()
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        with self._lock:
            for connection in self._open:
                with suppress(OSError):
                    connection.shutdown(socket.SHUT_RDWR)
            self._open.clear()

    def _accept(self, listener: socket.socket) -> None:
        with suppress(OSError):
            while True:
                user, _ = listener.accept()
                server = socket.socket(socket.AF_UNIX)
                server.connect(self._server)
                with self._lock:
                    self._open += [user, server]
                for ends in ((user, server), (server, user)):
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
