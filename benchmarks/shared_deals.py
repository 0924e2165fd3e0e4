"""How much `--shared-deals` narrows the bars: `python -m benchmarks.shared_deals [ROUNDS]`.

Greedy plays a gauntlet against a greedy that plays at random once in ten decisions, each match with
deals of their own and with shared ones: as many matches, by the commands that a person would type.
The bar is the error of the difference in Elo as `lutetia compare` prints it. How many matches
fewer the same bar takes follows from it: the square of the ratio.
"""

import json
import subprocess
import sys
from math import sqrt
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

GAMES = ("moscow_paris", "lumiere", "paris")
LUTETIA = str(Path(sys.executable).with_name("lutetia"))
WORSE = '''
"""Greedy that plays at random once in ten decisions."""

from arbiter.client import run
from sample_bots.greedy import lumiere, moscow_paris, paris

PLAYERS = {"lumiere": lumiere, "moscow_paris": moscow_paris, "paris": paris}


def choose(turn):
    if turn.match.rng.random() < 0.1:
        return turn.match.rng.randrange(turn.action_count)
    return PLAYERS[turn.match.game].choose(turn)


run(choose, games=PLAYERS, max_matches=1_000)
'''


def lutetia(folder: Path, *words: str) -> Any:
    """Run a command and return what it prints as JSON."""
    done = subprocess.run(
        [LUTETIA, *words, "--json"], cwd=folder, capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout)


def compared(game: str, rounds: int, *words: str) -> Any:
    """Play a gauntlet and return how the two bots compare."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "worse.py").write_text(WORSE)
        bots = ("--bot", "greedy", "--bot", "worse.py", "--format", "gauntlet")
        lutetia(folder, "tournament", "run", "--game", game, *bots, "--rounds", str(rounds), *words)
        return lutetia(folder, "compare", "greedy", "worse")


def main(rounds: int) -> None:
    """Print both bars of each game."""
    print(f"{2 * rounds} matches each; bars at 95 %")
    print("game            own deals: Elo ± bar   shared: Elo ± bar   bars   matches for the same")
    for game in GAMES:
        own, shared = (compared(game, rounds, *words) for words in ((), ("--shared-deals",)))
        ratio = shared["error"] / own["error"]
        # Both bars are estimates from as many groups as there are rounds.
        unsure = ratio / sqrt(rounds)
        print(
            f"{game:14} {own['elo']:12.0f} ± {own['error']:5.1f} {shared['elo']:13.0f} ± "
            f"{shared['error']:5.1f} {ratio:7.2f} ± {1.96 * unsure:.2f} {ratio**2:12.0%}",
            flush=True,
        )


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else 300)
