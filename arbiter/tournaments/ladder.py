"""The ladder of a database: a tournament without end among submitted and built-in bots.

Three tasks share the work: the runner plays, one looks for new bots, one learns from what is
stored.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple, Protocol

import trio

from arbiter.bot_files import BadFiles, Originals, content_hash
from arbiter.bot_output import logs_of, shortened_reason
from arbiter.bots import SPARRING, BadBot, Manifest, files_of, find_bot, remote_bot
from arbiter.clocks import DEFAULT_CLOCK, parse_clock
from arbiter.cluster.bot_archives import BotLibrary
from arbiter.tournaments.runner import Observer, Pool, Runner
from arbiter.tournaments.spec import BadSpec, new_seed
from arbiter.tournaments.stored_ladder import LADDER, LOGS, NAME, anchor_of, find_ladder
from arbiter.tournaments.submit import require_unchanged
from engine.errors import OperatorError, suggestion
from engine.fields import check_type
from engine.games import find_game, game_names
from engine.record import Bot
from ladder.ratings.results import Results
from ladder.ratings.standings import (
    Anchor,
    Standing,
    joint_standings,
    parse_anchor,
    rate_lists,
)
from ladder.schedules.ladder_schedule import LadderSchedule, Predecessor
from ladder.schedules.matchmaking import (
    FORFEITS_IN_A_ROW,
    Strengths,
    forfeiting,
    strengths_of,
    well_known,
)
from ladder.schedules.schedule import Key, Pairing, Ranks, group_around, group_key
from ladder.store.forfeits import StoredForfeit
from ladder.store.store import Store, Submission, Token, Tournament

POLL_S = 1.0
"""How often submissions are looked for, and results learned from."""
SHOWN = 3
"""How many forfeits are shown of a benched bot."""
LONGEST_REASON = 300
"""How many letters of each of them a remote bot is told: gRPC limits the size of a status."""
LEARNING_SHARE = 0.1
"""The part of the time that learning may take, however many results there are."""


class RemoteRoster(Protocol):
    """Who takes part from elsewhere: `arbiter.tournaments.remote_bots`, which loads gRPC."""

    def update(self, tokens: Iterable[Token]) -> None:
        """Set the tokens that are known."""

    def bench(self, reasons: Mapping[Bot, str]) -> None:
        """Set the bots that may not take part, and why: what they are told."""

    def present(self) -> dict[Bot, Sequence[str]]:
        """Return the bots that are connected now and the games of each (empty: all)."""


class Present(NamedTuple):
    """Who takes part in the ladder now."""

    bots: dict[Bot, Sequence[str]]
    """With the games of each; empty: all."""
    predecessors: dict[Bot, Predecessor]
    """Of new versions."""


class Roster:
    """Who takes part in the ladder."""

    def __init__(self, library: BotLibrary | None = None) -> None:
        """From the library come bots that were submitted on other machines."""
        self._library = library
        self._fetched: dict[Bot, Manifest | OperatorError] = {}
        self.manifests = {str(manifest.bot): manifest for manifest in map(find_bot, SPARRING)}
        """By name and version, all that have ever taken part: a retired one may still play."""
        self.originals: dict[str, Originals] = {}
        """The files of those that were submitted, where they are on this machine."""
        self._built_in = {manifest.bot: manifest.games for manifest in self.manifests.values()}
        self._broken: set[Bot] = set()

    def update(
        self,
        submissions: Iterable[Submission],
        connected: Mapping[Bot, Sequence[str]],
        remark: Callable[[str], None],
    ) -> Present:
        """Return the bots that take part now; a broken one is left out.

        `connected` are the remote bots that are there.
        """
        present = Present({**self._built_in, **connected}, {})
        self.manifests |= {str(bot): remote_bot(bot, games) for bot, games in connected.items()}
        known = list(submissions)
        for submission in known:
            if submission.retired is None and self._load(submission, remark):
                present.bots[submission.bot] = self.manifests[str(submission.bot)].games
        # A submission retires the version before it at the very same time. That is how it is told
        # from one that its author has withdrawn, which plays no more.
        submitted = {(each.name, each.submitted): each.bot for each in known}
        for old in known:
            new = submitted.get((old.name, old.retired)) if old.retired else None
            if new in present.bots and self._load(old, remark):
                present.predecessors[new] = Predecessor(old.bot, self.manifests[str(old.bot)].games)
        return present

    def fetch(self, submissions: Iterable[Submission]) -> None:
        """Unpack and build bots whose folders are on other machines; takes long, for a thread."""
        for submission in submissions:
            if (
                self._library is not None
                and submission.archive is not None
                and submission.bot not in self._fetched
                and not Path(submission.folder).exists()
            ):
                try:
                    found = self._library.load(submission.bot, submission.archive)
                except (BadBot, BadFiles) as error:
                    self._fetched[submission.bot] = error
                else:
                    self._fetched[submission.bot] = found

    def _load(self, submission: Submission, remark: Callable[[str], None]) -> bool:
        """Read the manifest of a submitted bot, unless it is known; False if it is broken."""
        bot = submission.bot
        if str(bot) in self.manifests:
            return True
        if bot in self._broken:
            return False
        try:
            if (fetched := self._fetched.get(bot)) is None:
                self.originals[str(bot)] = require_unchanged(submission)
                manifest = find_bot(submission.folder)
            elif isinstance(fetched, OperatorError):
                raise fetched
            else:
                manifest = fetched  # its files are those of the archive's hash
        except OperatorError as error:
            self._broken.add(bot)
            remark(f"{bot} cannot take part: {error}")
            return False
        # Whatever its copy of bot.toml says, it is what was submitted.
        self.manifests[str(bot)] = replace(manifest, name=bot.name, version=bot.version)
        return True


def open_ladder(
    store: Store,
    games: Sequence[str] = (),
    clock: str | None = None,
    seed: int | None = None,
    strikes: int | None = None,
) -> Tournament:
    """Return the ladder, which is created if it is not there; only its games can be changed."""
    parse_clock(clock or DEFAULT_CLOCK)
    ladder = find_ladder(store)
    if ladder is None:
        names = [find_game(game).name for game in games]
        spec: dict[str, object] = {"format": LADDER, "games": names}
        spec |= {"clock": clock or DEFAULT_CLOCK, "strikes": strikes or 0}
        return store.add_tournament(NAME, spec, new_seed() if seed is None else seed)
    for name, asked, fixed in (
        ("clock", clock, ladder.spec["clock"]),
        ("seed", seed, ladder.seed),
        ("strikes", strikes, strikes_of(ladder)),
    ):
        if asked not in (None, fixed):
            raise BadSpec(
                f"the ladder of this database was started with --{name} {fixed}, not {asked}: "
                f"leave --{name} out, or start another ladder with another --db"
            )
    return ladder


def strikes_of(ladder: Tournament) -> int:
    """Return how many failed decisions of a seat the ladder forgives in each match."""
    return check_type(int, ladder.spec.get("strikes", 0), "strikes")


def choose_anchor(store: Store, text: str) -> Anchor | None:
    """Read the anchor of a ladder, which may not have played yet; `none` for none."""
    if text == "none":
        return None
    name, elo = parse_anchor(text)
    bots = [find_bot(bot).bot for bot in SPARRING]
    bots += [submission.bot for submission in store.submissions()]
    bots += [token.bot for token in store.tokens()]
    title, _, version = name.partition("@")
    meant = [bot for bot in bots if bot.name == title and version in ("", bot.version)]
    if not meant:
        names = sorted({bot.name for bot in bots})
        raise BadSpec(
            f"no bot {name!r} is in the ladder. Bots: {', '.join(names)}.{suggestion(name, names)}"
        )
    return Anchor(meant[-1], elo)  # of several versions the newest


def logs_in_ladder(store: Store, bot: Bot) -> list[Path]:
    """Return the files with what a bot has printed in the ladder, the last one at the end."""
    ladder = find_ladder(store)
    folder = ladder.spec.get(LOGS) if ladder else None
    return logs_of(Path(folder), bot) if isinstance(folder, str) else []


def why_benched(bot: Bot, forfeits: Iterable[StoredForfeit] = ()) -> str:
    """Return what the operator and the author of a benched bot should know, with some forfeits."""
    last = "; ".join(shortened_reason(str(forfeit), LONGEST_REASON) for forfeit in forfeits)
    return (
        f"{bot} is no longer paired: its last {FORFEITS_IN_A_ROW} matches in the ladder were "
        f"forfeits{f' ({last})' if last else ''}. The operator lets it play again with "
        f"`lutetia bot unbench {bot.name}`"
    )


def games_of(ladder: Tournament, asked: Sequence[str]) -> list[str]:
    """Return the games to play: those asked for now, else those of the ladder, else all."""
    return [find_game(game).name for game in asked or ladder.spec["games"] or game_names()]


def schedule_of(
    store: Store, ladder: Tournament, games: Sequence[str], concurrency: int
) -> LadderSchedule:
    """Return what the ladder plays next, beginning with what is missing of begun groups."""
    sizes = {game: find_game(game).players for game in games}
    finished = store.finished(ladder)
    begun = unfinished(store, ladder, finished)
    return LadderSchedule(ladder.seed, sizes, concurrency, finished, begun)


def unfinished(
    store: Store, ladder: Tournament, finished: Mapping[Key, Ranks]
) -> Iterator[Pairing]:
    """Return the matches that are missing in groups of which some are stored."""
    groups: defaultdict[Key, list[Key]] = defaultdict(list)
    for key in finished:
        groups[group_key(key)].append(key)
    begun = [played for played in groups.values() if len(played) < len(finished[played[0]])]
    ids = store.match_ids(ladder) if begun else {}
    for played in begun:
        seats = store.record(ids[played[0]]).seats
        bots = [str(Bot(seat.bot, seat.version)) for seat in seats]
        pairings = group_around(ladder.seed, played[0], bots, {})
        yield from (pairing for pairing in pairings if pairing.key not in played)


async def serve_ladder(
    store: Store,
    ladder: Tournament,
    schedule: LadderSchedule,
    pool: Pool,
    observer: Observer,
    *,
    concurrency: int,
    limit: int | None = None,
    remote: RemoteRoster | None = None,
    until: float | None = None,
    library: BotLibrary | None = None,
    poll_s: float = POLL_S,
) -> None:
    """Play the ladder until the caller cancels it, or until `limit` matches were played.

    `remote` bots take part while they are connected. The ladder rests while every bot is known
    within `until` Elo. Bots that were submitted on other machines come from the `library`.
    """
    store.register({find_bot(bot).bot: content_hash(files_of(bot)) for bot in SPARRING})
    roster = Roster(library)
    runner = Runner(
        store,
        ladder,
        schedule,
        pool,
        bots=roster.manifests,
        control=parse_clock(ladder.spec["clock"]),
        concurrency=concurrency,
        observer=observer,
        originals=roster.originals,
        strikes=strikes_of(ladder),
    )
    steward = Steward(store, ladder, schedule, roster, runner, observer, remote, until)
    await steward.look()
    await steward.learn()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(steward.keep_looking, poll_s)
        nursery.start_soon(steward.keep_learning, poll_s)
        await runner.run(limit)
        nursery.cancel_scope.cancel()


class Steward:
    """Tells the schedule who takes part and what has come of it, and bots why they are benched.

    What takes long is done in threads: clocks run here.
    """

    def __init__(
        self,
        store: Store,
        ladder: Tournament,
        schedule: LadderSchedule,
        roster: Roster,
        runner: Runner,
        observer: Observer,
        remote: RemoteRoster | None,
        until: float | None,
    ) -> None:
        self._store = store
        self._ladder = ladder
        self._schedule = schedule
        self._roster = roster
        self._runner = runner
        self._observer = observer
        self._remote = remote
        self._until = until
        self._anchor = anchor_of(store)
        self._predecessors: Mapping[Bot, Predecessor] = {}
        self._taken_part: set[Bot] = set()
        self._token_holders: set[Bot] = set()
        self._forgiven: Mapping[Bot, int] | None = None
        """As of what was learned last; None: nothing was yet."""
        self._benched: Mapping[Bot, str] = {}
        """With what they are told."""

    async def look(self) -> None:
        """Look who takes part now."""
        submissions = await trio.to_thread.run_sync(self._store.submissions)
        await trio.to_thread.run_sync(self._roster.fetch, submissions)
        connected: Mapping[Bot, Sequence[str]] = {}
        if self._remote is not None:
            tokens = await trio.to_thread.run_sync(self._store.tokens)
            self._token_holders = {token.bot for token in tokens if token.revoked is None}
            self._remote.update(tokens)
            connected = self._remote.present()
        remarks: list[str] = []
        # The files of new bots are hashed.
        update = partial(self._roster.update, submissions, connected, remarks.append)
        bots, self._predecessors = await trio.to_thread.run_sync(update)
        for remark in remarks:
            self._observer.remarked(remark)
        self._taken_part.update(bots)
        if self._schedule.admit(bots, self._predecessors):
            self._runner.wake()

    async def learn(self) -> None:
        """Learn from all results, if there are new ones or forfeits were forgiven."""
        forgiven = await trio.to_thread.run_sync(self._store.forgiven)
        # What is stored from here on may or may not be read: it stays unlearned for now.
        known = self._schedule.stored()
        if not known and forgiven == self._forgiven:
            return
        self._forgiven = forgiven
        rating = await trio.to_thread.run_sync(
            lambda: rate(
                self._store.results(self._ladder),
                self._anchor,
                forgiven,
                self._until,
                self._predecessors,
            )
        )
        self._schedule.learn(
            rating.strengths, rating.forfeiting, known, rating.well_known, rating.met
        )
        self._observer.rated(rating.standings)
        self._runner.wake()
        await self.tell_benched(rating.forfeiting)

    async def tell_benched(self, forfeiting: set[Bot]) -> None:
        """Say why bots are benched: here, and to those that connect."""
        known = self._benched
        new = (forfeiting & (self._taken_part | self._token_holders)) - known.keys()
        forfeits = await trio.to_thread.run_sync(
            lambda: {bot: self._store.forfeits(bot, self._ladder, SHOWN) for bot in sorted(new)}
        )
        told = {bot: why_benched(bot, last) for bot, last in forfeits.items()}
        for bot, why in told.items():
            if bot in self._taken_part:
                self._observer.remarked(why)
        for bot in sorted(known.keys() - forfeiting):
            self._observer.announced(f"{bot} is paired again")
        self._benched = {bot: why for bot, why in {**known, **told}.items() if bot in forfeiting}
        if self._remote is not None:
            self._remote.bench(self._benched)

    async def keep_looking(self, poll_s: float) -> None:
        """Look again and again."""
        while True:
            await trio.sleep(poll_s)
            await self.look()

    async def keep_learning(self, poll_s: float) -> None:
        """Learn again and again, but not most of the time."""
        while True:
            since_s = trio.current_time()
            await self.learn()
            took_s = trio.current_time() - since_s
            await trio.sleep(max(poll_s, took_s / LEARNING_SHARE))


class Rating(NamedTuple):
    """What follows from the results of the ladder."""

    strengths: dict[str, Strengths]
    forfeiting: set[Bot]
    standings: list[Standing]
    well_known: dict[str, set[Bot]]
    """By game: the bots of which enough is known."""
    met: dict[str, dict[Bot, int]]
    """By game: how many matches a new version has played against its predecessor."""


def rate(
    results: Results,
    anchor: Anchor | None,
    forgiven: Mapping[Bot, int],
    until: float | None = None,
    predecessors: Mapping[Bot, Predecessor] = MappingProxyType({}),
) -> Rating:
    """Compute what the ladder goes on with."""
    by_game = {game: results.of_game(game) for game in results.games}
    lists = rate_lists(results, anchor)
    known = {
        name.game: well_known(rated, until) if until else set[Bot]()
        for name, rated in lists.items()
    }
    met = {
        game: {bot: each.count_together(bot, old.bot) for bot, old in predecessors.items()}
        for game, each in by_game.items()
    }
    return Rating(
        {game: strengths_of(each) for game, each in by_game.items()},
        forfeiting(results, forgiven),
        joint_standings(results, lists),
        known,
        met,
    )
