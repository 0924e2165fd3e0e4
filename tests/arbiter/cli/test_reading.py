"""The ladder over gRPC, where `lutetia serve --listen` plays it."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import grpc
import pytest
from google.protobuf.message import Message
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc

from engine.record import actions_from_json
from lutetia.v1 import ladder_pb2
from tests.arbiter.cli.commands import call, called_json, lutetia
from tests.arbiter.cli.test_remote import give_token, listening_at
from tests.arbiter.cli.test_serve import BOT, SERVE, await_line, serving, stored
from tests.arbiter.tournaments.test_ladder_service import row_of

SERVICE = "lutetia.v1.LadderService"
PROTOCOL = Path(__file__).resolve().parents[3] / "docs" / "protocol.md"


def read(channel: grpc.Channel, request: Message) -> Any:
    """Make the call that a request is for."""
    name = type(request).__name__.removesuffix("Request")
    calling: Any = channel.unary_unary(
        f"/{SERVICE}/{name}",
        request_serializer=type(request).SerializeToString,
        response_deserializer=getattr(ladder_pb2, f"{name}Response").FromString,
    )
    return calling(request, timeout=300)


def described(channel: grpc.Channel) -> set[str]:
    """Return the services that a server says it has."""
    stub: Any = reflection_pb2_grpc.ServerReflectionStub(channel)
    asked = reflection_pb2.ServerReflectionRequest(list_services="")
    (answer,) = stub.ServerReflectionInfo(iter([asked]))
    return {service.name for service in answer.list_services_response.service}


def example() -> str:
    """Return the example of the page on the protocol."""
    section = PROTOCOL.read_text(encoding="utf-8").partition("## The ladder over gRPC")[2]
    found = re.search(r"```python\n(.*?)```", section, re.DOTALL)
    assert found is not None
    return found[1]


def test_what_is_read_over_grpc_is_what_the_commands_print(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(BOT)
    assert call("submit", "mine.py", cwd=tmp_path).returncode == 0
    give_token(tmp_path)  # of mybot, which never comes
    assert lutetia(*SERVE, "--for-matches", "6", cwd=tmp_path).returncode == 0
    # Enough is known, so that nothing is stored between two looks.
    options = ("--until", "1000", "--listen", "127.0.0.1:0", "--reflection")
    with serving(tmp_path, *options) as running:
        address = listening_at(running)
        await_line(running, "resting: enough is known of every bot")
        with grpc.insecure_channel(address) as channel:
            (only,) = read(channel, ladder_pb2.ListRatingListsRequest()).lists
            table = read(channel, ladder_pb2.GetStandingsRequest(list=only.name)).standings
            bots = read(channel, ladder_pb2.ListBotsRequest()).bots
            page = read(channel, ladder_pb2.ListFinishedMatchesRequest(bot="mine", page_size=2))
            newest = page.matches[0].match_id
            record = read(channel, ladder_pb2.GetRecordRequest(match_id=newest))
            with pytest.raises(grpc.RpcError) as refused:
                read(channel, ladder_pb2.GetStandingsRequest(list="chess"))
            assert SERVICE in described(channel)
        code = example().replace("127.0.0.1:7400", address)
        shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert shown.returncode == 0, shown.stderr
    assert len(shown.stdout.splitlines()) == len(table)
    assert only.name == "moscow_paris"
    assert [row_of(row, only.name) for row in table] == called_json("standings", cwd=tmp_path)
    rows = called_json("bots", cwd=tmp_path)
    assert [(bot.bot, bot.games) for bot in bots] == [(row["bot"], row["games"]) for row in rows]
    assert [ladder_pb2.SubmissionState.Name(bot.state) for bot in bots] == [
        *("SUBMISSION_STATE_ACTIVE", "SUBMISSION_STATE_WAITING"),
    ]
    listed = called_json("replay", "list", "--bot", "mine", "--last", "2", cwd=tmp_path)
    assert [match.match_id for match in page.matches] == [row["match_id"] for row in listed]
    assert page.next_page_token
    match = record.match
    (played,) = (
        each
        for key, each in stored(tmp_path).items()
        if (key.game, key.round, key.rotation) == (match.game, match.round, match.rotation)
    )
    assert actions_from_json(json.loads(record.actions_json)) == played.actions
    status: Any = refused.value
    assert (status.code().name, status.details()) == (
        "NOT_FOUND",
        "no list 'chess'. Lists: moscow_paris.",
    )
