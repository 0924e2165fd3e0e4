"""Tournaments with real workers in which things fail for real."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import trio

from arbiter.jobs import JobResult
from arbiter.tournaments.runner import End, Observer, run_tournament
from arbiter.tournaments.spec import make_plan, spec_to_json
from arbiter.worker_pool import SILENCE_S, open_worker_pool
from ladder.ratings.results import Results
from ladder.schedules.schedule import Pairing
from ladder.store.store import Store, open_store

RANDOM = """
from arbiter.client import run

run(lambda turn: turn.match.rng.randrange(turn.action_count))
"""
KILLER = """
import os, signal
from arbiter.client import run

turns = 0

def choose(turn):
    global turns
    turns += 1
    if turns == 3:
        os.kill(os.getppid(), signal.SIGKILL)
    return 0

run(choose)
"""
ONCE = """
import os, pathlib, signal
from arbiter.client import run

def choose(turn):
    once = pathlib.Path({folder!r}, str(turn.match.start.bot_seed))
    turn.match.memory["turns"] = turns = turn.match.memory.get("turns", 0) + 1
    if turns == 3 and not once.exists():
        once.touch()
        os.kill(os.getppid(), signal.{signal})
    return 0

run(choose)
"""
TOML = 'name = "{name}"\nversion = "1"\nrun = ["python", "bot.py"]\n'


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = open_store(f"sqlite:///{tmp_path / 'cup.db'}")
    yield opened
    opened.close()


@pytest.fixture
def make_bot(tmp_path: Path) -> Callable[..., Path]:
    def make(name: str, code: str = RANDOM) -> Path:
        folder = tmp_path / name
        folder.mkdir()
        (folder / "bot.toml").write_text(TOML.format(name=name))
        (folder / "bot.py").write_text(code)
        return folder

    return make


class Watcher(Observer):
    """Collects remarks, and does something after the first result."""

    def __init__(self, then: Callable[[], object] = lambda: None) -> None:
        self.remarks: list[str] = []
        self._then = then

    def finished(self, pairing: Pairing, result: JobResult) -> None:
        then, self._then = self._then, lambda: None
        then()

    def remarked(self, sentence: str) -> None:
        self.remarks.append(sentence)


def play(
    store: Store,
    bots: list[str],
    rounds: int,
    watcher: Watcher,
    silence_s: float = SILENCE_S,
) -> tuple[End, Results]:
    """Run a round robin of connect_four to its end."""
    spec = {"games": ["connect_four"], "bots": bots, "rounds": rounds, "concurrency": 2}
    plan = make_plan(spec)
    tournament = store.add_tournament("cup", spec_to_json(plan.spec), plan.spec.seed)

    async def main() -> End:
        schedule = plan.schedule({})
        async with open_worker_pool(
            1, at_a_time=64, remark=watcher.remarked, silence_s=silence_s
        ) as pool:
            with trio.fail_after(300):
                return await run_tournament(store, tournament, plan, schedule, pool, watcher)

    return trio.run(main), store.results(tournament)


def test_a_bot_that_kills_its_workers_is_suspended_and_nobody_else_suffers(
    store: Store, make_bot: Callable[..., Path]
) -> None:
    bots = ["random", str(make_bot("other")), str(make_bot("killer", KILLER))]
    watcher = Watcher()
    end, results = play(store, bots, 4, watcher)
    assert list(end.suspended) == ["killer"]
    assert any(remark.startswith("killer is suspended") for remark in watcher.remarks)
    assert {bot.name for bot in results.bots} == {"random", "other"}
    assert len(results) == 8  # all matches between the two
    assert not results.forfeit.any()


@pytest.mark.parametrize("word", ["SIGKILL", "SIGSTOP"])
def test_a_bot_that_stops_its_worker_once_in_each_match_to_see_its_cards_again_is_suspended(
    word: str, store: Store, make_bot: Callable[..., Path], tmp_path: Path
) -> None:
    """Each of its matches was played in the end, and nobody heard of it."""
    marks = tmp_path / "marks"
    marks.mkdir()
    killer = make_bot("killer", ONCE.format(folder=str(marks), signal=word))
    watcher = Watcher()
    bots = ["random", str(make_bot("other")), str(killer)]
    # Longer than a worker takes to start on a busy machine, which must not pass for a death.
    end, results = play(store, bots, 4, watcher, silence_s=15)
    assert list(end.suspended) == ["killer"]
    deaths = [remark for remark in watcher.remarks if "is replaced: it died or stood" in remark]
    # Two of its processes may strike at the same worker, which dies once.
    assert len(list(marks.iterdir())) >= 3
    assert 3 <= len(deaths) < 16
    assert all("killer" in remark for remark in deaths)
    assert not results.forfeit.any()


def test_a_bot_whose_folder_is_moved_away_has_not_crashed(
    store: Store, make_bot: Callable[..., Path]
) -> None:
    mine = make_bot("mine", code="raise SystemExit")  # a process of its own for every match
    gone = mine.with_name("gone")
    watcher = Watcher(lambda: shutil.move(mine, gone))
    end, results = play(store, ["random", str(make_bot("other")), str(mine)], 6, watcher)
    assert list(end.suspended) == ["mine"]
    assert "could not be started" in end.suspended["mine"]
    assert all(void.reason.startswith("mine: the bot could not be") for void in end.void.values())
    games = {bot.name: sum(results.bot == place) for place, bot in enumerate(results.bots)}
    assert games["other"] >= 12
