"""The ladder as programs read it: requests in, responses out, no network."""

import json
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict, replace
from math import inf
from pathlib import Path
from typing import Any, TypeVar

import pytest
import sqlalchemy as sa
from google.protobuf.message import Message

from arbiter.listeners import ReadService
from arbiter.match import Match
from arbiter.sessions import Refusal
from arbiter.tournaments.ladder_service import LARGEST_PAGE, LONGEST_SENTENCE, PAGE, ladder_service
from arbiter.tournaments.snapshots import Snapshots
from engine.dice import derive
from engine.record import Bot, Record, Setup, actions_from_json, replay
from ladder.schedules.ladder_schedule import LadderSchedule
from ladder.schedules.matchmaking import FORFEITS_IN_A_ROW
from ladder.schedules.schedule import Key
from ladder.store.store import Store, open_store
from lutetia.v1 import ladder_pb2, play_pb2
from tests.arbiter.cli.commands import called_json
from tests.arbiter.web.matches import CONTROL, add, forfeited, play

ADA, BEA, CYD, DOT = Bot("ada", "1"), Bot("bea", "2"), Bot("cyd", "1"), Bot("dot", "remote")
CRASH = "its process ended with exit code 1; its last output: the secret of my bot"
SEED = derive(7, "a match")
"""Of 128 bits, as those of a tournament are."""
T = TypeVar("T", bound=Message)


@pytest.fixture(scope="module")
def records() -> list[Record]:
    """Matches of two games: two even ones, one of three seats, and one that was forfeited."""
    duel = play("connect_four", [ADA, BEA], seed=SEED)
    return [
        duel,
        play("connect_four", [BEA, ADA], seed=2),
        play("moscow_paris", [ADA, BEA, CYD], seed=3, options={"istanbul": True}),
        forfeited(play("connect_four", [BEA, ADA], seed=4), 1, CRASH),
    ]


@pytest.fixture
def store(tmp_path: Path, records: list[Record]) -> Iterator[Store]:
    """A ladder with these matches."""
    with closing(open_store(f"sqlite:///{tmp_path}/lutetia.db")) as opened:
        ladder = opened.add_tournament("ladder", {"format": "ladder", "games": []}, seed=1)
        for number, record in enumerate(records):
            add(opened, ladder, record, number)
        yield opened


def service_of(store: Store, schedule: LadderSchedule | None = None) -> ReadService:
    queue = schedule.queue if schedule else list
    return ladder_service(store, Snapshots(store, at_once_s=inf), queue)


def ask(store: Store, request: Message, response: type[T], **more: Any) -> T:
    """Make the call that a request is for."""
    name = type(request).__name__.removesuffix("Request")
    work = service_of(store, **more).calls[name](request.SerializeToString())
    return response.FromString(work())


def standings(store: Store, **asked: str) -> ladder_pb2.GetStandingsResponse:
    return ask(store, ladder_pb2.GetStandingsRequest(**asked), ladder_pb2.GetStandingsResponse)


def bots(store: Store, **asked: Any) -> ladder_pb2.ListBotsResponse:
    return ask(store, ladder_pb2.ListBotsRequest(**asked), ladder_pb2.ListBotsResponse)


def matches(store: Store, **asked: Any) -> ladder_pb2.ListFinishedMatchesResponse:
    request = ladder_pb2.ListFinishedMatchesRequest(**asked)
    return ask(store, request, ladder_pb2.ListFinishedMatchesResponse)


def record(store: Store, match_id: int) -> ladder_pb2.GetRecordResponse:
    request = ladder_pb2.GetRecordRequest(match_id=match_id)
    return ask(store, request, ladder_pb2.GetRecordResponse)


def lists(store: Store, **asked: str) -> ladder_pb2.ListRatingListsResponse:
    request = ladder_pb2.ListRatingListsRequest(**asked)
    return ask(store, request, ladder_pb2.ListRatingListsResponse)


def refused(call: Any, *words: Any, **asked: Any) -> tuple[str, str]:
    with pytest.raises(Refusal) as refusal:
        call(*words, **asked)
    return refusal.value.status.name, str(refusal.value)


def row_of(standing: ladder_pb2.Standing, of_list: str) -> dict[str, Any]:
    """Return a row as `lutetia standings --json` prints it."""
    row: dict[str, Any] = {"list": of_list}
    for field in standing.DESCRIPTOR.fields:
        name, value = field.name, getattr(standing, field.name)
        if field.has_presence and not standing.HasField(name):
            value = None
        elif isinstance(value, float):
            value = round(value, 4 if name in ("score", "los") else 2)
        row[name] = value
    return row


def test_standings_are_those_that_the_command_line_prints(store: Store, tmp_path: Path) -> None:
    names = [each.name for each in lists(store).lists]
    assert names == ["overall", "connect_four", "moscow_paris"]
    told = [row_of(row, name) for name in names for row in standings(store, list=name).standings]
    printed = called_json("standings", cwd=tmp_path)
    *others, overall = dict.fromkeys(row["list"] for row in printed)
    order = [overall, *others]
    assert told == sorted(printed, key=lambda row: order.index(row["list"]))
    assert {row["bot"] for row in told} == {"ada", "bea", "cyd"}


def test_without_a_name_they_are_those_of_the_first_list(store: Store) -> None:
    first, overall = standings(store), standings(store, list="overall")
    assert (first.list, list(first.standings)) == (overall.list, list(overall.standings))


def test_a_list_says_what_it_is_made_of(store: Store) -> None:
    overall, duels, others = lists(store).lists
    assert (overall.game, overall.clock, overall.matches, overall.bots) == ("", 0, 4, 3)
    assert (duels.game, duels.options, duels.matches, duels.bots) == ("connect_four", "", 3, 2)
    assert (others.game, others.clock) == ("moscow_paris", ladder_pb2.CLOCK_CLASS_STANDARD)


def test_the_lists_of_a_tournament_are_made_of_its_matches_alone(
    store: Store, records: list[Record]
) -> None:
    games = [{"game": "moscow_paris", "options": {"istanbul": True}}]
    cup = store.add_tournament("cup", {"games": games, "clock": "move=0.1"}, seed=1)
    add(store, cup, records[2])
    (only,) = lists(store, tournament="cup").lists
    assert (only.name, only.matches) == ("moscow_paris istanbul=true, fast clock", 1)
    assert (only.game, only.options) == ("moscow_paris", "istanbul=true")
    assert only.clock == ladder_pb2.CLOCK_CLASS_FAST
    assert [row.games for row in standings(store, tournament="cup").standings] == [1, 1, 1]


def test_before_the_first_match_all_is_empty(tmp_path: Path) -> None:
    with closing(open_store(f"sqlite:///{tmp_path}/new.db")) as store:
        store.add_tournament("ladder", {"format": "ladder", "games": []}, seed=1)
        assert not lists(store).lists
        assert not standings(store).HasField("list")
        assert not bots(store).bots
        assert not matches(store).matches


@pytest.mark.parametrize(
    ("call", "asked", "sentence"),
    [
        (standings, {"list": "conect_four"}, "Did you mean 'connect_four'?"),
        (standings, {"tournament": "cup"}, "no tournament 'cup'. Tournaments: ladder."),
        (lists, {"tournament": "cup"}, "no tournament 'cup'"),
        (matches, {"tournament": "cup"}, "no tournament 'cup'"),
        (record, {"match_id": 5}, "no match 5 is stored; ListFinishedMatches lists those"),
        (record, {"match_id": 0}, "no match 0 is stored"),
        (record, {"match_id": 2**64 - 1}, "is stored"),
    ],
)
def test_what_is_not_there_is_not_found(
    store: Store, call: Any, asked: dict[str, Any], sentence: str
) -> None:
    status, told = refused(call, store, **asked)
    assert (status, sentence in told) == ("NOT_FOUND", True), told


def test_a_long_name_makes_no_long_sentence(store: Store) -> None:
    status, told = refused(standings, store, list="x" * 10_000)
    assert (status, len(told)) == ("NOT_FOUND", LONGEST_SENTENCE)


@pytest.mark.parametrize(
    ("call", "asked", "sentence"),
    [
        (matches, {"lost": True}, "lost needs a bot"),
        (matches, {"page_token": "next"}, "page_token is not a next_page_token"),
        (matches, {"page_token": "-1"}, "page_token is not a next_page_token"),
        (matches, {"page_token": "9" * 5000}, "page_token is not a next_page_token"),
        (bots, {"page_token": "²"}, "page_token is not a next_page_token"),
        (matches, {"bot": "a\0da"}, "bot holds a NUL character"),
    ],
)
def test_what_has_no_meaning_is_an_invalid_argument(
    store: Store, call: Any, asked: dict[str, Any], sentence: str
) -> None:
    status, told = refused(call, store, **asked)
    assert (status, sentence in told) == ("INVALID_ARGUMENT", True), told


def test_bytes_that_are_not_the_request_are_refused(store: Store) -> None:
    for name, call in service_of(store).calls.items():
        told = refused(call, b"\xff")
        assert told == ("INVALID_ARGUMENT", f"these bytes are not a {name}Request")


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ({}, [4, 3, 2, 1]),
        ({"bot": "cyd"}, [3]),
        ({"bot": "ada@1", "against": "bea@2", "game": "connect_four"}, [4, 2, 1]),
        ({"bot": "ada@2"}, []),
        ({"bot": "ada", "forfeits": True}, [4]),
        ({"forfeits": True, "bot": "bea"}, []),
        ({"tournament": "ladder", "game": "moscow_paris"}, [3]),
    ],
)
def test_matches_are_found_by_who_played_what(
    store: Store, asked: dict[str, Any], found: list[int]
) -> None:
    assert [match.match_id for match in matches(store, **asked).matches] == found


def test_lost_matches_are_those_of_the_bot(store: Store) -> None:
    lost = {match.match_id for match in matches(store, bot="ada", lost=True).matches}
    for match in matches(store, bot="ada").matches:
        (seat,) = (seat for seat in match.seats if seat.bot == "ada")
        assert (match.match_id in lost) == (seat.rank > 1)


def test_a_match_is_told_as_it_is_listed(store: Store, tmp_path: Path) -> None:
    for told, listed in zip(
        matches(store).matches, called_json("replay", "list", cwd=tmp_path), strict=True
    ):
        for name in ("match_id", "tournament", "game", "round", "table", "rotation"):
            assert getattr(told, name) == listed[name]
        for seat, row in zip(told.seats, listed["seats"], strict=True):
            assert (seat.bot, seat.version, seat.rank) == (row["bot"], row["version"], row["rank"])
            assert (seat.score, seat.decisions) == (row["score"], row["decisions"])


def test_pages_lead_through_all_matches_once(store: Store) -> None:
    found, token = [], ""
    while True:
        page = matches(store, page_size=3, page_token=token)
        assert len(page.matches) <= 3
        found += [match.match_id for match in page.matches]
        if not (token := page.next_page_token):
            break
    assert found == [4, 3, 2, 1]


def test_a_full_last_page_says_that_it_is_the_last(store: Store) -> None:
    assert not matches(store, page_size=4).next_page_token
    assert matches(store, page_size=3).next_page_token


def test_a_page_is_no_larger_than_its_limit(store: Store) -> None:
    for number in range(LARGEST_PAGE + 1):
        store.submit(Bot("many", str(number)), f"/bots/{number}", f"hash {number}")
    assert len(bots(store).bots) == PAGE
    for size in (LARGEST_PAGE, LARGEST_PAGE + 1, 2**32 - 1):
        page = bots(store, page_size=size)
        assert len(page.bots) == LARGEST_PAGE
    (last,) = bots(store, page_size=1, page_token=page.next_page_token).bots
    assert last.version == str(LARGEST_PAGE)


def test_bots_have_the_states_that_the_command_line_lists(
    store: Store, records: list[Record], tmp_path: Path
) -> None:
    ladder = store.tournament("ladder")
    for number in range(FORFEITS_IN_A_ROW):
        add(store, ladder, forfeited(records[2], 2, CRASH), 10 + number)
    for bot in (ADA, CYD, Bot("new", "1"), Bot("old", "1")):
        store.submit(bot, f"/bots/{bot.name}", f"hash of {bot}")
    store.retire("old")
    secret = store.add_token(DOT)
    told = bots(store)
    rows = called_json("bots", cwd=tmp_path)
    assert [row["state"] for row in rows] == [
        *("active", "forfeiting", "waiting", "retired", "waiting"),
    ]
    for found, row in zip(told.bots, rows, strict=True):
        state = ladder_pb2.SubmissionState.Name(found.state).removeprefix("SUBMISSION_STATE_")
        assert (found.bot, found.version) == (row["bot"], row["version"])
        assert (state.lower(), found.games) == (row["state"], row["games"])
        assert found.forfeits == row["forfeits"]
        assert (found.elo if found.HasField("elo") else None) == row["elo"]
        assert (found.error if found.HasField("error") else None) == row["error"]
        assert found.remote == (found.bot == "dot")
    reasons = {found.bot: found.reason for found in told.bots if found.reason}
    assert reasons.keys() == {"cyd"}
    last = "its last 10 matches in the ladder were forfeits (match 14, moscow_paris: crash"
    assert last in reasons["cyd"]
    sent = told.SerializeToString()
    for private in (b"the secret of my bot", b"/bots/", secret.encode()):
        assert private not in sent


def test_one_bot_is_found_by_its_name_or_its_version(store: Store) -> None:
    for bot in (ADA, Bot("ada", "2"), CYD):
        store.submit(bot, "/bots", f"hash of {bot}")
    assert [bot.version for bot in bots(store, bot="ada").bots] == ["1", "2"]
    assert [bot.version for bot in bots(store, bot="ada@2").bots] == ["2"]
    assert not bots(store, bot="eve").bots


def test_a_bot_that_waits_is_told_its_place_in_the_queue(store: Store) -> None:
    schedule = LadderSchedule(1, {"connect_four": (2,)}, concurrency=2)
    schedule.admit({ADA: (), BEA: ()})
    schedule.next()
    for bot in (ADA, CYD):
        store.submit(bot, "/bots", f"hash of {bot}")
    request = ladder_pb2.ListBotsRequest()
    ada, cyd = ask(store, request, ladder_pb2.ListBotsResponse, schedule=schedule).bots
    assert (ada.running_matches, ada.queue_position) == (1, 1)
    assert (cyd.running_matches, cyd.HasField("queue_position")) == (0, False)


def test_a_record_has_all_decisions_and_where_points_come_from(
    store: Store, records: list[Record]
) -> None:
    told = record(store, 3)
    assert json.loads(told.options_json) == {"istanbul": True}
    assert actions_from_json(json.loads(told.actions_json)) == records[2].actions
    for seat in told.match.seats:
        assert sum(source.points for source in seat.sources) == seat.score
    assert told.match.game == "moscow_paris"


def test_whoever_knows_the_deal_can_replay_a_record(store: Store, records: list[Record]) -> None:
    actions = actions_from_json(json.loads(record(store, 1).actions_json))
    *_, (end, _) = replay(replace(records[0], actions=actions))
    assert end.outcome() is not None


def test_no_seed_and_nothing_that_a_bot_has_printed_is_ever_sent(
    store: Store, records: list[Record]
) -> None:
    """Not even that of a finished match, and no digest by which a seed could be guessed."""
    sent = b"".join(
        message.SerializeToString()
        for message in (*(record(store, number) for number in (1, 2, 3, 4)), matches(store))
    )
    for secret in (str(SEED), f"{SEED:x}", records[0].digest):
        assert secret.encode() not in sent
    assert SEED.to_bytes(16, "big") not in sent
    assert SEED.to_bytes(16, "little") not in sent
    assert b"the secret of my bot" not in sent
    assert b"its process ended with exit code 1" in sent


def test_a_message_has_no_field_for_what_must_not_be_sent() -> None:
    """Whatever is added to rows and records later: a field has to be added here first."""
    seat = {field.name for field in ladder_pb2.FinishedSeat.DESCRIPTOR.fields}
    assert seat == {
        *("bot", "version", "score", "rank", "ending", "reason", "decisions", "seconds"),
        *("slowest_seconds", "sources", "strike_count", "strikes"),
    }
    strike = {field.name for field in ladder_pb2.FinishedStrike.DESCRIPTOR.fields}
    assert strike == {"decision", "ending", "reason"}
    names = {field.name for field in ladder_pb2.GetRecordResponse.DESCRIPTOR.fields}
    assert names == {"match", "options_json", "actions_json"}


@pytest.fixture
def struck(store: Store) -> Record:
    """A match of another tournament in which bea failed twice and was forgiven, then forfeited."""
    match = Match(Setup("connect_four", 2, {}, 5), [ADA, BEA], CONTROL, allowed_strikes=2)
    match.begin()
    while (turn := match.turn) is not None:
        match.start_clock(0.0)
        index = 99 if turn.seat == 1 and turn.turn_id > 2 else 0
        match.answer(turn.seat, turn.turn_id, index, 0.0)
    cup = store.add_tournament("cup", {"games": ["connect_four"], "strikes": 2}, seed=1)
    found = match.record()
    add(store, cup, found)
    return found


def test_a_list_says_how_many_strikes_its_matches_allow(store: Store, struck: Record) -> None:
    allowed = {each.name: each.allowed_strikes for each in lists(store).lists}
    assert (allowed["connect_four, 2 strikes"], allowed["connect_four"]) == (2, 0)
    assert allowed["overall"] == 0


def test_a_finished_match_counts_the_strikes_of_each_seat(store: Store, struck: Record) -> None:
    match = matches(store).matches[0]
    assert [seat.strike_count for seat in match.seats] == [0, 2]
    assert not match.seats[1].strikes  # only a record tells them


def test_a_record_says_which_decisions_were_those_of_a_stand_in(
    store: Store, struck: Record
) -> None:
    ada, bea = record(store, 5).match.seats
    assert (list(ada.strikes), bea.strike_count) == ([], 2)
    assert [(strike.decision, strike.reason) for strike in bea.strikes] == [
        (4, "answered 99 to turn 4, which has 7 actions"),
        (6, "answered 99 to turn 6, which has 7 actions"),
    ]
    assert {strike.ending for strike in bea.strikes} == {play_pb2.ENDING_ILLEGAL_ANSWER}


def test_what_follows_a_seat_s_own_decisions_is_the_stand_in_s(
    store: Store, struck: Record
) -> None:
    """As `ladder.proto` tells a reader of a record who decided what."""
    seat, stand_in = record(store, 5).match.seats[1], struck.setup.stand_in()
    strikes, own, chosen = {strike.decision for strike in seat.strikes}, 0, 0
    for number, (state, action) in enumerate(replay(struck), 1):
        if state.decider != 1 or not action:
            continue
        if number in strikes or own == seat.decisions:
            assert action == stand_in.choose(state.actions())
            chosen += 1
        else:
            own += 1
    assert (own, chosen > 2) == (seat.decisions, True)


def test_a_shared_deal_is_not_shown_before_all_rotations_are_played(
    store: Store, records: list[Record]
) -> None:
    cup = store.add_tournament("cup", {"format": "round-robin", "shared_deals": True}, seed=1)
    first, second = (Key("connect_four", 0, 0, rotation) for rotation in (0, 1))
    store.add_match(cup, first, records[0])
    status, told = refused(record, store, 5)
    assert (status, "shares its deal" in told) == ("FAILED_PRECONDITION", True)
    store.add_match(cup, second, records[1])
    assert record(store, 5).match.tournament == "cup"


def test_a_damaged_record_is_told_in_a_sentence(store: Store) -> None:
    with store.engine.begin() as connection:
        connection.execute(sa.text("UPDATE records SET body = 'x' WHERE match_id = 1"))
    assert refused(record, store, 1) == ("DATA_LOSS", "the record of this match is damaged")


def test_a_database_that_cannot_be_read_is_not_described_to_strangers(
    store: Store, tmp_path: Path
) -> None:
    with store.engine.begin() as connection:
        connection.execute(sa.text("UPDATE matches SET finished = 'never'"))
    status, told = refused(matches, store)
    assert (status, str(tmp_path) in told) == ("UNAVAILABLE", False)


def test_all_columns_of_the_standings_are_sent(store: Store) -> None:
    columns = set(asdict(Snapshots(store, at_once_s=inf).current().sections[0].standings[0]))
    renamed = {"wins": "pair_wins", "draws": "pair_draws", "losses": "pair_losses"}
    fields = {field.name for field in ladder_pb2.Standing.DESCRIPTOR.fields}
    assert fields == {renamed.get(name, name) for name in columns}
