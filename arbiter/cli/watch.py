"""`lutetia watch`: a running match, as its spectators see it."""

import itertools
import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import grpc
import typer
from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message
from rich.live import Live
from rich.table import Table

from arbiter.cli.frames import Frame
from arbiter.cli.output import console, escape_controls, for_terminal, print_json
from arbiter.wire.games import find_wire
from engine.errors import BadFile, OperatorError
from engine.games import find_game
from engine.options import options_from_json
from engine.sentences import Teller, together
from lutetia.v1 import play_pb2, watch_pb2

SERVICE = "/lutetia.v1.WatchService/"
DEFAULT_ADDRESS = "127.0.0.1:7401"


class CannotWatch(OperatorError):
    """There is nothing to see there."""


def watch(
    address: Annotated[
        str, typer.Argument(metavar="HOST:PORT", help="Where `lutetia serve --watch` listens.")
    ] = DEFAULT_ADDRESS,
    match: Annotated[
        int,
        typer.Option(
            min=0,
            metavar="N",
            help="A match listed by --list; the latest, or the next, if not given.",
        ),
    ] = 0,
    from_start: Annotated[
        bool, typer.Option("--from-start", help="Also show what came before.")
    ] = False,
    follow: Annotated[
        bool, typer.Option("--follow", help="Continue with the next match, until Ctrl-C.")
    ] = False,
    listed: Annotated[
        bool, typer.Option("--list", help="List the matches that can be watched now.")
    ] = False,
    ca: Annotated[
        str | None,
        typer.Option(
            envvar="LUTETIA_TLS_CA",
            metavar="FILE",
            help="With TLS: the certificate to trust; `system`: those that every program trusts.",
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print lines of JSON.")] = False,
) -> None:
    """Watch a running match of a ladder, as its spectators see it."""
    with _channel(address, ca) as channel:
        if listed:
            _print_list(_matches(channel), as_json)
            return
        while True:
            request = watch_pb2.WatchRequest(match_id=match, from_start=from_start)
            messages = channel.unary_stream(
                SERVICE + "Watch",
                request_serializer=watch_pb2.WatchRequest.SerializeToString,
                response_deserializer=watch_pb2.WatchResponse.FromString,
            )(request)
            if as_json:
                _print_lines(messages)
            else:
                _draw(messages)
            if not follow or match:
                return


@contextmanager
def _channel(address: str, ca: str | None) -> Iterator[grpc.Channel]:
    """Connect while a block lasts; what goes wrong on the way is told in a sentence."""
    options = [("grpc.keepalive_time_ms", 20_000)]
    if ca is None:
        channel = grpc.insecure_channel(address, options)
    else:
        try:
            trusted = None if ca == "system" else Path(ca).read_bytes()
        except OSError as error:
            raise BadFile(f"cannot read {ca}: {error.strerror}") from None
        channel = grpc.secure_channel(address, grpc.ssl_channel_credentials(trusted), options)
    try:
        with channel:
            yield channel
    except grpc.RpcError as error:
        status: Any = error
        raise CannotWatch(f"{address}: {status.details() or status.code().name}") from None


def _matches(channel: grpc.Channel) -> list[watch_pb2.WatchedMatch]:
    call = channel.unary_unary(
        SERVICE + "ListMatches",
        request_serializer=watch_pb2.ListMatchesRequest.SerializeToString,
        response_deserializer=watch_pb2.ListMatchesResponse.FromString,
    )
    return list(call(watch_pb2.ListMatchesRequest()).matches)


def _print_list(matches: list[watch_pb2.WatchedMatch], as_json: bool) -> None:
    if as_json:
        print_json([_values(match) for match in matches])
        return
    table = Table("match", "game", "bots")
    for match in matches:
        table.add_row(str(match.match_id), for_terminal(match.game), for_terminal(_bots(match)))
    console.print(table if matches else "no match is shown now")


def _print_lines(messages: Iterator[watch_pb2.WatchResponse]) -> None:
    for message in messages:
        if message.HasField("match"):
            find_wire(find_game(message.match.game).name)  # which knows the messages of a plug-in
            typer.echo(json.dumps({"match": _values(message.match)}))
        for step in message.steps:
            typer.echo(json.dumps({"step": _values(step)}))
        if message.HasField("end"):
            typer.echo(json.dumps({"end": _values(message.end)}))


def _values(message: Message) -> dict[str, Any]:
    return MessageToDict(message, preserving_proto_field_name=True)


def _draw(messages: Iterator[watch_pb2.WatchResponse]) -> None:
    """Draw a match as it goes on; where there is no terminal, a line for each decision."""
    first = next(messages)
    board = _Board(first.match)
    if not console.is_terminal:
        for message in itertools.chain([first], messages):
            for step in message.steps:
                typer.echo(escape_controls(board.take(step)))
            if message.HasField("end"):
                frame = board.frame(end=[board.end(message.end)])
                console.print(f"\n{frame.printed()}", soft_wrap=True, highlight=False)
        return
    with Live(console=console, auto_refresh=False) as live:
        for message in itertools.chain([first], messages):
            last = [board.take(step) for step in message.steps][-1:]
            end = [board.end(message.end)] if message.HasField("end") else []
            live.update(board.frame(last, end).drawn(console), refresh=True)


class _Board:
    """A match as far as it has been shown."""

    def __init__(self, match: watch_pb2.WatchedMatch) -> None:
        self._match = match
        self._game = find_game(match.game)
        self._wire = find_wire(match.game)
        self._options = options_from_json(
            self._game.options, json.loads(match.options_json or "{}")
        )
        self._teller = Teller(self._game, self._options, [bot.name for bot in match.bots])
        self._view: Any = None

    def take(self, step: watch_pb2.WatchedStep) -> str:
        """Go on to a position, and return what has led to it."""
        position: Any = getattr(step, step.WhichOneof("position") or "other")
        data = position.value if step.HasField("other") else position.SerializeToString()
        before = self._view
        self._view, _, events = self._wire.decode(data)
        if not step.HasField("seat"):
            return f"{step.number:4}  the beginning"
        if before is None:  # whoever comes late has not seen the position before this step
            before = self._view
        told: Any = events
        name = self._teller.names[step.seat]
        said = together(self._teller.events(told, before), name) or f"{name} decides"
        return f"{step.number:4}  {said}"

    def frame(self, last: Sequence[str] = (), end: Sequence[str] = ()) -> Frame:
        """Return the board, with the lines that led to it and how the match ended."""
        match = self._match
        delay = f", {match.delay_ms / 1000:g} s late" if match.delay_ms else ""
        title = f"[bold]{self._game.title}[/]   match {match.match_id}{delay}"
        return Frame(
            f"{title}   {for_terminal(_bots(match))}",
            self._game.picture(self._view, self._options),
            last=last,
            end=end,
        )

    def end(self, end: watch_pb2.WatchedEnd) -> str:
        """Return how the match ended."""
        if not end.results:
            return "the end: this match has no result"
        ranked = sorted(zip(end.results, self._match.bots, strict=True), key=lambda r: r[0].rank)
        places = [f"{result.rank}. {bot.name}{_result(result)}" for result, bot in ranked]
        return f"the end: {'   '.join(places)}"


def _result(result: play_pb2.SeatResult) -> str:
    score = f" {result.score}" if result.HasField("score") else ""
    if result.ending == play_pb2.ENDING_PLAYED:
        return score
    ending = play_pb2.Ending.Name(result.ending).removeprefix("ENDING_")
    return f"{score} ({ending.replace('_', ' ').lower()})"


def _bots(match: watch_pb2.WatchedMatch) -> str:
    return ", ".join(f"seat {seat}: {bot.name}" for seat, bot in enumerate(match.bots))


def register(app: typer.Typer) -> None:
    app.command("watch")(watch)
