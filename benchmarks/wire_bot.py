"""Two trivial bots in one process, for the benchmark of the wire: any action."""

import asyncio
import sys

from arbiter.client import Turn, _play, _SinglePlayer
from lutetia.v1 import PROTOCOL_VERSION, play_pb2


def choose(turn: Turn) -> int:
    """Take any action: what is measured is everything else."""
    return int(turn.match.rng.random() * turn.action_count)


async def main(address: str, *bots: str) -> None:
    """Play as each of the bots, on a stream of its own."""
    hellos = [
        play_pb2.Hello(protocol_version=PROTOCOL_VERSION, bot=bot, token=bot, max_matches=1_000)
        for bot in bots
    ]
    await asyncio.gather(*(_play(_SinglePlayer(choose), address, None, hello) for hello in hellos))


asyncio.run(main(*sys.argv[1:]))
