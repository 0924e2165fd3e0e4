"""A cluster of machines with a network between them, some of which fail."""

from pathlib import Path

import pytest

from tests.arbiter.cluster.clusters import finish, new_cluster, single_machine
from tests.arbiter.cluster.namespaces import ADDRESS, needs_namespaces, network
from tests.arbiter.cluster.test_cluster import CLUSTER, GAMES, RUN
from tests.arbiter.leftovers import wait_until
from tests.postgresql import SERVER, needs_server
from tests.seeds import FULL

ROUNDS = 167 if FULL else 20
"""Over three games, with two rotations each: 1,002 matches, or 120."""
CUT_OFF_S = 20.0
AWAY_S = 60.0 if FULL else 15.0
MACHINES = ("steady", "killed", "cut", "slow", "coordinator")


@needs_server
@needs_namespaces
@pytest.mark.skipif("host=/" not in SERVER, reason="the server is not on a unix socket")
def test_four_machines_of_which_three_fail_play_what_one_plays(tmp_path: Path) -> None:
    words = [*RUN, "--name", "cup", "--rounds", str(ROUNDS)]
    words += [word for game in GAMES for word in ("--game", game)]
    with network(MACHINES) as machines, new_cluster(tmp_path, ADDRESS) as cluster:
        workers = {
            name: cluster.start_worker(name, machines.within(name))
            for name in ("steady", "killed", "cut")
        }
        cluster.start_worker("slow", [*machines.within("slow"), "nice", "-n", "19"])
        coordinator = cluster.start(*words, *CLUSTER, within=machines.within("coordinator"))
        wait_until(lambda: all(map(cluster.has_played, workers)))
        workers["killed"].kill()
        machines.cut_off("cut")
        wait_until(lambda: (there := cluster.worker("cut")) is None or there.silent_s > CUT_OFF_S)
        machines.connect("cut")
        finish(coordinator)
        played = cluster.records("cup")
        assert cluster.hosts() == {*workers, "slow"}
        assert cluster.messages() == []
    assert played == single_machine(tmp_path, words)
    assert len(played) == 2 * ROUNDS * len(GAMES)


@needs_server
@needs_namespaces
@pytest.mark.skipif("host=/" not in SERVER, reason="the server is not on a unix socket")
def test_a_database_that_is_away_for_a_while_holds_everybody_up_and_no_more(tmp_path: Path) -> None:
    words = [*RUN, "--name", "cup", "--rounds", "40", "--game", "paris"]
    with network(("worker", "coordinator")) as machines, new_cluster(tmp_path, ADDRESS) as cluster:
        cluster.start_worker("worker", machines.within("worker"))
        coordinator = cluster.start(*words, *CLUSTER, within=machines.within("coordinator"))
        wait_until(lambda: cluster.has_played("worker"))
        machines.stop_database()
        wait_until(lambda: (there := cluster.worker("worker")) is None or there.silent_s > AWAY_S)
        machines.start_database()
        finish(coordinator)
        assert len(cluster.records("cup")) == 80
        assert "Traceback" not in cluster.log("worker") + cluster.log()
