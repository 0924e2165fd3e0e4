"""Faults 1 and 2: killed at random moments, nothing is lost and nothing counted twice."""

import random
import signal
import subprocess
from dataclasses import replace
from pathlib import Path

from engine.games import game_names
from engine.record import Record
from ladder.schedules import Key
from ladder.standings import Standing, standings
from ladder.store import open_store
from tests.arbiter.cli.commands import LUTETIA
from tests.seeds import FULL

PLUG_INS = {"connect_four"}
KILLS = 100 if FULL else 3
ROUNDS = 12 if FULL else 1
BOT = """
from arbiter.client import run

run(lambda turn: (turn.game.rng.randrange(turn.action_count) + {shift}) % turn.action_count)
"""


def enter(folder: Path) -> list[str]:
    """Return the words that order the tournament: six bots, all games."""
    games = sorted(set(game_names()) - PLUG_INS)
    bots = ["random", "greedy"]
    for shift in range(4):
        bot = folder / f"bot{shift}.py"
        bot.write_text(BOT.format(shift=shift))
        bots.append(str(bot))
    words = ["tournament", "run", "--name", "cup", "--seed", "3", "--rounds", str(ROUNDS)]
    words += [word for game in games for word in ("--game", game)]
    return words + [word for bot in bots for word in ("--bot", bot)]


def run(folder: Path, words: list[str], kill_after_s: float | None) -> bool:
    """Run a command in a folder; True if it ended by itself, False if it was killed."""
    running = subprocess.Popen(
        [LUTETIA, *words], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        assert running.wait(timeout=kill_after_s) == 0
    except subprocess.TimeoutExpired:
        running.send_signal(signal.SIGKILL)
        running.wait()
        return False
    return True


def outcome(folder: Path) -> tuple[dict[Key, Record], list[Standing]]:
    """Return all records of the tournament, times aside, and the standings."""
    store = open_store(f"sqlite:///{folder}/lutetia.db")
    tournament = store.tournament("cup")
    records = {
        key: timeless(store.record(game_id)) for key, game_id in store.game_ids(tournament).items()
    }
    return records, standings(store.results(tournament))


def timeless(record: Record) -> Record:
    return replace(record, seats=tuple(replace(seat, seconds=0.0) for seat in record.seats))


def test_a_tournament_killed_again_and_again_ends_as_one_that_was_not(tmp_path: Path) -> None:
    calm, stormy = tmp_path / "calm", tmp_path / "stormy"
    calm.mkdir()
    words = enter(tmp_path)
    assert run(calm, words, kill_after_s=None)
    stormy.mkdir()
    chance = random.Random(1)
    kills = 0
    resume = ["tournament", "resume", "cup"]
    run(stormy, words, kill_after_s=4.0)
    while not run(stormy, resume, chance.uniform(0.8, 3.2) if kills < KILLS else None):
        kills += 1
    assert kills == KILLS
    assert outcome(stormy) == outcome(calm)
