"""A tournament as an organiser orders it: from the command line, a TOML file or the store."""

import secrets
import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from arbiter.bots import Manifest, find_bot
from arbiter.clocks import DEFAULT_CLOCK, TimeControl, parse_clock
from engine.errors import OperatorError
from engine.games import find_game
from engine.options import options_from_json, suggestion
from ladder.schedules import Schedule
from ladder.sprt import parse_sprt
from ladder.trials import Trial


class BadSpecification(OperatorError):
    """The tournament cannot be held as it is described."""


@dataclass(frozen=True, slots=True)
class GameOrder:
    """One game of a tournament."""

    game: str
    players: int
    options: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Specification:
    """All that settles a tournament; equal ones with equal bots give equal games."""

    games: tuple[GameOrder, ...]
    bots: tuple[str, ...]
    """As the organiser names them; a gauntlet's candidate is the first."""
    seed: int
    format: str = "round-robin"
    rounds: int = 1
    clock: str = DEFAULT_CLOCK
    concurrency: int = 8
    sprt: str = ""
    """Of a gauntlet: end it as soon as this test has a verdict, as in `0,5`."""

    def trial(self) -> Trial | None:
        """Return the test that may end the tournament early."""
        if not self.sprt:
            return None
        if self.format != "gauntlet":
            raise BadSpecification("sprt is for a gauntlet: it judges the first bot, the candidate")
        return Trial(self.schedules(), parse_sprt(self.sprt))

    def check(self) -> None:
        """Raise an OperatorError for whatever cannot be held as ordered."""
        self.control()
        self.schedules()
        self.trial()

    def control(self) -> TimeControl:
        """Return the time limits."""
        return parse_clock(self.clock)

    def manifests(self) -> dict[str, Manifest]:
        """Return the bots by name."""
        found = [find_bot(bot) for bot in self.bots]
        names = [manifest.name for manifest in found]
        for name in names:
            if names.count(name) > 1:
                raise BadSpecification(f"two bots are named {name!r}: give one another name")
        return dict(zip(names, found, strict=True))

    def schedules(self) -> list[Schedule]:
        """Return the schedule of each game, having checked that it can be played."""
        return [self._schedule(order) for order in self.games]

    def _schedule(self, order: GameOrder) -> Schedule:
        game = find_game(order.game)
        game.new(order.players, options_from_json(game.options, order.options), self.seed)
        names = tuple(self.manifests())
        for manifest in self.manifests().values():
            manifest.require_game(order.game)
        return Schedule(
            order.game, order.players, names, self.seed, self.format, self.rounds, order.options
        )


def specification_to_json(specification: Specification) -> dict[str, Any]:
    """Return what the store keeps: bots by their absolute paths, to be found from anywhere."""
    data = asdict(specification)
    data["bots"] = [str(Path(bot).resolve()) if Path(bot).exists() else bot for bot in data["bots"]]
    return data


def specification_from_json(data: Mapping[str, Any]) -> Specification:
    """Read a specification; what is missing or wrong is named."""
    known = {field.name for field in fields(Specification)}
    for key in data.keys() - known:
        raise BadSpecification(f"there is no key {key!r}.{suggestion(key, known)}")
    for key in ("games", "bots"):
        if not data.get(key):
            raise BadSpecification(f"{key} is missing; name at least one")
    seed = data.get("seed", secrets.randbits(53))
    games = tuple(_order(game) for game in data["games"])
    if len({order.game for order in games}) < len(games):
        raise BadSpecification("a game is named twice; hold two tournaments instead")
    values = {**data, "games": games, "bots": tuple(data["bots"]), "seed": seed}
    specification = Specification(**values)
    for key in ("rounds", "concurrency"):
        value = getattr(specification, key)
        if not isinstance(value, int) or value < 1:
            raise BadSpecification(f"{key} is {value!r}; it must be a whole number above 0")
    return specification


def read_specification(file: Path) -> tuple[str, Specification]:
    """Read a tournament's name and specification from a TOML file; its name may name it."""
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadSpecification(f"cannot read {file}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadSpecification(f"{file} is not TOML: {error}") from None
    name = data.pop("name", file.stem)
    data["bots"] = [_beside(file, bot) for bot in data.get("bots", [])]
    try:
        return str(name), specification_from_json(data)
    except OperatorError as error:
        raise BadSpecification(f"{file}: {error}") from None


def _beside(file: Path, bot: str) -> str:
    """Take a bot's path as seen from the file that names it."""
    path = file.parent / str(bot)
    return str(path) if path.exists() else str(bot)


def _order(game: str | Mapping[str, Any]) -> GameOrder:
    """Read a game: a name, or a table with its number of players and options."""
    data: dict[str, Any] = {"game": game} if isinstance(game, str) else dict(game)
    known = {field.name for field in fields(GameOrder)}
    for key in data.keys() - known:
        raise BadSpecification(f"games: there is no key {key!r}.{suggestion(key, known)}")
    rules = find_game(str(data.get("game")))
    return GameOrder(rules.name, data.get("players", min(rules.players)), data.get("options", {}))
