"""Remote bots without a network: who is let in, who is there, which matches begin."""

from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime
from typing import Any

import pytest
import trio
import trio.testing

from arbiter.arbiter import Arbiter
from arbiter.bot_life import LifeState
from arbiter.bots import Manifest, remote_bot
from arbiter.clocks import parse_clock
from arbiter.gallery import Gallery
from arbiter.jobs import Job, JobResult, Withdrawn
from arbiter.local_arbiter import open_local_arbiter
from arbiter.match import Result, Void
from arbiter.sessions import UNSOLICITED_LIMIT, Refusal, Session, Status
from arbiter.tournaments.remote_bots import FLOOD_COST, HELLOS, JointPool, RemoteBots
from engine.record import Bot, Ending, PackedRecord, Record, Setup, unpack_record
from ladder.store.store import Token
from ladder.store.tokens import digest_of
from lutetia.v1 import play_pb2
from tests.arbiter.spectators import kinds, read, told_results
from tests.arbiter.tries import last_try

SETUP = Setup("connect_four", 2, {}, 1)


def token(name: str, secret: str = "secret", *, revoked: bool = False) -> Token:
    now = datetime.now(UTC)
    return Token(
        name=name,
        version="remote",
        digest=digest_of(secret),
        created=now,
        revoked=now if revoked else None,
    )


class Network:
    """An arbiter, remote bots that have tokens, and their streams."""

    def __init__(
        self, clock: trio.testing.MockClock, names: Sequence[str] = ("ada", "bea")
    ) -> None:
        self.arbiter = Arbiter(lambda wake: wake(), clock.current_time, grace_s=5.0)
        self.remote = RemoteBots(self.arbiter, [token(name) for name in names])
        self.sessions: dict[str, Session] = {}

    def connect(self, name: str, secret: str = "secret", **hello: Any) -> None:
        session = self.arbiter.open_session(lambda: None, self.remote.admit)
        greeting = play_pb2.Hello(protocol_version=1, bot=name, token=secret, **hello)
        session.receive(play_pb2.BotMessage(hello=greeting).SerializeToString())
        self.sessions[name] = session

    def lose(self, name: str) -> None:
        self.arbiter.close_session(self.sessions[name])

    def refused(self, name: str, secret: str = "secret") -> Status:
        with pytest.raises(Refusal) as refusal:
            self.connect(name, secret)
        return refusal.value.status

    def answer_all(self) -> None:
        """Answer with the first action until nothing is due."""
        while self.answer_turns():
            pass

    def answer_turns(self) -> int:
        """Answer what is due for each bot with the first action, and return how many turns."""
        turns = [
            (session, turn)
            for session in self.sessions.values()
            for turn in play_pb2.ArbiterMessage.FromString(session.drain()).turns
        ]
        for session, turn in turns:
            part = play_pb2.Answer(match_id=turn.match_id, turn_id=turn.turn_id)
            session.receive(play_pb2.BotMessage(answers=[part]).SerializeToString())
        return len(turns)


def with_network(test: Callable[[Network], Awaitable[None]]) -> None:
    """Run a test with remote bots, on a clock that jumps."""
    clock = trio.testing.MockClock(autojump_threshold=0)

    async def main() -> None:
        network = Network(clock)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(network.arbiter.watch)
            await test(network)
            nursery.cancel_scope.cancel()

    trio.run(main, clock=clock)


@pytest.mark.parametrize(
    ("name", "secret"),
    [("ada", "guess"), ("ada", ""), ("cleo", "secret"), ("", ""), ("ada@remote", "secret")],
)
def test_a_bot_without_its_token_is_not_let_in(name: str, secret: str) -> None:
    async def test(network: Network) -> None:
        assert network.refused(name, secret) is Status.UNAUTHENTICATED
        assert not network.remote.present()

    with_network(test)


def test_the_token_of_another_bot_does_not_help() -> None:
    async def test(network: Network) -> None:
        network.remote.update([token("ada", "one"), token("bea", "two")])
        assert network.refused("ada", "two") is Status.UNAUTHENTICATED
        network.connect("ada", "one")

    with_network(test)


def test_a_remote_bot_cannot_be_had_from_a_local_stream() -> None:
    async def test(network: Network) -> None:
        network.connect("ada")
        network.lose("ada")
        session = network.arbiter.open_session(lambda: None)
        for secret in ("", "secret"):
            hello = play_pb2.Hello(protocol_version=1, bot="ada@remote", token=secret)
            with pytest.raises(Refusal, match="no bot of this name"):
                session.receive(play_pb2.BotMessage(hello=hello).SerializeToString())

    with_network(test)


def test_a_bot_is_there_while_it_is_connected_with_the_games_of_its_hello() -> None:
    async def test(network: Network) -> None:
        network.connect("ada", games=["paris"])
        network.connect("bea")
        ada, bea = Bot("ada", "remote"), Bot("bea", "remote")
        assert network.remote.present() == {ada: ["paris"], bea: []}
        network.lose("bea")
        assert network.remote.present() == {ada: ["paris"]}
        network.connect("bea")
        assert network.remote.present() == {ada: ["paris"], bea: []}

    with_network(test)


def test_a_bot_that_comes_too_late_to_come_back_begins_a_new_life() -> None:
    async def test(network: Network) -> None:
        network.connect("ada")
        network.lose("ada")
        await trio.sleep(6)
        before = network.arbiter.lives["ada@remote"]
        assert before.state is LifeState.DISCONNECTED
        network.connect("ada")
        after = network.arbiter.lives["ada@remote"]
        assert after.state is LifeState.CONNECTED

    with_network(test)


def test_a_bot_whose_token_is_revoked_is_sent_away_and_forfeits() -> None:
    async def test(network: Network) -> None:
        for name in ("ada", "bea"):
            network.connect(name)
        lives = [network.arbiter.lives[f"{name}@remote"] for name in ("ada", "bea")]
        results: list[Result] = []

        async def play() -> None:
            control = parse_clock("10")
            results.append(await network.arbiter.play(SETUP, lives, control, ("test",)))

        async with trio.open_nursery() as nursery:
            nursery.start_soon(play)
            await trio.testing.wait_all_tasks_blocked()
            network.remote.update([token("ada", revoked=True), token("bea")])
            refusal = network.sessions["ada"].refusal
            assert refusal is not None
            assert refusal.status is Status.UNAUTHENTICATED
            assert network.refused("ada") is Status.UNAUTHENTICATED
            network.answer_all()
        (record,) = results
        assert isinstance(record, Record)
        assert [seat.ending for seat in record.seats] == [Ending.DISCONNECT, Ending.PLAYED]
        assert "revoked" in record.seats[0].reason

    with_network(test)


def test_a_bot_whose_token_is_replaced_is_sent_away_wherever_it_is() -> None:
    async def test(network: Network) -> None:
        network.connect("ada")
        network.connect("bea")
        network.lose("bea")
        away = network.arbiter.lives["bea@remote"]
        network.remote.update([token("ada", "new"), token("bea", "new")])
        refusal = network.sessions["ada"].refusal
        assert refusal is not None
        assert (refusal.status, "replaced" in str(refusal)) == (Status.UNAUTHENTICATED, True)
        assert network.refused("ada") is Status.UNAUTHENTICATED
        network.connect("ada", "new")
        network.connect("bea", "new")
        assert network.arbiter.lives["bea@remote"] is not away  # it has nothing of the old one's
        network.remote.update([token("ada", "new"), token("bea", "new")])
        assert len(network.remote.present()) == 2

    with_network(test)


def test_a_bot_that_opens_streams_all_the_time_has_to_wait() -> None:
    async def test(network: Network) -> None:
        for _ in range(HELLOS):
            network.connect("ada")
            network.sessions["ada"].close()
            network.lose("ada")
        assert network.refused("ada") is Status.RESOURCE_EXHAUSTED
        network.connect("bea")
        await trio.sleep(60)
        network.connect("ada")

    with_network(test)


def test_a_bot_whose_streams_end_in_floods_has_to_wait_sooner() -> None:
    async def test(network: Network) -> None:
        flood = play_pb2.BotMessage().SerializeToString()
        for _ in range(HELLOS // FLOOD_COST + 1):
            network.connect("ada")
            with pytest.raises(Refusal) as refusal:
                for _ in range(2 * UNSOLICITED_LIMIT):
                    network.sessions["ada"].receive(flood)
            network.arbiter.refuse(network.sessions["ada"], refusal.value)
        assert network.refused("ada") is Status.RESOURCE_EXHAUSTED
        await trio.sleep(60)
        network.connect("ada")

    with_network(test)


def job(*names: str) -> Job:
    bots: dict[str, Manifest] = {
        f"{name}@remote": remote_bot(Bot(name, "remote")) for name in names
    }
    return Job(SETUP, bots, parse_clock("10"), ("test",))


class NoWorkers:
    """Workers that must not be asked."""

    async def play(self, job: Job) -> JobResult:
        return Void("a worker was asked to play with a remote bot")


def with_pool(
    test: Callable[[Network, JointPool, trio.Nursery], Awaitable[None]],
    gallery: Gallery | None = None,
) -> None:
    """Run a test with a pool that plays the matches of remote bots; all its bots are remote."""

    async def main(network: Network) -> None:
        async with open_local_arbiter() as here, trio.open_nursery() as nursery:
            here.arbiter = network.arbiter
            pool = JointPool(NoWorkers(), here, network.remote, gallery)
            await test(network, pool, nursery)
            nursery.cancel_scope.cancel()

    with_network(main)


def test_a_match_with_a_bot_that_has_left_does_not_begin() -> None:
    async def test(network: Network, pool: JointPool, nursery: trio.Nursery) -> None:
        network.connect("ada")
        assert isinstance(await pool.play(job("ada", "bea")), Withdrawn)
        network.connect("bea")
        network.sessions["bea"].close()
        network.lose("bea")
        assert isinstance(await pool.play(job("ada", "bea")), Withdrawn)
        assert not network.sessions["ada"].seats

    with_pool(test)


def test_a_match_of_remote_bots_can_be_watched() -> None:
    gallery = Gallery()
    spectator = gallery.enter(b"", lambda: None)

    async def test(network: Network, pool: JointPool, nursery: trio.Nursery) -> None:
        network.connect("ada")
        network.connect("bea")
        results: list[JobResult] = []

        async def play() -> None:
            results.append(last_try(await pool.play(job("ada", "bea"))))

        nursery.start_soon(play)
        await trio.testing.wait_all_tasks_blocked()
        network.answer_turns()
        await trio.sleep(1)
        assert kinds(read(gallery, spectator)) == ["match", 0, 1]
        network.answer_all()
        await trio.sleep(1)
        (result,) = results
        assert isinstance(result, PackedRecord)
        record, _ = unpack_record(result.body)
        parts = read(gallery, spectator)
        assert kinds(parts) == [*range(2, len(record.actions) + 1), "end"]
        assert told_results(parts) == [(seat.score, seat.rank) for seat in record.seats]

    with_pool(test, gallery)


def test_a_match_waits_for_a_bot_that_is_away_and_for_a_free_place() -> None:
    async def test(network: Network, pool: JointPool, nursery: trio.Nursery) -> None:
        results: list[JobResult] = []

        async def play() -> None:
            results.append(last_try(await pool.play(job("ada", "bea"))))

        network.connect("ada")
        network.connect("bea")
        network.lose("bea")
        nursery.start_soon(play)
        nursery.start_soon(play)
        await trio.testing.wait_all_tasks_blocked()
        assert not network.sessions["ada"].seats
        network.connect("bea")
        await trio.testing.wait_all_tasks_blocked()
        assert len(network.sessions["ada"].seats) == 1  # one at a time, as its hello says
        for count in (1, 2):
            network.answer_all()
            await trio.testing.wait_all_tasks_blocked()
            assert len(results) == count
        assert all(isinstance(result, PackedRecord) for result in results)

    with_pool(test)
