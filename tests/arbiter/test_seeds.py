"""The seed of a deal stays with the arbiter: no byte that a bot is sent depends on knowing it."""

import pytest

from arbiter.clocks import StallFreeClock, parse_clock
from arbiter.live_match import LiveMatch
from arbiter.match import Match, Result
from arbiter.sessions import Session
from arbiter.wire.fields import varint
from engine.dice import derive, public_seed
from engine.record import Bot, Record, Setup
from lutetia.v1 import play_pb2
from tests.arbiter.test_live_match import nobody

SEED = derive(2024, "a match")
PUBLIC_NAME = ("cup", "paris", 0, 2, 1)


def written(seed: int) -> dict[str, bytes]:
    """Return a seed of 128 bits in all ways in which it could be sent by mistake."""
    whole = seed.to_bytes(16, "big")
    halves = [seed >> 64, seed & (2**64 - 1)]
    ways = {
        "decimal": str(seed).encode(),
        "hex": f"{seed:x}".encode(),
        "HEX": f"{seed:X}".encode(),
        "big-endian": whole,
        "little-endian": whole[::-1],
        "varint": varint(seed),
    }
    for name, half in zip(("high", "low"), halves, strict=True):
        ways[f"{name} decimal"] = str(half).encode()
        ways[f"{name} varint"] = varint(half)
        ways[f"{name} big-endian"] = half.to_bytes(8, "big")
        ways[f"{name} little-endian"] = half.to_bytes(8, "little")
    return ways


def ways_told(data: bytes, seed: int) -> list[str]:
    """Return in which ways bytes hold a seed."""
    return [way for way, text in written(seed).items() if text in data]


def play(setup: Setup) -> list[bytes]:
    """Play a match at random, and return all that each seat was sent."""
    sessions = [Session(nobody, lambda: None) for _ in range(setup.players)]
    bots = [Bot(f"bot-{seat}", "1") for seat in range(setup.players)]
    results: list[Result] = []
    match = Match(setup, bots, parse_clock("60"))
    live = LiveMatch(
        1, match, sessions, PUBLIC_NAME, StallFreeClock(), lambda *_: None, results.append
    )
    live.begin()
    sent = [b""] * setup.players
    while not results:
        for seat, session in enumerate(sessions):
            data = session.drain()
            sent[seat] += data
            for turn in play_pb2.ArbiterMessage.FromString(data).turns:
                session.seats[1].answer(turn.turn_id, turn.turn_id % turn.action_count)
    assert isinstance(results[0], Record)
    return [data + session.drain() for data, session in zip(sent, sessions, strict=True)]


@pytest.mark.parametrize(
    ("game", "players"),
    [("paris", 2), ("paris", 4), ("moscow_paris", 3), ("lumiere", 2), ("connect_four", 2)],
)
def test_nothing_that_a_bot_is_sent_holds_the_seed_of_the_deal(game: str, players: int) -> None:
    for data in play(Setup(game, players, {}, SEED)):
        assert len(data) > 1000
        assert ways_told(data, SEED) == []


@pytest.mark.parametrize("way", written(SEED))
def test_a_seed_that_is_sent_is_found_however_it_is_written(way: str) -> None:
    assert way in ways_told(b"before" + written(SEED)[way] + b"after", SEED)


def test_the_seed_of_a_bot_is_made_of_public_names_and_the_same_for_every_deal() -> None:
    for seed in (SEED, 1):
        for seat, data in enumerate(play(Setup("connect_four", 2, {}, seed))):
            (start,) = play_pb2.ArbiterMessage.FromString(data).starts
            assert start.bot_seed == public_seed(*PUBLIC_NAME, seat)
