"""A tournament as an organiser describes it: by options, in a TOML file or in the store."""

import secrets
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Annotated

from arbiter.bot_files import Originals, content_hash
from arbiter.bots import BadBot, BotName, BotVersion, Manifest, files_of, locate_bot, read_bot
from arbiter.building import build_bot
from arbiter.clocks import DEFAULT_CLOCK, TimeControl, parse_clock
from arbiter.match import MOST_STRIKES
from arbiter.processors import usable_processors
from engine.dice import SEED_BITS
from engine.errors import BadFile, OperatorError
from engine.fields import Between, check_type, read_fields, require_known
from engine.files import read_toml
from engine.games import find_game
from engine.options import read_files
from engine.record import Bot, Setup
from ladder.ratings.sprt import SprtTrial, Verdict, parse_sprt
from ladder.schedules.schedule import GameSchedule, Key, Ranks, TournamentSchedule

MANY_PER_CORE = 16
"""How many matches per core at a time fill the messages of fewer workers than cores."""


class BadSpec(OperatorError):
    """The tournament cannot be held as it is described."""


@dataclass(frozen=True, slots=True)
class GameSpec:
    """One game of a tournament."""

    game: str
    players: int
    options: Mapping[str, object]

    def sides(self) -> tuple[int, ...]:
        """Return the side of each seat; of a game that is gone everybody plays alone."""
        try:
            return Setup(self.game, self.players, self.options, 0).sides()
        except OperatorError:
            return ()


@dataclass(frozen=True, slots=True)
class BotSpec:
    """A bot of a tournament: where it is, and who it was when the tournament was created."""

    place: str
    """A built-in's name or an absolute path."""
    name: BotName
    version: BotVersion
    content: str
    """A hash of its files."""

    @property
    def bot(self) -> Bot:
        return Bot(self.name, self.version)


@dataclass(frozen=True, slots=True)
class TournamentSpec:
    """All that determines a tournament; equal ones with equal bots give equal matches."""

    games: tuple[GameSpec, ...]
    bots: tuple[BotSpec, ...]
    """A gauntlet's candidate is the first."""
    seed: int
    """All deals are derived from it; whoever knows it knows them, so bots must not."""
    concurrency: Annotated[int, Between(1, 10_000)]
    """Matches at a time."""
    format: str = "round-robin"
    rounds: Annotated[int, Between(1, 1_000_000)] | None = None
    """None: as many as the format needs."""
    clock: str = DEFAULT_CLOCK
    shared_deals: bool = False
    """Whether the rotations of a table share one deal: less noise, for bots one trusts."""
    strikes: Annotated[int, Between(0, MOST_STRIKES)] = 0
    """How many failed decisions of a seat are forgiven in each match."""
    sprt: str = ""
    """Of a gauntlet: end it as soon as this test has a verdict, as in `0,5`."""

    def __post_init__(self) -> None:
        for key in ("games", "bots"):
            if not getattr(self, key):
                option = key.removesuffix("s").upper()
                raise BadSpec(
                    f"no {option.lower()} is given: name at least one with --{option.lower()} "
                    f"{option}, or as `{key}` in the spec"
                )
        if len({game.game for game in self.games}) < len(self.games):
            raise BadSpec("a game is named twice; run two tournaments instead")
        names = [bot.name for bot in self.bots]
        for name in names:
            if names.count(name) > 1:
                raise BadSpec(f"two bots are named {name!r}: rename one of them")

    def schedules(self) -> list[GameSchedule]:
        """Return the schedule of each game; neither bots nor games need to be there."""
        names = tuple(bot.name for bot in self.bots)
        return [
            GameSchedule(
                *(game.game, game.players, names, self.seed, self.format, self.rounds),
                *(game.options, self.shared_deals, game.sides()),
            )
            for game in self.games
        ]


@dataclass(frozen=True)
class Plan:
    """A tournament that can be held: its spec, and all that follows from it, read once."""

    spec: TournamentSpec
    control: TimeControl
    bots: Mapping[str, Manifest]
    schedules: list[GameSchedule]
    trial: SprtTrial | None
    """The test that may end the tournament early."""
    seed_chosen: bool = False
    """Whether a person has just chosen the seed."""

    def contents(self) -> dict[Bot, str]:
        """Return a hash of the files of each bot."""
        return {entry.bot: entry.content for entry in self.spec.bots}

    def originals(self) -> dict[str, Originals]:
        """Return the files of each bot as they are now, by the bot's name."""
        return {bot.name: Originals(files_of(bot.place)) for bot in self.spec.bots}

    def schedule(self, results: Mapping[Key, Ranks]) -> TournamentSchedule:
        """Return what is left to play after these results."""
        trial = self.trial
        if trial is None:
            return TournamentSchedule(self.schedules, results)
        return TournamentSchedule(
            self.schedules, results, lambda known: trial.weigh(known) is not Verdict.OPEN
        )


def new_seed() -> int:
    """Return a seed that nobody can guess: 128 random bits."""
    return secrets.randbits(SEED_BITS)


def default_workers(at_a_time: int) -> int:
    """Return how many worker processes suit this many matches at a time: one per core, or fewer.

    With MANY_PER_CORE there is one for every two cores, and the bots and the coordinator use the
    others. Two workers on two cores took a tenth (paris, moscow_paris) to a half (connect_four)
    more processor time per decision than one with 64 matches, since their streams carried fewer of
    them, so there were fewer turns in a message. With eight matches, or two, messages are not
    full anyway, and two workers finished a tenth to a quarter more matches per second than one.
    """
    cores = usable_processors()
    return cores if at_a_time < MANY_PER_CORE * cores else max(1, cores // 2)


def spec_to_json(spec: TournamentSpec) -> dict[str, object]:
    """Return what the store keeps."""
    return asdict(spec)


def spec_from_json(data: Mapping[str, object]) -> TournamentSpec:
    """Read what the store keeps; bots and games need not be there."""
    return read_fields(TournamentSpec, data)


def make_plan(
    data: Mapping[str, object], folder: Path = Path(), tell: Callable[[str], None] = lambda _: None
) -> Plan:
    """Plan a tournament as a person writes it: bots and rulesets by paths seen from a folder.

    Bots are built, and `tell` is called before each build.
    """
    games, texts = (
        check_type(tuple[object, ...], data.get(key, ()), key) for key in ("games", "bots")
    )
    places = [
        locate_bot(check_type(str, text, f"bots[{n}]"), folder) for n, text in enumerate(texts)
    ]
    bots = {place: build_bot(read_bot(place), tell) for place in places}
    spec = spec_from_json(
        {
            "seed": new_seed(),
            "concurrency": usable_processors(),  # more matches would share their time
            **data,
            "games": [_read_game(game, f"games[{n}]", folder) for n, game in enumerate(games)],
            "bots": [
                {
                    "place": place,
                    "name": bots[place].name,
                    "version": bots[place].version,
                    "content": content_hash(files_of(place)),
                }
                for place in places
            ],
        }
    )
    by_name = {manifest.name: manifest for manifest in bots.values()}
    return replace(_plan(spec, by_name), seed_chosen="seed" in data)


def read_plan(file: Path, tell: Callable[[str], None] = lambda _: None) -> tuple[str, Plan]:
    """Read a tournament's name and plan from a TOML file, whose own name is the default."""
    try:
        data = read_toml(file)
        for key in data:  # a name is not part of what determines a tournament, but of its file
            require_known(key, ["name", *TournamentSpec.__dataclass_fields__], "key")
        name = check_type(str, data.pop("name", file.stem), "name")
        return name, make_plan(data, file.parent, tell)
    except BadFile as error:
        raise BadSpec(str(error)) from None
    except OperatorError as error:
        raise BadSpec(f"{file}: {error}") from None


def plan_again(data: Mapping[str, object], tell: Callable[[str], None] = lambda _: None) -> Plan:
    """Plan a stored tournament; a bot that is gone or not what it was is refused."""
    spec = spec_from_json(data)
    bots = {bot.name: _read_again(bot) for bot in spec.bots}
    return _plan(spec, {name: build_bot(manifest, tell) for name, manifest in bots.items()})


def _plan(spec: TournamentSpec, bots: Mapping[str, Manifest]) -> Plan:
    """Raise an OperatorError for whatever cannot be played."""
    control = parse_clock(spec.clock)
    for game in spec.games:
        Setup(game.game, game.players, game.options, spec.seed).deal()
        for manifest in bots.values():
            manifest.require_game(game.game)
    if spec.sprt and spec.format != "gauntlet":
        raise BadSpec("sprt is for a gauntlet: it judges the first bot, the candidate")
    return Plan(spec, control, bots, spec.schedules(), trial_of(spec))


def trial_of(spec: TournamentSpec) -> SprtTrial | None:
    """Return the test that may end a tournament early; games need not be there."""
    if not spec.sprt:
        return None
    return SprtTrial(spec.schedules(), parse_sprt(spec.sprt))


def _read_game(game: object, where: str, folder: Path) -> dict[str, object]:
    """Read a game: a name, or a table with its number of players and options."""
    data = {"game": game} if isinstance(game, str) else check_type(Mapping, game, where)
    rules = find_game(check_type(str, data.get("game", ""), f"{where}.game"))
    options = check_type(Mapping, data.get("options", {}), f"{where}.options")
    return {
        "players": min(rules.players),
        **data,
        "options": read_files(rules.options, options, folder),
    }


def _read_again(entry: BotSpec) -> Manifest:
    """Read a bot where it was; one that is not what it was is refused."""
    try:
        manifest = read_bot(entry.place)
    except BadBot as error:
        raise BadSpec(f"{entry.bot} cannot continue: {error}") from None
    if manifest.bot != entry.bot:
        raise BadSpec(
            f"{entry.place} was {entry.bot} when the tournament was created and is {manifest.bot} "
            "now: put the old one back, or run a new tournament"
        )
    if content_hash(files_of(entry.place)) != entry.content:
        raise BadSpec(
            f"the files of {entry.bot} at {entry.place} have been changed since the tournament was "
            "created: put the old ones back, or raise its version and run a new "
            "tournament. What a bot writes itself belongs in .cache"
        )
    return manifest
