"""Reads files of the host, the environment of the arbiter, other processes, the network."""

import os
import socket
import sys
from pathlib import Path

from attack import attack, something

secret, variable = Path(sys.argv[1]), sys.argv[2]


def environments() -> object:
    """Look for a variable of the arbiter in the environment of every process there is."""
    read = [path.read_bytes() for path in Path("/proc").glob("[0-9]*/environ")]
    return something([environment for environment in read if variable.encode() in environment])


attack(
    secret=lambda: secret.read_text(),
    passwd=lambda: Path("/etc/passwd").read_text(),
    shadow=lambda: Path("/etc/shadow").read_text(),
    home=lambda: [*Path("/home").iterdir()],
    ssh=lambda: [*Path("/root/.ssh").iterdir()],
    var=lambda: [*Path("/var").iterdir()],
    sys=lambda: [*Path("/sys").iterdir()],
    environment=lambda: os.environ[variable],
    environments=environments,
    hostname=lambda: something(socket.gethostname().removeprefix("bot")),
    network=lambda: something(socket.if_nameindex()[1:]),
)
