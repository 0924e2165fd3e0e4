"""The ladder of a database: a tournament without end among submitted and built-in bots.

Three tasks share the work: the runner plays, one looks for new bots, one learns from what is
stored.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple, Protocol

import trio

from arbiter.bot_files import content_hash
from arbiter.bots import SPARRING, files_of, find_bot, remote_bot
from arbiter.clocks import DEFAULT_CLOCK, parse_clock
from arbiter.tournaments.runner import Observer, Pool, Runner
from arbiter.tournaments.spec import BadSpec, new_root
from engine.errors import OperatorError, suggestion
from engine.games import find_game, game_names
from engine.record import Bot
from ladder.errors import LadderTaken
from ladder.ratings.results import Results, results_of
from ladder.ratings.standings import Anchor, Standing, parse_anchor, read_anchor, standings
from ladder.schedules.ladder_schedule import LadderSchedule, unfinished
from ladder.schedules.matchmaking import Strengths, forfeiting, strengths_of
from ladder.store.store import Store, Submission, Token, Tournament

NAME = "ladder"
LADDER = "ladder"
POLL_S = 1.0
"""How often submissions are looked for, and results learned from."""
LEARNING_SHARE = 0.1
"""The part of the time that learning may take, however many results there are."""


class RemoteRoster(Protocol):
    """Who takes part from elsewhere: `arbiter.remote_bots`, which loads gRPC."""

    def update(self, tokens: Iterable[Token]) -> None:
        """Set the tokens that are known."""

    def present(self) -> dict[Bot, Sequence[str]]:
        """Return the bots that are connected now and the games of each (none named: all)."""


class Roster:
    """Who takes part in the ladder."""

    def __init__(self) -> None:
        self.manifests = {str(manifest.bot): manifest for manifest in map(find_bot, SPARRING)}
        """By name and version, all that have ever taken part: a retired one may still play."""
        self._built_in = {manifest.bot: manifest.games for manifest in self.manifests.values()}
        self._broken: set[Bot] = set()

    def update(
        self,
        submissions: Iterable[Submission],
        connected: Mapping[Bot, Sequence[str]],
        remark: Callable[[str], None],
    ) -> dict[Bot, Sequence[str]]:
        """Return the bots that take part now and the games of each; a broken one is left out.

        `connected` are the remote bots that are there.
        """
        present: dict[Bot, Sequence[str]] = {**self._built_in, **connected}
        self.manifests |= {str(bot): remote_bot(bot, games) for bot, games in connected.items()}
        for submission in submissions:
            bot = submission.bot
            if submission.retired is not None or bot in self._broken:
                continue
            if str(bot) not in self.manifests:
                try:
                    manifest = find_bot(submission.folder)
                    # The bot can write to its copy of bot.toml, but not choose another name.
                    self.manifests[str(bot)] = replace(manifest, name=bot.name, version=bot.version)
                except OperatorError as error:
                    self._broken.add(bot)
                    remark(f"{bot} cannot take part: {error}")
                    continue
            present[bot] = self.manifests[str(bot)].games
        return present


def open_ladder(
    store: Store, games: Sequence[str] = (), clock: str | None = None, seed: int | None = None
) -> Tournament:
    """Return the ladder, which is created if it is not there; clock and seed cannot be changed."""
    parse_clock(clock or DEFAULT_CLOCK)
    ladder = find_ladder(store)
    if ladder is None:
        names = [find_game(game).name for game in games]
        spec = {"format": LADDER, "games": names, "clock": clock or DEFAULT_CLOCK}
        return store.add_tournament(NAME, spec, new_root() if seed is None else seed)
    for name, asked, fixed in (("clock", clock, ladder.spec["clock"]), ("seed", seed, ladder.seed)):
        if asked not in (None, fixed):
            raise BadSpec(
                f"the ladder of this database has the {name} {fixed}, not {asked}: leave "
                f"--{name} out, or start another ladder with another --db"
            )
    return ladder


def find_ladder(store: Store) -> Tournament | None:
    """Return the ladder if there is one."""
    for tournament in store.tournaments():
        if tournament.name == NAME:
            if not is_ladder(tournament):
                raise LadderTaken(
                    f"this database has an ordinary tournament named {NAME!r}; take another --db"
                )
            return tournament
    return None


def is_ladder(tournament: Tournament) -> bool:
    """Tell the ladder from an ordinary tournament."""
    return bool(tournament.spec.get("format") == LADDER)


def choose_anchor(store: Store, text: str) -> Anchor | None:
    """Read the anchor of a ladder, which may not have played yet; `none` for none."""
    if text == "none":
        return None
    name, elo = parse_anchor(text)
    known = [find_bot(bot).bot for bot in SPARRING]
    known += [submission.bot for submission in store.submissions()]
    title, _, version = name.partition("@")
    found = [bot for bot in known if bot.name == title and version in ("", bot.version)]
    if not found:
        names = sorted({bot.name for bot in known})
        raise BadSpec(
            f"no bot {name!r} is in the ladder. Bots: {', '.join(names)}.{suggestion(name, names)}"
        )
    return Anchor(found[-1], elo)


def anchor_of(store: Store) -> Anchor | None:
    """Return the anchor that is kept for the ladder of a database, if there is one."""
    ladders = [each for each in store.tournaments() if each.name == NAME and is_ladder(each)]
    text = ladders[0].spec.get("anchor") if ladders else None
    return read_anchor(text) if isinstance(text, str) else None


def games_of(ladder: Tournament, asked: Sequence[str]) -> list[str]:
    """Return the games to play: those asked for now, else those of the ladder, else all."""
    return [find_game(game).name for game in asked or ladder.spec["games"] or game_names()]


def ladder_results(store: Store) -> Results:
    """Return the results of the ladder, none if it was never served."""
    ladder = find_ladder(store)
    return results_of([]) if ladder is None else store.results(ladder)


def schedule_of(
    store: Store, ladder: Tournament, games: Sequence[str], concurrency: int
) -> LadderSchedule:
    """Return what the ladder plays next, beginning with what is missing of begun groups."""
    sizes = {game: find_game(game).players for game in games}
    finished = store.finished(ladder)
    begun = unfinished(store, ladder, finished)
    return LadderSchedule(ladder.seed, sizes, concurrency, finished, begun)


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
    poll_s: float = POLL_S,
) -> None:
    """Play the ladder until the caller cancels it, or until `limit` matches were played.

    `remote` bots take part while they are connected.
    """
    store.register({find_bot(bot).bot: content_hash(files_of(bot)) for bot in SPARRING})
    roster = Roster()
    runner = Runner(
        store,
        ladder,
        schedule,
        pool,
        bots=roster.manifests,
        control=parse_clock(ladder.spec["clock"]),
        concurrency=concurrency,
        observer=observer,
    )

    anchor = anchor_of(store)

    async def look() -> None:
        submissions = await trio.to_thread.run_sync(store.submissions)
        connected: Mapping[Bot, Sequence[str]] = {}
        if remote is not None:
            remote.update(await trio.to_thread.run_sync(store.tokens))
            connected = remote.present()
        if schedule.admit(roster.update(submissions, connected, observer.remarked)):
            runner.wake()

    async def learn() -> None:
        # What is stored from here on may or may not be read: it stays unlearned for now.
        known = schedule.stored()
        rating = await trio.to_thread.run_sync(
            lambda: rate(store.results(ladder), anchor, store.forgiven())
        )
        schedule.learn(rating.strengths, rating.forfeiting, known)
        observer.rated(rating.standings)

    async def keep_looking() -> None:
        while True:
            await trio.sleep(poll_s)
            await look()

    async def keep_learning() -> None:
        while True:
            since_s = trio.current_time()
            if schedule.stored():
                await learn()
            took_s = trio.current_time() - since_s
            await trio.sleep(max(poll_s, took_s / LEARNING_SHARE))

    await look()
    await learn()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(keep_looking)
        nursery.start_soon(keep_learning)
        await runner.run(limit)
        nursery.cancel_scope.cancel()


class Rating(NamedTuple):
    """What follows from the results of the ladder."""

    strengths: dict[str, Strengths]
    forfeiting: set[Bot]
    standings: list[Standing]


def rate(results: Results, anchor: Anchor | None, forgiven: Mapping[Bot, int]) -> Rating:
    """Compute what the ladder goes on with."""
    strengths = {game: strengths_of(results.of_game(game)) for game in results.games}
    return Rating(strengths, forfeiting(results, forgiven), standings(results, anchor))
