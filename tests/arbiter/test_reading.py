"""Calls that only read, over real gRPC: in threads, limited, beside the streams of bots."""

import asyncio
import threading
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, TypeVar

import pytest
import trio
from grpc import aio
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc

from arbiter.arbiter import Arbiter
from arbiter.listeners import CALLS_AT_ONCE, CALLS_PER_S, READERS, SERVICE, ReadService, listening
from arbiter.loops import in_asyncio, run
from arbiter.sessions import HELLO_LIMIT, Refusal, Status

T = TypeVar("T")
NAME = "lutetia.v1.LadderService"
DEADLINE_S = 600.0
Work = Callable[[], bytes]


def converse(
    tmp_path: Path,
    talk: Callable[[aio.Channel], Coroutine[Any, Any, T]],
    call: Callable[[bytes], Work] | None,
    **options: Any,
) -> T:
    """Talk to a listener that has one call, or none."""
    readable = None if call is None else ReadService(NAME, {"Read": call})

    async def connected(address: str) -> T:
        async with aio.insecure_channel(address) as channel:
            return await talk(channel)

    async def main() -> T:
        arbiter = Arbiter(trio.lowlevel.current_trio_token().run_sync_soon)
        address = f"unix:{tmp_path}/arbiter"
        with trio.fail_after(DEADLINE_S):
            async with listening(arbiter, address, readable=readable, **options) as bound:
                return await in_asyncio(connected(bound))

    return run(main)


def read(channel: aio.Channel, request: bytes = b"") -> Any:
    call: Any = channel.unary_unary(f"/{NAME}/Read")
    return call(request)


async def end_of(call: Any) -> tuple[str, str]:
    return (await call.code()).name, await call.details()


def test_a_call_is_answered_with_what_its_thread_returns(tmp_path: Path) -> None:
    threads: list[threading.Thread] = []

    def call(request: bytes) -> Work:
        threads.append(threading.current_thread())

        def work() -> bytes:
            threads.append(threading.current_thread())
            return request[::-1]

        return work

    async def talk(channel: aio.Channel) -> bytes:
        answer: bytes = await read(channel, b"abc")
        return answer

    assert converse(tmp_path, talk, call) == b"cba"
    began, worked = threads
    assert began is threading.main_thread()
    assert worked is not began


def test_a_slow_call_holds_up_nobody_else(tmp_path: Path) -> None:
    finish = threading.Event()

    def work() -> bytes:
        finish.wait(DEADLINE_S)
        return b"done"

    async def talk(channel: aio.Channel) -> tuple[int, bytes]:
        slow = read(channel)
        stub: Any = health_pb2_grpc.HealthStub(channel)
        told = await stub.Check(health_pb2.HealthCheckRequest())
        assert not slow.done()
        finish.set()
        return told.status, await slow

    assert converse(tmp_path, talk, lambda _: work) == (1, b"done")


def test_one_machine_has_a_few_calls_at_a_time_and_no_more_threads_than_there_are(
    tmp_path: Path,
) -> None:
    finish, lock, at_once, most = threading.Event(), threading.Lock(), 0, 0

    def work() -> bytes:
        nonlocal at_once, most
        with lock:
            at_once += 1
            most = max(most, at_once)
        finish.wait(DEADLINE_S)
        with lock:
            at_once -= 1
        return b"done"

    async def talk(channel: aio.Channel) -> tuple[tuple[str, str], list[bytes]]:
        calls = [read(channel) for _ in range(CALLS_AT_ONCE + 1)]
        done, others = await asyncio.wait(
            [asyncio.ensure_future(call.code()) for call in calls],
            return_when=asyncio.FIRST_COMPLETED,
        )
        assert len(done) == 1
        (refused,) = (call for call in calls if call.done())
        finish.set()
        await asyncio.wait(others)
        return await end_of(refused), [await call for call in calls if call is not refused]

    told, answers = converse(tmp_path, talk, lambda _: work)
    assert told == ("RESOURCE_EXHAUSTED", "more than 8 calls at a time from your address")
    assert answers == [b"done"] * CALLS_AT_ONCE
    assert most == READERS


def test_who_calls_all_the_time_has_to_wait(tmp_path: Path) -> None:
    async def talk(channel: aio.Channel) -> list[tuple[str, str]]:
        ends: list[tuple[str, str]] = []
        while not any(status == "RESOURCE_EXHAUSTED" for status, _ in ends):
            # One after the other, so that never too many are under way at a time.
            ends += [await end_of(read(channel)) for _ in range(2 * CALLS_PER_S)]
        return ends

    ends = converse(tmp_path, talk, lambda _: lambda: b"")
    assert ("RESOURCE_EXHAUSTED", "more than 50 calls per second from your address") in ends
    assert ends.count(("OK", "")) >= CALLS_PER_S


def test_a_caller_who_leaves_frees_its_place_and_others_are_answered(tmp_path: Path) -> None:
    finish = threading.Event()
    waiting = threading.Semaphore(0)

    def work() -> bytes:
        waiting.release()
        finish.wait(DEADLINE_S)
        return b"done"

    async def talk(channel: aio.Channel) -> bytes:
        left = [read(channel) for _ in range(READERS)]
        for _ in left:
            await asyncio.to_thread(waiting.acquire)
        for call in left:
            call.cancel()
        last = read(channel)
        finish.set()
        answer: bytes = await last
        return answer

    assert converse(tmp_path, talk, lambda _: work) == b"done"


def test_a_listener_ends_although_a_call_does_not(tmp_path: Path) -> None:
    finish, begun = threading.Event(), threading.Event()

    def work() -> bytes:
        begun.set()
        finish.wait(DEADLINE_S)
        return b""

    async def talk(channel: aio.Channel) -> None:
        read(channel)
        await asyncio.to_thread(begun.wait)

    try:
        converse(tmp_path, talk, lambda _: work)
    finally:
        finish.set()


@pytest.mark.parametrize("in_thread", [False, True])
def test_a_refusal_is_told_with_its_status_and_sentence(tmp_path: Path, in_thread: bool) -> None:
    def work() -> bytes:
        raise Refusal(Status.NOT_FOUND, "no such match")

    def call(_: bytes) -> Work:
        if not in_thread:
            work()
        return work

    async def talk(channel: aio.Channel) -> tuple[str, str]:
        return await end_of(read(channel))

    told = converse(tmp_path, talk, call)
    assert told == ("NOT_FOUND", "no such match")


def test_a_request_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    async def talk(channel: aio.Channel) -> tuple[str, str]:
        return await end_of(read(channel, bytes(HELLO_LIMIT + 1)))

    status, told = converse(tmp_path, talk, lambda _: lambda: b"")
    assert (status, told) == (
        "RESOURCE_EXHAUSTED",
        "the request has 16385 bytes; at most 16384 are read",
    )


def test_a_bug_is_loud_in_the_log_and_not_told_to_strangers(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    def work() -> bytes:
        raise ZeroDivisionError("a secret of the operator")

    async def talk(channel: aio.Channel) -> tuple[str, str]:
        return await end_of(read(channel))

    status, told = converse(tmp_path, talk, lambda _: work)
    assert (status, "secret" in told) == ("INTERNAL", False)
    assert "a secret of the operator" in caplog.text


def test_it_is_among_the_services_that_are_described_and_well(tmp_path: Path) -> None:
    async def talk(channel: aio.Channel) -> tuple[int, set[str]]:
        health: Any = health_pb2_grpc.HealthStub(channel)
        well = await health.Check(health_pb2.HealthCheckRequest(service=NAME))
        stub: Any = reflection_pb2_grpc.ServerReflectionStub(channel)
        asked = reflection_pb2.ServerReflectionRequest(list_services="")
        answer = await stub.ServerReflectionInfo(iter([asked])).read()
        return well.status, {each.name for each in answer.list_services_response.service}

    status, names = converse(tmp_path, talk, lambda _: lambda: b"", reflection=True)
    assert status == health_pb2.HealthCheckResponse.SERVING
    assert names >= {SERVICE, NAME}


def test_a_listener_of_a_local_bot_has_nothing_to_read(tmp_path: Path) -> None:
    """Which is what `local_bots` opens: no service is named there."""

    async def talk(channel: aio.Channel) -> tuple[str, str]:
        stub: Any = health_pb2_grpc.HealthStub(channel)
        with pytest.raises(aio.AioRpcError) as unknown:
            await stub.Check(health_pb2.HealthCheckRequest(service=NAME))
        return (await end_of(read(channel)))[0], unknown.value.code().name

    assert converse(tmp_path, talk, None) == ("UNIMPLEMENTED", "NOT_FOUND")
