"""Looks for its opponent's socket, and plays under its opponent's name with a guessed token."""

import os
import sys
from glob import glob
from pathlib import Path

import grpc
from attack import attack, something

from lutetia.v1 import play_pb2

folder = sys.argv[1]


def hello(name: str, token: str) -> object:
    """Say hello on the only socket there is; return what is answered."""
    greeting = play_pb2.Hello(protocol_version=1, bot=name, token=token)
    message = play_pb2.BotMessage(hello=greeting).SerializeToString()
    with grpc.insecure_channel(os.environ["LUTETIA_ADDRESS"]) as channel:
        play = channel.stream_stream("/lutetia.v1.ArbiterService/Play")
        try:
            return next(play(iter([message])))
        except grpc.RpcError as error:
            raise OSError(0, error.code().name) from None


def sockets() -> list[str]:
    """Look for sockets other than the one that is ours."""
    places = ("/run/*", "/tmp/*", "/var/*", "/dev/shm/*")
    found = [path for place in places for path in glob(place) if Path(path).is_socket()]
    return [path for path in found if path != "/run/lutetia.sock"]


def names() -> list[str]:
    """Look for sockets in the kernel's list, which has ours by the name the arbiter gave it."""
    lines = Path("/proc/net/unix").read_text().splitlines()[1:]
    found = {name for line in lines for name in line.split()[7:]}
    return sorted(found)[1:]


own = os.environ["LUTETIA_TOKEN"]
attack(
    folder=lambda: os.listdir(folder),
    found=lambda: something(sockets()),
    kernel=lambda: something(names()),
    own_token=lambda: hello("random", own),
    no_token=lambda: hello("random", ""),
    itself=lambda: hello(os.environ["LUTETIA_BOT"], own),
)
