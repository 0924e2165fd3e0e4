"""Everything that is stored, checked against everything else.

A record is good if it can be read, is the one that its digest names, replays to the result that it
claims, and is the match that its key demands: the deal that follows from the tournament's seed,
the bots that the schedule seats there, in the versions that took part. The seats of a match are
derived from its record and must say the same.

What is damaged is named, and everything else is checked all the same.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from math import inf
from typing import NamedTuple

from arbiter.bots import BUILT_IN
from arbiter.tournaments.spec import TournamentSpec, spec_from_json
from arbiter.tournaments.stored_ladder import LADDER
from engine.errors import BadRecord, OperatorError, UnknownGame
from engine.fields import check_type, short_repr
from engine.record import FORGIVABLE, Bot, Record, SeatRecord, Setup, verify
from engine.sentences import counted
from ladder.schedules.schedule import Key, Pairing, Ranks, group_around, group_key
from ladder.store.store import RawMatch, RawTournament, Store, Tournament


class Damage(NamedTuple):
    """What is wrong with a match."""

    match_id: int
    tournament: str
    match: str
    """What people call it."""
    trouble: str

    def __str__(self) -> str:
        return f"match {self.match_id} ({self.tournament}: {self.match}): {self.trouble}"


@dataclass
class Findings:
    """What a check of all stored matches has found."""

    matches: int = 0
    """How many were checked."""
    damaged: list[Damage] = field(default_factory=list)
    """Those whose record is not good."""
    contradicted: list[Damage] = field(default_factory=list)
    """Those whose record is good, but whose seats contradict it."""
    elsewhere: list[str] = field(default_factory=list)
    """What is wrong and belongs to no match: a tournament that cannot be read, rows left over."""
    not_replayed: Counter[str] = field(default_factory=Counter)
    """Games that are not installed here, with the number of their matches: all but the rules was
    checked."""
    seats: dict[int, tuple[SeatRecord, ...]] = field(default_factory=dict)
    """Of `contradicted`: the seats as their records have them."""
    contents: dict[Bot, str] = field(default_factory=dict)
    """Bots whose files are not known by the hash that their tournaments have, and that hash."""

    @property
    def agree(self) -> bool:
        """Whether nothing is damaged."""
        return not (self.damaged or self.contradicted or self.elsewhere or self.contents)

    def derived(self) -> list[str]:
        """Return a sentence for all that is wrong and can be derived again from what is good."""
        other = "the hash of its files is not the one it has played with"
        return [*map(str, self.contradicted), *(f"bot {bot}: {other}" for bot in self.contents)]


class _Proven(NamedTuple):
    """A match whose record is good by itself, and what its key must agree with."""

    stored: RawMatch
    setup: Setup
    bots: tuple[Bot, ...]
    ranks: Ranks
    contradiction: str
    seats: tuple[SeatRecord, ...]
    """Only if the stored ones contradict them: those of all matches would fill the memory."""
    most_strikes: int
    """That a seat got."""
    strikes_used: int | None
    """The fewest of a seat that forfeited by what strikes forgive; None if none did."""


def verify_matches(
    store: Store,
    tournament: Tournament | None = None,
    advance: Callable[[], object] = lambda: None,
) -> Findings:
    """Check all matches, or those of one tournament; `advance` is called after each record."""
    findings = Findings()
    tournaments = {tournament.tournament_id: tournament for tournament in store.raw_tournaments()}
    proven: defaultdict[int, dict[Key, _Proven]] = defaultdict(dict)
    rows = Counter[int]()
    for stored in store.raw_matches(tournament):
        findings.matches += 1
        rows[stored.tournament_id] += 1
        named = tournaments.get(stored.tournament_id)
        try:
            good = _prove(stored, findings)
        except BadRecord as error:
            findings.damaged.append(_damage(stored, named, str(error)))
        else:
            if named is None:
                trouble = f"its tournament {stored.tournament_id!r} is not stored"
                findings.damaged.append(_damage(stored, None, trouble))
            else:
                proven[named.tournament_id][stored.key] = good
        advance()
    for number, named in tournaments.items():
        # There may be more by now if it is being played.
        is_meant = tournament is None or tournament.id == number
        if is_meant and isinstance(named.stored, int) and rows[number] < named.stored:
            findings.elsewhere.append(
                f"tournament {named.name!r}: {named.stored} matches were stored, and "
                f"{named.stored - rows[number]} of them are gone"
            )
    for number, played in proven.items():
        _check_keys(store, tournaments[number], played, findings)
    if tournament is None:
        findings.elsewhere += store.orphans()
    findings.damaged.sort()
    return findings


def rebuild_seats(store: Store, advance: Callable[[], object] = lambda: None) -> Findings:
    """Check all matches, and derive the seats that contradict a good record from it again.

    What is checked is read without a lock; only what is wrong is written, all of it at once.
    """
    findings = verify_matches(store, advance=advance)
    if findings.seats or findings.contents:
        store.replace_derived(findings.seats, findings.contents)
    return findings


def _prove(stored: RawMatch, findings: Findings) -> _Proven:
    """Check a record by itself; raise BadRecord if it is not good."""
    key = stored.key
    if not _is_intact(key):
        raise BadRecord(f"its key {tuple(key)!r} is damaged")
    record = stored.record()
    _replay(record, findings)
    contradiction = stored.contradiction(record)
    return _Proven(
        stored._replace(body=None, seats={}),
        record.setup,
        tuple(Bot(seat.bot, seat.version) for seat in record.seats),
        tuple(seat.rank for seat in record.seats),
        contradiction,
        record.seats if contradiction else (),
        max((seat.strike_count for seat in record.seats), default=0),
        min(
            (seat.strike_count for seat in record.seats if seat.ending in FORGIVABLE), default=None
        ),
    )


def _replay(record: Record, findings: Findings) -> None:
    game = record.setup.game
    if game in findings.not_replayed:  # to look for it again takes 60 ms each time
        findings.not_replayed[game] += 1
        return
    try:
        verify(record, record.digest)
    except UnknownGame:
        findings.not_replayed[game] += 1
    except BadRecord:
        raise
    except OperatorError as error:  # options or players that the game does not have
        raise BadRecord(str(error)) from None
    except Exception as error:  # noqa: BLE001 - a set-up that somebody made up may break any rule
        raise BadRecord(f"its replay fails with {type(error).__name__}: {error}") from None


def _check_keys(
    store: Store, tournament: RawTournament, played: Mapping[Key, _Proven], findings: Findings
) -> None:
    """Check the matches of a tournament against the schedule, then their seats."""
    try:
        spec = check_type(Mapping, json.loads(tournament.spec), "it")
        strikes = check_type(int, spec.get("strikes", 0), "strikes")
        if spec.get("format") == LADDER:
            troubles = _ladder_troubles(store, int(tournament.seed), played)
        else:
            tournament_spec = spec_from_json(spec)
            troubles = _Schedules(tournament_spec, tournament, played, findings).troubles()
            _check_contents(store, tournament_spec, played, findings)
        for key, match in played.items():
            troubles[key] = troubles[key] or _other_strikes(match, strikes)
    except (OperatorError, ValueError, TypeError, RecursionError) as error:
        troubles = {}
        findings.elsewhere.append(
            f"tournament {tournament.name!r}: its spec cannot be read, so that its "
            f"{len(played)} matches could not be checked against it: {error}"
        )
    for key, match in played.items():
        if trouble := troubles.get(key):
            findings.damaged.append(_damage(match.stored, tournament, trouble))
        elif match.contradiction:
            findings.contradicted.append(_damage(match.stored, tournament, match.contradiction))
            findings.seats[match.stored.match_id] = match.seats


def _check_contents(
    store: Store, spec: TournamentSpec, played: Mapping[Key, _Proven], findings: Findings
) -> None:
    """Check that the bots who played are known by the files that they had then."""
    contents = store.contents()
    seen = {bot for match in played.values() for bot in match.bots}
    for entry in spec.bots:
        if entry.bot in seen and contents.get(entry.bot) != entry.content:
            findings.contents[entry.bot] = entry.content


class _Schedules:
    """The schedules of a tournament, as the good records of its matches fix them."""

    def __init__(
        self,
        spec: TournamentSpec,
        tournament: RawTournament,
        played: Mapping[Key, _Proven],
        findings: Findings,
    ) -> None:
        if str(spec.seed) != tournament.seed:
            findings.elsewhere.append(
                f"tournament {tournament.name!r}: its seed is not the one of its spec"
            )
        self._spec = spec
        self._played = played
        self._games = {game.game: game for game in spec.games}
        self._versions = {bot.name: bot.version for bot in spec.bots}
        # A record of another number of players has nothing to say about who meets next.
        ranks = {
            key: match.ranks
            for key, match in played.items()
            if key.game in self._games and len(match.ranks) == self._games[key.game].players
        }
        self._pairings: dict[Key, Pairing] = {}
        self._open_from: dict[str, int] = {}
        """By game: the first round that is not fixed, since results before it are missing."""
        self._titles = {each.game: each.title for each in spec.schedules()}
        for schedule in spec.schedules():
            pairings = schedule.pairings(ranks)
            self._pairings.update((pairing.key, pairing) for pairing in pairings)
            if len(pairings) < schedule.total():
                self._open_from[schedule.game] = pairings[-1].key.round + 1
                self._find_gaps(schedule.game, pairings, tournament, findings)

    def troubles(self) -> dict[Key, str]:
        """Return for each match how it contradicts its schedule, "" if it does not."""
        return {key: self._trouble(key, match) for key, match in self._played.items()}

    def _trouble(self, key: Key, match: _Proven) -> str:
        for bot in match.bots:
            if bot.name not in self._versions:
                return f"{bot.name} does not take part in the tournament"
            if bot.version != self._versions[bot.name]:
                version = self._versions[bot.name]
                return f"{bot.name} took part as version {version}, not as {bot.version}"
        pairing = self._pairings.get(key)
        if pairing is None:
            if key.game not in self._games or key.round < self._open_from.get(key.game, inf):
                return "the schedule has no such match"
            # Who meets here follows from results that are missing or damaged; the deal does not.
            options = self._games[key.game].options
            names, shared = [bot.name for bot in match.bots], self._spec.shared_deals
            rotations = group_around(self._spec.seed, key, names, options, shared)
            pairing = rotations[key.rotation % len(rotations)]
        if tuple(bot.name for bot in match.bots) != pairing.bots:
            seated = " – ".join(bot.name for bot in match.bots)
            return f"{seated} sit in its record, {' – '.join(pairing.bots)} in the schedule"
        return _other_setup(match.setup, pairing.setup)

    def _find_gaps(
        self,
        game: str,
        pairings: list[Pairing],
        tournament: RawTournament,
        findings: Findings,
    ) -> None:
        """Name matches that are gone although later rounds were played."""
        later = any(key.game == game and key.round >= self._open_from[game] for key in self._played)
        if not later:
            return
        title = self._titles[game]
        gone = [title(pairing.key) for pairing in pairings if pairing.key not in self._played]
        findings.elsewhere.append(
            f"tournament {tournament.name!r}: later rounds were played, but these matches are "
            f"missing or damaged: {'; '.join(gone)}"
        )


def _ladder_troubles(store: Store, seed: int, played: Mapping[Key, _Proven]) -> dict[Key, str]:
    """Return what is wrong with matches of the ladder, whose pairings follow from no plan."""
    submitted = store.submitted() | {(token.name, token.version) for token in store.tokens()}
    # By group: the seats of its first rotation, and the match that they follow from.
    first_of_group: dict[Key, tuple[tuple[str, ...], int]] = {}

    def trouble(key: Key, match: _Proven) -> str:
        for bot in match.bots:
            if bot.name not in BUILT_IN and tuple(bot) not in submitted:
                return f"{bot} was never submitted, nor given a token"
        if not 0 <= key.rotation < len(match.bots):
            return f"a table of {len(match.bots)} has no rotation {key.rotation}"
        rotations = group_around(seed, key, [str(bot) for bot in match.bots], {})
        if trouble := _other_setup(match.setup, rotations[key.rotation].setup):
            return trouble
        seats, match_id = rotations[0].bots, match.stored.match_id
        first_seats, other = first_of_group.setdefault(group_key(key), (seats, match_id))
        if seats != first_seats:
            return f"its bots are not those of match {other}, another rotation of its table"
        return ""

    return {key: trouble(key, match) for key, match in played.items()}


def _other_setup(stored: Setup, expected: Setup) -> str:
    """Return how a set-up differs from the one that its key demands, "" if it does not."""
    # Through JSON, in which tuples and lists are equal.
    found, due = (json.loads(json.dumps(asdict(setup))) for setup in (stored, expected))
    differing = [name for name in due if found[name] != due[name]]
    if not differing:
        return ""
    if differing == ["seed"]:  # the seeds are not shown: those of other matches may be secret
        return "its deal is not the one that follows from its key and the tournament's seed"
    name = next(name for name in differing if name != "seed")
    return f"its {name} is {short_repr(found[name])}, the schedule has {short_repr(due[name])}"


def _other_strikes(match: _Proven, allowed: int) -> str:
    """Return how a match gave other strikes than its tournament does, "" if it did not."""
    if match.most_strikes > allowed:
        given = counted(match.most_strikes, "strike")
        return f"a seat has {given} in it, the tournament allows {allowed}"
    if match.strikes_used is not None and match.strikes_used < allowed:
        given = counted(match.strikes_used, "strike")
        return f"a seat forfeited after {given}, the tournament allows {allowed}"
    return ""


def _damage(stored: RawMatch, tournament: RawTournament | None, trouble: str) -> Damage:
    name = "?" if tournament is None else str(tournament.name)
    return Damage(stored.match_id, name, _title(stored.key, tournament), trouble)


def _is_intact(key: Key) -> bool:
    return isinstance(key.game, str) and all(type(number) is int for number in key[1:])


def _title(key: Key, tournament: RawTournament | None) -> str:
    """Return what people call a match: its key, if the spec of its tournament cannot be read."""
    if not _is_intact(key):
        return repr(tuple(key))
    if tournament is not None:
        with suppress(OperatorError, ValueError, TypeError, RecursionError):
            spec = check_type(Mapping, json.loads(tournament.spec), "it")
            for schedule in spec_from_json(spec).schedules():
                if schedule.game == key.game:
                    return schedule.title(key)
    return str(key)
