"""The arbiter without streams: sessions that the test has let in."""

import pytest
import trio
import trio.testing

from arbiter.arbiter import Arbiter
from arbiter.clocks import parse_clock
from engine.record import Bot, Ending, Setup


def test_a_game_that_ends_after_its_stop_is_no_bug_of_ours(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """An answer may be on its way when a tournament is stopped; it was logged as a failure."""
    setup, control = Setup("connect_four", 2, {}, 1), parse_clock("10")

    async def main() -> None:
        arbiter = Arbiter(lambda wake: wake())
        for name in ("a", "b"):
            arbiter.expect(name, Bot(name, "1"), "token").session = arbiter.open_session()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(arbiter.play, setup, ("a", "b"), control, 1.0)
            await trio.testing.wait_all_tasks_blocked()
            nursery.cancel_scope.cancel()
        for player in arbiter.players.values():
            assert player.session is not None
            arbiter.forfeit(player.session, Ending.DISCONNECT, "the stream has ended")

    trio.run(main)
    assert caplog.records == []
