"""`search`: looks ahead in worlds it imagines, as long as its clock allows."""

import argparse

from arbiter.client import run
from sample_bots.search.player import Level, Player, warm_up

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--simulations", type=int, help="at most this many per decision")
level = Level(simulations=parser.parse_args().simulations)
warm_up()
run(Player(level).choose)
