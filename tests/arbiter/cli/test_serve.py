"""`lutetia serve` with real bots: soon a result, nothing lost or twice, nobody left behind."""

import signal
import subprocess
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Timer

from engine.record import Record
from ladder.schedules.schedule import Key
from ladder.store.store import open_store
from tests.arbiter.cli.commands import LUTETIA, call, called_json, lutetia, printed_json
from tests.ladder.store.versions import make_database

DEADLINE_S = 600.0
BOT = """
from arbiter.client import run

run(lambda turn: turn.match.rng.randrange(turn.action_count))
"""
SERVE = ("serve", "--game", "moscow_paris", "--concurrency", "2", "--workers", "1")


@contextmanager
def serving(folder: Path, *words: str) -> Iterator[subprocess.Popen[str]]:
    """Serve for as long as a block lasts; a test that hangs sees its lines end."""
    with subprocess.Popen(
        [LUTETIA, *SERVE, *words], cwd=folder, stderr=subprocess.PIPE, text=True
    ) as running:
        watch = Timer(DEADLINE_S, running.kill)
        watch.start()
        try:
            yield running
        finally:
            watch.cancel()
            running.kill()


def await_line(running: subprocess.Popen[str], word: str) -> str:
    """Return the next line with a word; a finished match is a line."""
    assert running.stderr is not None
    return next(line for line in running.stderr if word in line)


def stored(folder: Path) -> dict[Key, Record]:
    with closing(open_store(f"sqlite:///{folder}/lutetia.db")) as store:
        ids = store.match_ids(store.tournament("ladder"))
        return {key: store.record(match_id) for key, match_id in ids.items()}


def missing(folder: Path) -> int:
    """Count the games that begun rounds lack."""
    games = stored(folder)
    rounds = Counter(key._replace(rotation=0) for key in games)
    sizes = {key._replace(rotation=0): record.setup.players for key, record in games.items()}
    return sum(sizes[key] - count for key, count in rounds.items())


def processes_below(pid: int) -> set[int]:
    """Return the processes that a process has started, and those that they have."""
    listing = subprocess.run(["ps", "-eo", "pid=,ppid=,stat="], capture_output=True, text=True)
    rows = [line.split() for line in listing.stdout.splitlines()]
    found, last = set(), {pid}
    while last:
        last = {int(own) for own, parent, stat in rows if int(parent) in last and "Z" not in stat}
        found |= last
    return found


def alive(pids: set[int]) -> set[int]:
    listing = subprocess.run(["ps", "-eo", "pid=,stat="], capture_output=True, text=True)
    rows = (line.split() for line in listing.stdout.splitlines())
    return pids & {int(pid) for pid, stat in rows if "Z" not in stat}


def test_a_bot_submitted_while_it_runs_has_a_first_result_in_seconds(tmp_path: Path) -> None:
    (tmp_path / "mybot.py").write_text(BOT)
    with serving(tmp_path) as running:
        await_line(running, "greedy@1")
        printed = lutetia("submit", "mybot.py", cwd=tmp_path).stdout
        assert "from now on, and first" in printed
        await_line(running, "mybot@")  # the watch of `serving` sets the deadline
    (row,) = printed_json("bots", cwd=tmp_path)
    assert (row["bot"], row["state"], row["forfeits"]) == ("mybot", "active", 0)
    assert row["games"] > 0


def test_ctrl_c_ends_it_with_all_it_has_started_and_says_how_to_go_on(tmp_path: Path) -> None:
    with serving(tmp_path) as running:
        await_line(running, "moscow_paris")
        below = processes_below(running.pid)
        running.send_signal(signal.SIGINT)
        await_line(running, "To continue: lutetia serve")
        assert running.wait() == 130
    assert len(below) >= 3  # a worker and its bots
    assert not alive(below)


def test_killed_twice_it_finishes_its_rounds_and_plays_nothing_twice(tmp_path: Path) -> None:
    before: dict[Key, Record] = {}
    for games in (3, 6):
        with serving(tmp_path, "--seed", "3") as running:
            for _ in range(games):
                await_line(running, "moscow_paris")
            running.kill()
        assert before.items() < stored(tmp_path).items()
        before = stored(tmp_path)
    lacking = missing(tmp_path)
    assert lutetia(*SERVE, "--for-matches", str(lacking or 2), cwd=tmp_path).returncode == 0
    after = stored(tmp_path)
    assert before.items() < after.items()
    assert (len(after) - len(before), missing(tmp_path)) == (lacking or 2, 0)


def test_it_plays_as_many_matches_as_asked_for_and_only_serving_goes_on(tmp_path: Path) -> None:
    done = lutetia(*SERVE, "--for-matches", "4", cwd=tmp_path)
    assert (done.returncode, len(done.stderr.splitlines())) == (0, 4)
    (row,) = printed_json("tournament", "list", cwd=tmp_path)
    assert (row["format"], row["played"], row["total"]) == ("ladder", 4, None)
    shown = printed_json("tournament", "show", "ladder", cwd=tmp_path)
    assert [row["games"] for row in shown["standings"]["moscow_paris"]] == [4, 4]
    refused = lutetia("tournament", "resume", "ladder", cwd=tmp_path)
    assert (refused.returncode, "`lutetia serve` continues it" in refused.stderr) == (2, True)


def test_it_rests_when_enough_is_known_and_a_new_bot_wakes_it(tmp_path: Path) -> None:
    (tmp_path / "mybot.py").write_text(BOT)
    with serving(tmp_path, "--until", "±200") as running:
        await_line(running, "resting: enough is known of every bot")
        assert lutetia("submit", "mybot.py", cwd=tmp_path).returncode == 0
        await_line(running, "mybot@")
        await_line(running, "resting: enough is known of every bot")
    for row in printed_json("standings", cwd=tmp_path):
        # A bot that has won and lost is known by its bar; where that is open, by (2 · 1.96 · 173.7
        # / 200)² matches.
        assert row["error"] <= 200 or row["games"] >= 11, row


def test_a_bot_is_submitted_once_and_retired_by_its_name(tmp_path: Path) -> None:
    (tmp_path / "mybot.py").write_text(BOT)
    assert printed_json("submit", "mybot.py", cwd=tmp_path)["replaces"] is None
    for words, sentence in (
        (("submit", "mybot.py"), "has been submitted already, with the same files"),
        (("bot", "retire", "mibot"), "Did you mean 'mybot'?"),
    ):
        refused = lutetia(*words, cwd=tmp_path)
        assert (refused.returncode, sentence in refused.stderr) == (2, True), refused.stderr
    assert lutetia("bot", "retire", "mybot", cwd=tmp_path).returncode == 0
    (row,) = printed_json("bots", cwd=tmp_path)
    assert row["state"] == "retired"


def test_an_older_database_is_brought_up_to_date_by_the_command_that_its_refusal_names(
    tmp_path: Path,
) -> None:
    make_database(f"sqlite:///{tmp_path}/lutetia.db", "0001")
    refused = lutetia("bots", cwd=tmp_path)
    assert (refused.returncode, "run `lutetia db upgrade`" in refused.stderr) == (2, True)
    assert lutetia("db", "upgrade", cwd=tmp_path).returncode == 0
    assert lutetia("bots", cwd=tmp_path).returncode == 0


def test_a_bot_that_is_benched_is_told_why_and_can_be_let_in_again(tmp_path: Path) -> None:
    (tmp_path / "mybot.py").write_text("raise SystemExit('no configuration found')")
    assert lutetia("submit", "mybot.py", cwd=tmp_path).returncode == 0
    with serving(tmp_path) as running:
        line = await_line(
            running, "is no longer paired: its last 10 matches in the ladder were forfeits"
        )
        assert "no configuration found" in line
    (row,) = printed_json("bots", cwd=tmp_path)
    assert {forfeit["ending"] for forfeit in row["last_forfeits"]} == {"crash"}
    shown = lutetia("bots", cwd=tmp_path).stdout
    why = f"{row['bot']}@{row['version']} is no longer paired"
    assert f"{why}: its last 10 matches in the ladder were forfeits. " in shown
    words = ("replay", "list", "--bot", "mybot", "--tournament", "ladder", "--last", "10")
    seats = [seat for match in called_json(*words, cwd=tmp_path) for seat in match["seats"]]
    endings = [seat["ending"] for seat in seats if seat["bot"] == "mybot"]
    assert endings == ["crash"] * 10
    assert "The operator lets it play again with `lutetia bot unbench mybot`" in shown
    assert "its last output: no configuration found" in shown
    assert "What it printed: lutetia bot log mybot" in shown
    printed = call("bot", "log", "mybot", cwd=tmp_path)
    assert "no configuration found" in printed.stdout
    # The newest process may have been ended with the ladder, after it printed and before its exit.
    logs = [path.read_text() for path in (tmp_path / "lutetia-logs").iterdir()]
    whole = "no configuration found\n# the bot's process exited with code 1"
    assert any(whole in log for log in logs)
    assert str(tmp_path / "lutetia-logs") in printed.stderr
    assert lutetia("bot", "unbench", "mybot", cwd=tmp_path).returncode == 0
    (row,) = printed_json("bots", cwd=tmp_path)
    assert row["state"] == "active"
    refused = lutetia("bot", "unbench", "mybot", cwd=tmp_path)
    assert (refused.returncode, "Benched: none" in refused.stderr) == (2, True)
    with serving(tmp_path) as running:
        await_line(running, "mybot@")
