"""A tournament as an organiser orders it: from the command line, a TOML file or the store."""

import secrets
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from arbiter.bots import BadBot, Manifest, locate_bot, read_bot
from arbiter.clocks import DEFAULT_CLOCK, TimeControl, parse_clock
from engine.errors import BadFile, OperatorError
from engine.fields import check_type, read_fields
from engine.files import read_toml
from engine.games import find_game
from engine.options import read_files
from engine.record import Setup
from ladder.ratings.sprt import SprtTrial, parse_sprt
from ladder.schedules.schedule import Schedule


class BadSpec(OperatorError):
    """The tournament cannot be held as it is described."""


@dataclass(frozen=True, slots=True)
class GameSpec:
    """One game of a tournament."""

    game: str
    players: int
    options: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Entry:
    """A bot of a tournament: where it is, and who it was when the tournament was ordered."""

    place: str
    """A built-in's name or an absolute path."""
    name: str
    version: str


@dataclass(frozen=True, slots=True)
class TournamentSpec:
    """All that settles a tournament; equal ones with equal bots give equal games."""

    games: tuple[GameSpec, ...]
    bots: tuple[Entry, ...]
    """A gauntlet's candidate is the first."""
    seed: int
    format: str = "round-robin"
    rounds: int = 1
    clock: str = DEFAULT_CLOCK
    concurrency: int = 8
    sprt: str = ""
    """Of a gauntlet: end it as soon as this test has a verdict, as in `0,5`."""

    def __post_init__(self) -> None:
        for key in ("games", "bots"):
            if not getattr(self, key):
                raise BadSpec(f"{key} is missing; name at least one")
        for key in ("rounds", "concurrency"):
            if getattr(self, key) < 1:
                raise BadSpec(f"{key} is {getattr(self, key)}; it must be above 0")
        if len({order.game for order in self.games}) < len(self.games):
            raise BadSpec("a game is named twice; hold two tournaments instead")
        names = [entry.name for entry in self.bots]
        for name in names:
            if names.count(name) > 1:
                raise BadSpec(f"two bots are named {name!r}: give one another name")

    def check(self) -> None:
        """Raise an OperatorError for whatever cannot be played as ordered."""
        self.control()
        manifests = self.manifests()
        for order in self.games:
            Setup(order.game, order.players, order.options, self.seed).deal()
            for manifest in manifests.values():
                manifest.require_game(order.game)
        self.schedules()
        self.trial()

    def control(self) -> TimeControl:
        """Return the time limits."""
        return parse_clock(self.clock)

    def manifests(self) -> dict[str, Manifest]:
        """Return the bots by name; one that is not what it was is refused."""
        return {entry.name: _read_entry(entry) for entry in self.bots}

    def schedules(self) -> list[Schedule]:
        """Return the schedule of each game, from what is stored alone."""
        names = tuple(entry.name for entry in self.bots)
        return [
            Schedule(
                order.game, order.players, names, self.seed, self.format, self.rounds, order.options
            )
            for order in self.games
        ]

    def trial(self) -> SprtTrial | None:
        """Return the test that may end the tournament early."""
        if not self.sprt:
            return None
        if self.format != "gauntlet":
            raise BadSpec("sprt is for a gauntlet: it judges the first bot, the candidate")
        return SprtTrial(self.schedules(), parse_sprt(self.sprt))


def spec_to_json(spec: TournamentSpec) -> dict[str, Any]:
    """Return what the store keeps."""
    return asdict(spec)


def spec_from_json(data: Mapping[str, Any]) -> TournamentSpec:
    """Read what the store keeps; bots and games need not be there."""
    return read_fields(TournamentSpec, data)


def order_tournament(data: Mapping[str, Any], folder: Path = Path()) -> TournamentSpec:
    """Read a tournament as a person orders it: bots and rulesets by paths seen from a folder."""
    games, bots = (check_type(tuple[Any, ...], data.get(key, ()), key) for key in ("games", "bots"))
    whole = {
        "seed": secrets.randbits(53),
        **data,
        "games": [_order(game, f"games[{n}]", folder) for n, game in enumerate(games)],
        "bots": [
            asdict(_enter(check_type(str, bot, f"bots[{n}]"), folder)) for n, bot in enumerate(bots)
        ],
    }
    return spec_from_json(whole)


def read_order(file: Path) -> tuple[str, TournamentSpec]:
    """Read a tournament's name and specification from a TOML file; its name may name it."""
    try:
        data = read_toml(file)
        name = check_type(str, data.pop("name", file.stem), "name")
        return name, order_tournament(data, file.parent)
    except BadFile as error:
        raise BadSpec(str(error)) from None
    except OperatorError as error:
        raise BadSpec(f"{file}: {error}") from None


def _order(game: Any, where: str, folder: Path) -> dict[str, Any]:
    """Read a game: a name, or a table with its number of players and options."""
    data = {"game": game} if isinstance(game, str) else check_type(Mapping, game, where)
    rules = find_game(check_type(str, data.get("game", ""), f"{where}.game"))
    options = check_type(Mapping, data.get("options", {}), f"{where}.options")
    return {
        "players": min(rules.players),
        **data,
        "options": read_files(rules.options, options, folder),
    }


def _enter(text: str, folder: Path) -> Entry:
    place = locate_bot(text, folder)
    manifest = read_bot(place)
    return Entry(place, manifest.name, manifest.version)


def _read_entry(entry: Entry) -> Manifest:
    try:
        manifest = read_bot(entry.place)
    except BadBot as error:
        raise BadSpec(f"{entry.name} {entry.version} cannot go on: {error}") from None
    if (manifest.name, manifest.version) != (entry.name, entry.version):
        raise BadSpec(
            f"{entry.place} was {entry.name} {entry.version} when the tournament was ordered and "
            f"is {manifest.name} {manifest.version} now: put the old one back, or hold another "
            "tournament"
        )
    return manifest
