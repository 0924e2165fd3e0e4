"""A tournament on many machines is the tournament on one."""

import os
import shutil
import signal
import tempfile
from pathlib import Path

from arbiter.cluster.message_queue import MATCHES, queue_of
from engine.games import game_names
from ladder.ratings.standings import standings
from ladder.store.rows import Member
from tests.arbiter.cli.commands import call, called_json, lutetia, printed_json
from tests.arbiter.cluster.clusters import (
    BOT,
    LIMIT_S,
    finish,
    make_bot,
    new_cluster,
    single_machine,
)
from tests.arbiter.leftovers import wait_until
from tests.postgresql import needs_server
from tests.security.proxy import Proxy

GAMES = sorted(set(game_names()) - {"connect_four"})
RUN = ["tournament", "run", "--bot", "random", "--bot", "greedy", "--seed", "3"]
CLUSTER = ["--workers", "cluster", "--json"]
STOPPED_S = 45.0
"""Within which a worker ends, on a machine with other work: 3 s for its matches, 2 s for the last
report, 10 s for the database."""
DOING = "SELECT id FROM procrastinate_jobs WHERE status = 'doing' AND queue_name = "
TOOL = 'build = ["sh", "-c", "test $TEST_TOOL = there"]'
"""What only some machines can build."""


@needs_server
def test_one_worker_killed_and_one_cut_off_make_no_difference(tmp_path: Path) -> None:
    """That which was cut off comes back when what it had has been played by another."""
    (tmp_path / "mine.py").write_text(BOT)
    words = [*RUN, "--bot", "mine.py", "--name", "cup", "--rounds", "5"]
    words += [word for game in GAMES for word in ("--game", game)]
    with new_cluster(tmp_path) as cluster:
        workers = {name: cluster.start_worker(name) for name in ("steady", "killed", "cut off")}
        coordinator = cluster.start(*words, *CLUSTER)
        wait_until(lambda: cluster.has_played("killed") and cluster.has_played("cut off"))
        workers["killed"].kill()
        os.kill(workers["cut off"].pid, signal.SIGSTOP)
        wait_until(lambda: (there := cluster.worker("cut off")) is None or there.given_up)
        os.kill(workers["cut off"].pid, signal.SIGCONT)
        finish(coordinator)
        played = cluster.records("cup")
        assert cluster.messages() == []
        assert cluster.hosts() == set(workers)
    assert played == single_machine(tmp_path, words)
    assert len(played) == 3 * 2 * 5 * len(GAMES)


@needs_server
def test_a_tournament_is_stopped_and_resumed_and_leaves_no_messages(tmp_path: Path) -> None:
    words = [*RUN, "--game", "lumiere", "--rounds", "30", "--name", "cup"]
    with new_cluster(tmp_path) as cluster:
        worker = cluster.start_worker("only")
        coordinator = cluster.start(*words, *CLUSTER, "--sandbox", "off")
        wait_until(lambda: cluster.has_played("only"))
        coordinator.send_signal(signal.SIGINT)
        assert coordinator.wait(timeout=300) == 130
        assert "lutetia tournament resume cup --workers cluster" in cluster.log()
        assert "--sandbox off has no effect" in cluster.log()
        assert 0 < len(cluster.records("cup")) < 60
        wait_until(lambda: not cluster.messages())
        finish(cluster.start("tournament", "resume", "cup", *CLUSTER))
        assert len(cluster.records("cup")) == 60
        assert cluster.messages() == []
        worker.send_signal(signal.SIGINT)
        assert worker.wait(timeout=300) == 0
        assert "unplayed matches go to other workers" in cluster.log("only")
        assert cluster.worker("only") is None


@needs_server
def test_two_coordinators_share_the_workers(tmp_path: Path) -> None:
    with new_cluster(tmp_path) as cluster:
        for name in ("one", "two"):
            cluster.start_worker(name)
        runs = {
            game: cluster.start(*RUN, "--game", game, "--rounds", "10", "--name", game, *CLUSTER)
            for game in ("paris", "moscow_paris")
        }
        for run in runs.values():
            finish(run)
        for game in runs:
            results = cluster.store.results(cluster.store.tournament(game))
            assert [row.games for row in standings(results)] == [20, 20]
        assert cluster.hosts() == {"one", "two"}


@needs_server
def test_what_a_killed_coordinator_has_left_is_not_played(tmp_path: Path) -> None:
    words = [*RUN, "--game", "paris", "--rounds", "30", "--name", "cup"]
    with new_cluster(tmp_path) as cluster:
        coordinator = cluster.start(*words, *CLUSTER)
        wait_until(lambda: len(cluster.store.members()) == 1 and len(cluster.messages()) > 0)
        coordinator.kill()
        wait_until(lambda: cluster.store.members()[0].given_up)
        cluster.start_worker("one")
        waiting = "SELECT * FROM procrastinate_jobs WHERE queue_name LIKE 'lutetia matches%%'"
        wait_until(lambda: not cluster.query(waiting))
        assert cluster.records("cup") == {}


@needs_server
def test_a_worker_that_stops_gives_back_what_it_has_not_played(tmp_path: Path) -> None:
    words = [*RUN, "--game", "paris", "--rounds", "10", "--name", "cup"]
    with new_cluster(tmp_path) as cluster:
        first = cluster.start_worker("first")
        coordinator = cluster.start(*words, *CLUSTER)
        wait_until(lambda: cluster.has_played("first"))
        first.send_signal(signal.SIGINT)
        assert first.wait(timeout=300) == 0
        cluster.start_worker("second")
        finish(coordinator)
        assert len(cluster.records("cup")) == 20
        assert "lost" not in cluster.log()


@needs_server
def test_a_worker_can_be_stopped_while_the_database_is_away(tmp_path: Path) -> None:
    """It waited for the database, to report what it had played, for as long as that was away."""
    words = [*RUN, "--game", "paris", "--rounds", "60", "--name", "cup"]
    with new_cluster(tmp_path) as cluster, tempfile.TemporaryDirectory() as sockets:
        cluster.start(*words, *CLUSTER)
        proxy = Proxy(cluster.url, Path(sockets))
        cluster.url = proxy.url
        worker = cluster.start_worker("only")
        wait_until(lambda: cluster.has_played("only"))
        proxy.off()
        wait_until(lambda: "trying again in" in cluster.log("only"))
        worker.terminate()
        assert worker.wait(timeout=STOPPED_S) == 0
        assert "Traceback" not in cluster.log("only")
        assert "never retrieved" not in cluster.log("only")


@needs_server
def test_a_sequential_test_ends_a_tournament_early(tmp_path: Path) -> None:
    words = ["tournament", "run", "--bot", "greedy", "--bot", "random", "--game", "moscow_paris"]
    words += ["--format", "gauntlet", "--sprt", "0,200", "--rounds", "200", "--name", "cup"]
    with new_cluster(tmp_path) as cluster:
        cluster.start_worker("only")
        finish(cluster.start(*words, *CLUSTER))
        assert len(cluster.records("cup")) < 200
        # A report that comes when nobody waits for it any more is removed by the next coordinator.
        waiting = f"SELECT id FROM procrastinate_jobs WHERE queue_name = '{MATCHES}'"
        wait_until(lambda: not cluster.query(waiting))


@needs_server
def test_a_worker_of_another_version_is_refused(tmp_path: Path) -> None:
    with new_cluster(tmp_path) as cluster:
        cluster.start_worker("makes the tables")
        for_a_while = "INSERT INTO procrastinate_workers (last_heartbeat) VALUES "
        cluster.query(f"{for_a_while} (now() + interval '1 hour')")
        cluster.store.join_cluster(
            Member(id=2, host="elsewhere", process=1, version="9.9", tournament="cup")
        )
        refused = lutetia("worker", "--db", cluster.url, cwd=tmp_path)
    assert refused.returncode == 2
    assert "'cup' is run by lutetia 9.9 on elsewhere" in refused.stderr
    assert "install that version here" in refused.stderr


@needs_server
def test_workers_are_listed(tmp_path: Path) -> None:
    with new_cluster(tmp_path) as cluster:
        words = ["workers", "--db", cluster.url]
        assert "run `lutetia worker`" in lutetia(*words, cwd=tmp_path).stderr
        cluster.start_worker("one")
        (row,) = printed_json(*words, cwd=tmp_path)
        assert (row["host"], row["state"], row["places"]) == ("one", "connected", 1)
        assert (row["matches"], row["per_minute"], row["faults"]) == (0, 0.0, 0)


@needs_server
def test_a_bot_that_builds_only_on_some_workers_plays_there(tmp_path: Path) -> None:
    """The build is tried once where it fails, and the bot plays all its matches elsewhere."""
    make_bot(tmp_path / "picky", TOOL)
    words = [*RUN, "--game", "moscow_paris", "--bot", "picky", "--name", "cup", "--rounds", "6"]
    os.environ.setdefault("TEST_TOOL", "there")  # on the coordinator, which builds it too
    with new_cluster(tmp_path) as cluster:
        cluster.start_worker("with", ["env", "TEST_TOOL=there"])
        cluster.start_worker("without", ["env", "TEST_TOOL=none"])
        finish(cluster.start(*words, *CLUSTER))
        assert len(cluster.records("cup")) == 36
        picky = """SELECT DISTINCT host FROM matches JOIN seats ON match_id = matches.id
                   JOIN bots ON bots.id = bot_id WHERE bots.name = 'picky'"""
        assert cluster.query(picky) == [("with",)]
        assert cluster.log("without").count("Building picky") == 1
        assert cluster.log().count("picky@1 cannot play on without") == 1


@needs_server
def test_one_of_the_few_workers_that_can_build_a_bot_is_killed(tmp_path: Path) -> None:
    """What it had begun of the matches for it alone was never played again."""
    make_bot(tmp_path / "picky", TOOL)
    words = [*RUN, "--game", "moscow_paris", "--bot", "picky", "--name", "cup", "--rounds", "6"]
    os.environ.setdefault("TEST_TOOL", "there")
    with new_cluster(tmp_path) as cluster:
        cluster.start_worker("without", ["env", "TEST_TOOL=none"])
        cluster.start_worker("spare", ["env", "TEST_TOOL=there"])
        killed = cluster.start_worker("killed", ["env", "TEST_TOOL=there"])
        begun = f"{DOING}'{queue_of('killed', killed.pid)}'"
        coordinator = cluster.start(*words, *CLUSTER)
        wait_until(lambda: bool(cluster.query(begun)))
        killed.kill()
        assert cluster.query(begun)
        finish(coordinator)
        assert len(cluster.records("cup")) == 36
        assert "A worker was lost" in cluster.log()
        assert not cluster.query(begun)


@needs_server
def test_a_bot_that_builds_nowhere_is_suspended_and_the_others_play(tmp_path: Path) -> None:
    make_bot(tmp_path / "picky", TOOL)
    words = [*RUN, "--game", "moscow_paris", "--bot", "picky", "--name", "cup", "--rounds", "6"]
    os.environ.setdefault("TEST_TOOL", "there")
    with new_cluster(tmp_path) as cluster:
        for name in ("one", "two"):
            cluster.start_worker(name, ["env", "TEST_TOOL=none"])
        coordinator = cluster.start(*words, *CLUSTER)
        out, _ = coordinator.communicate(timeout=LIMIT_S)
        assert coordinator.returncode == 1, out
        assert len(cluster.records("cup")) == 12
        assert "Suspended: picky." in cluster.log()
        assert {cluster.log(name).count("Building picky") for name in ("one", "two")} == {1}


@needs_server
def test_a_worker_is_drained_excluded_and_admitted(tmp_path: Path) -> None:
    words = [*RUN, "--game", "paris", "--rounds", "30", "--name", "cup"]
    with new_cluster(tmp_path) as cluster:

        def decide(what: str) -> None:
            done = lutetia("workers", what, "poor", "--db", cluster.url, cwd=tmp_path)
            assert done.returncode == 0, done.stderr

        def count() -> int:
            return len(cluster.query("SELECT id FROM matches WHERE host = 'poor'"))

        cluster.start_worker("poor")
        coordinator = cluster.start(*words, *CLUSTER)
        for what, told in (("drain", "it finishes what it has"), ("exclude", "it gives back")):
            before = count()
            wait_until(lambda: count() > before)  # noqa: B023
            decide(what)
            wait_until(lambda: told in cluster.log("poor"))  # noqa: B023
            wait_until(lambda: not cluster.query(f"{DOING}'{MATCHES}'"))
            (row,) = printed_json("workers", "--db", cluster.url, cwd=tmp_path)
            assert row["state"] == f"{what.removesuffix('e')}ed"
            assert "All workers are drained or excluded" in cluster.log()
            decide("admit")
        finish(coordinator)
        assert len(cluster.records("cup")) == 60
        assert "lost" not in cluster.log()


@needs_server
def test_the_ladder_is_played_by_a_cluster_far_from_where_its_bots_were_submitted(
    tmp_path: Path,
) -> None:
    """The folder that was submitted is gone: only the database has it."""
    make_bot(tmp_path / "mine")
    serve = ["serve", "--workers", "cluster", "--game", "moscow_paris", "--for-matches", "8"]
    with new_cluster(tmp_path) as cluster:
        submitted = ["submit", "mine", "--bots-folder", "kept", "--db", cluster.url]
        done = lutetia(*submitted, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        shutil.rmtree(tmp_path / "kept")
        cluster.start_worker("only")
        ladder = cluster.start(*serve, "--until", "never")
        assert ladder.wait(timeout=LIMIT_S) == 0, cluster.log()
        rows = standings(cluster.store.results(cluster.store.tournament("ladder")))
        assert next(row for row in rows if row.bot == "mine").games > 0
        assert cluster.hosts() == {"only"}


@needs_server
def test_a_worker_nobody_has_heard_of_is_not_drained(tmp_path: Path) -> None:
    with new_cluster(tmp_path) as cluster:
        cluster.start_worker("one")
        refused = lutetia("workers", "drain", "ome", "--db", cluster.url, cwd=tmp_path)
    assert refused.returncode == 2
    assert "no host 'ome' is connected or has played. Hosts: one." in refused.stderr


def test_a_cluster_needs_postgresql(tmp_path: Path) -> None:
    run = [*RUN, "--game", "paris", *CLUSTER]
    for words in (["worker"], run, ["workers"], ["workers", "drain", "one"]):
        refused = call(*words, cwd=tmp_path)
        assert refused.returncode == 2
        assert "a cluster needs PostgreSQL" in refused.stderr
    assert called_json("tournament", "list", cwd=tmp_path) == []


def test_anything_but_a_number_or_cluster_is_refused(tmp_path: Path) -> None:
    for workers in ("0", "many", "-1"):
        refused = call(*RUN, "--game", "paris", "--workers", workers, cwd=tmp_path)
        assert refused.returncode == 2
        assert "a number above 0, or `cluster`" in " ".join(refused.stderr.split())
