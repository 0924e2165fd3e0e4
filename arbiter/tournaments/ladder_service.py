"""The ladder over gRPC, without gRPC: a request in, a response out.

It tells what the web pages tell, from the same ratings: see `ladder.proto`. An author's data
stays out (the output of a bot, its folder), and so do seeds: whoever knows one knows a deal.
"""

import json
import logging
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from functools import partial
from typing import TypeVar

from google.protobuf.message import DecodeError, Message
from google.protobuf.timestamp_pb2 import Timestamp

from arbiter.bot_output import public_reason
from arbiter.listeners import ReadService
from arbiter.sessions import Refusal, Status
from arbiter.tournaments.ladder import SHOWN, why_benched
from arbiter.tournaments.snapshots import Snapshot, Snapshots
from arbiter.tournaments.stored_ladder import bots_of_ladder, find_ladder
from engine.errors import BadRecord, OperatorError, suggestion
from engine.record import Bot, Ending, actions_to_json
from ladder.errors import DealToCome, NotStored
from ladder.ratings.standings import OVERALL, Standing
from ladder.report.sections import ALL_LISTS, Section
from ladder.schedules.ladder_schedule import Planned
from ladder.schedules.matchmaking import forfeiting
from ladder.store.listing import ListedMatch, MatchFilter
from ladder.store.store import Store, Tournament
from ladder.store.submissions import SubmissionState, SubmittedBot, describe_bots
from lutetia.v1 import ladder_pb2

SERVICE = "lutetia.v1.LadderService"
PAGE = 50
"""How many items a page has unless the request names another number."""
LARGEST_PAGE = 200
LONGEST_SENTENCE = 500
"""In characters: a status travels as metadata, of which clients accept 8 KiB."""
_LONGEST_TOKEN = 10
"""In digits: the largest match id has this many."""
_ENDINGS = {ending.value: f"ENDING_{ending.name}" for ending in Ending}
R = TypeVar("R", bound=Message)

log = logging.getLogger(__name__)


def ladder_service(
    store: Store, snapshots: Snapshots, queue: Callable[[], list[Planned]]
) -> ReadService:
    """Return the calls that read a store, and the queue of a ladder that runs here."""
    reader = _Reader(store, snapshots)

    def list_bots(data: bytes) -> Callable[[], bytes]:
        # Here and not in the thread: the ladder runs here, so the queue stands still meanwhile.
        planned = queue()
        answer = partial(reader.list_bots, planned=planned)
        return _begin(ladder_pb2.ListBotsRequest, answer, data)

    return ReadService(
        SERVICE,
        {
            "ListRatingLists": partial(
                _begin, ladder_pb2.ListRatingListsRequest, reader.list_rating_lists
            ),
            "GetStandings": partial(_begin, ladder_pb2.GetStandingsRequest, reader.get_standings),
            "ListBots": list_bots,
            "ListFinishedMatches": partial(
                _begin, ladder_pb2.ListFinishedMatchesRequest, reader.list_finished_matches
            ),
            "GetRecord": partial(_begin, ladder_pb2.GetRecordRequest, reader.get_record),
        },
    )


def _begin(kind: type[R], answer: Callable[[R], Message], data: bytes) -> Callable[[], bytes]:
    """Read a request, and return what answers it."""
    try:
        request = kind.FromString(data)
    except DecodeError:
        reason = f"these bytes are not a {kind.__name__}"
        raise Refusal(Status.INVALID_ARGUMENT, reason) from None
    for field, value in request.ListFields():
        if isinstance(value, str) and "\0" in value:  # which no text in PostgreSQL may hold
            raise Refusal(Status.INVALID_ARGUMENT, f"{field.name} holds a NUL character")
    return lambda: _told(partial(answer, request))


def _told(answer: Callable[[], Message]) -> bytes:
    """Answer in bytes; errors of ours are logged in full, and the caller gets one sentence."""
    try:
        return answer().SerializeToString()
    except NotStored as error:
        raise Refusal(Status.NOT_FOUND, _shortened(str(error))) from None
    except DealToCome as error:
        raise Refusal(Status.FAILED_PRECONDITION, str(error)) from None
    except BadRecord as error:
        log.warning("cannot send a record: %s", error)
        raise Refusal(Status.DATA_LOSS, "the record of this match is damaged") from None
    except OperatorError as error:
        log.warning("cannot read the ladder: %s", error)
        sentence = "the ladder cannot be read right now; try again in a moment"
        raise Refusal(Status.UNAVAILABLE, sentence) from None


class _Reader:
    """Answers requests from a store; to be called in threads."""

    def __init__(self, store: Store, snapshots: Snapshots) -> None:
        self._store = store
        self._snapshots = snapshots

    def list_rating_lists(
        self, request: ladder_pb2.ListRatingListsRequest
    ) -> ladder_pb2.ListRatingListsResponse:
        snapshot = self._snapshot(request.tournament)
        lists = [_rating_list(name, section) for name, section in _sections(snapshot).items()]
        return ladder_pb2.ListRatingListsResponse(lists=lists, made=_time(snapshot.made))

    def get_standings(
        self, request: ladder_pb2.GetStandingsRequest
    ) -> ladder_pb2.GetStandingsResponse:
        snapshot = self._snapshot(request.tournament)
        sections = _sections(snapshot)
        name = request.list or next(iter(sections), "")
        if name in sections:
            # With 10,000 bots it is a large message, so it is made once per snapshot.
            return snapshot.once(("message", name), lambda: _standings(snapshot, name))
        if not request.list:
            return ladder_pb2.GetStandingsResponse(made=_time(snapshot.made))
        listing = ", ".join(sections) or "none"
        raise NotStored(f"no list {name!r}. Lists: {listing}.{suggestion(name, sections)}")

    def list_bots(
        self, request: ladder_pb2.ListBotsRequest, planned: Sequence[Planned]
    ) -> ladder_pb2.ListBotsResponse:
        ladder = find_ladder(self._store)
        if ladder is None:
            raise NotStored("there is no ladder in this database")
        known = [
            each
            for each in bots_of_ladder(self._store)
            if request.bot in ("", each.name, str(each.bot))
        ]
        first = _number(request.page_token)
        page = known[first : (end := first + _page_size(request.page_size))]
        snapshot = self._snapshots.current(ladder)
        forgiven = self._store.forgiven()
        only_forfeits = snapshot.once(
            ("forfeiting", frozenset(forgiven.items())),
            lambda: forfeiting(snapshot.results, forgiven),
        )
        standings = snapshot.sections[0].standings if snapshot.sections else []
        queue = _Queue(planned)
        bots = [
            self._bot(row, queue, ladder, snapshot)
            for row in describe_bots(page, standings, only_forfeits)
        ]
        return ladder_pb2.ListBotsResponse(
            bots=bots,
            next_page_token=str(end) if end < len(known) else "",
            made=_time(snapshot.made),
        )

    def list_finished_matches(
        self, request: ladder_pb2.ListFinishedMatchesRequest
    ) -> ladder_pb2.ListFinishedMatchesResponse:
        if request.lost and not request.bot:
            raise Refusal(Status.INVALID_ARGUMENT, "lost needs a bot: name the one that has lost")
        if request.tournament:
            self._store.tournament(request.tournament)
        size = _page_size(request.page_size)
        found = self._store.listing(
            MatchFilter(
                bot=request.bot or None,
                against=request.against or None,
                lost=request.lost,
                forfeits=request.forfeits,
                game=request.game or None,
                tournament=request.tournament or None,
                last=size + 1,
                before=_number(request.page_token) or None,
            )
        )
        return ladder_pb2.ListFinishedMatchesResponse(
            matches=[_match(match) for match in found[:size]],
            next_page_token=str(found[size - 1].match_id) if len(found) > size else "",
        )

    def get_record(self, request: ladder_pb2.GetRecordRequest) -> ladder_pb2.GetRecordResponse:
        match_id = request.match_id
        try:
            listed = self._store.shown_match(match_id)
            record = self._store.record(match_id)
        except NotStored:
            sentence = f"no match {match_id} is stored; ListFinishedMatches lists those that are"
            raise NotStored(sentence) from None
        match = _match(listed)
        if len(match.seats) != len(record.seats):
            raise BadRecord(
                f"match {match_id} has {len(match.seats)} seats, its record another number"
            )
        for seat, recorded in zip(match.seats, record.seats, strict=True):
            seat.sources.extend(
                ladder_pb2.ScoreSource(name=name, points=points)
                for name, points in recorded.sources
            )
            seat.strikes.extend(
                ladder_pb2.FinishedStrike(
                    decision=strike.decision,
                    ending=_ENDINGS[strike.ending],
                    reason=_utf8(public_reason(strike.reason)),
                )
                for strike in recorded.strikes
            )
        return ladder_pb2.GetRecordResponse(
            match=match,
            options_json=json.dumps(record.setup.options) if record.setup.options else "",
            actions_json=json.dumps(actions_to_json(record.actions), separators=(",", ":")),
        )

    def _snapshot(self, tournament: str) -> Snapshot:
        return self._snapshots.current(self._store.tournament(tournament) if tournament else None)

    def _bot(
        self, row: SubmittedBot, queue: "_Queue", ladder: Tournament, snapshot: Snapshot
    ) -> ladder_pb2.SubmittedBot:
        bot, reason = Bot(row.bot, row.version), ""
        if row.state is SubmissionState.FORFEITING:
            last = snapshot.once(
                ("last forfeits", bot), lambda: self._store.forfeits(bot, ladder, SHOWN)
            )
            reason = why_benched(
                bot, [each._replace(reason=public_reason(each.reason)) for each in last]
            )
        return ladder_pb2.SubmittedBot(
            bot=row.bot,
            version=row.version,
            state=f"SUBMISSION_STATE_{row.state.name}",
            games=row.games,
            forfeits=row.forfeits,
            elo=row.elo,
            error=row.error,
            submitted=_time(datetime.fromisoformat(row.submitted)),
            remote=not row.folder,
            reason=_utf8(reason),
            running_matches=queue.running(bot),
            queue_position=queue.position(bot),
        )


class _Queue:
    """What a ladder plays now and next."""

    def __init__(self, planned: Iterable[Planned]) -> None:
        tables = [(each.pairing.bots, each.running) for each in planned]
        self._running = [bots for bots, running in tables if running]
        self._next = [bots for bots, running in tables if not running]

    def running(self, bot: Bot) -> int:
        return sum(str(bot) in bots for bots in self._running)

    def position(self, bot: Bot) -> int | None:
        places = (place for place, bots in enumerate(self._next, 1) if str(bot) in bots)
        return next(places, None)


def _sections(snapshot: Snapshot) -> dict[str, Section]:
    """Return the lists by the names that `lutetia standings` gives them."""
    return {
        OVERALL if section.name == ALL_LISTS else section.name: section
        for section in snapshot.sections
    }


def _rating_list(name: str, section: Section) -> ladder_pb2.RatingList:
    results = section.rated.results
    told = ladder_pb2.RatingList(name=name, matches=len(results), bots=len(section.standings))
    if name == OVERALL:
        return told
    (found,) = results.lists
    more = ladder_pb2.RatingList(
        game=found.game,
        options=found.options,
        clock=f"CLOCK_CLASS_{found.clock.name}",
        allowed_strikes=found.strikes,
    )
    told.MergeFrom(more)
    return told


def _standings(snapshot: Snapshot, name: str) -> ladder_pb2.GetStandingsResponse:
    section = _sections(snapshot)[name]
    return ladder_pb2.GetStandingsResponse(
        list=_rating_list(name, section),
        standings=[_standing(row) for row in section.standings],
        made=_time(snapshot.made),
    )


def _standing(row: Standing) -> ladder_pb2.Standing:
    return ladder_pb2.Standing(
        rank=row.rank,
        bot=row.bot,
        version=row.version,
        elo=row.elo,
        error=row.error,
        games=row.games,
        pair_wins=row.wins,
        pair_draws=row.draws,
        pair_losses=row.losses,
        forfeits=row.forfeits,
        score=row.score,
        los=row.los,
        provisional=row.provisional,
        rated=row.rated,
        low=row.low,
        high=row.high,
        pool=row.pool,
    )


def _match(match: ListedMatch) -> ladder_pb2.FinishedMatch:
    return ladder_pb2.FinishedMatch(
        match_id=match.match_id,
        tournament=match.tournament,
        game=match.game,
        round=match.round,
        table=match.table,
        rotation=match.rotation,
        finished=_time(match.finished),
        seats=[
            ladder_pb2.FinishedSeat(
                bot=seat.bot,
                version=seat.version,
                score=seat.score,
                rank=seat.rank,
                ending=_ENDINGS.get(seat.ending),
                reason=_utf8(public_reason(seat.reason)),
                decisions=seat.decisions,
                seconds=seat.seconds,
                slowest_seconds=seat.slowest_seconds,
                strike_count=seat.strike_count,
            )
            for seat in match.seats
        ],
    )


def _page_size(asked: int) -> int:
    return min(asked or PAGE, LARGEST_PAGE)


def _number(token: str) -> int:
    """Read a page token: a number, which clients need not know; 0 for the first page."""
    if not token:
        return 0
    if not (token.isascii() and token.isdigit() and len(token) <= _LONGEST_TOKEN):
        reason = "page_token is not a next_page_token of this call; leave it empty to begin"
        raise Refusal(Status.INVALID_ARGUMENT, reason)
    return int(token)


def _time(moment: datetime) -> Timestamp:
    told = Timestamp()
    told.FromDatetime(moment)
    return told


def _shortened(sentence: str) -> str:
    return sentence if len(sentence) <= LONGEST_SENTENCE else f"{sentence[: LONGEST_SENTENCE - 1]}…"


def _utf8(text: str) -> str:
    """Return a text as protobuf takes it; what bots said may hold what UTF-8 cannot."""
    return text.encode(errors="replace").decode()
