"""What the page of a running match is told, and when."""

import json
from typing import Any

from arbiter.gallery import Gallery, Showing
from arbiter.jobs import Job, PlayedActions
from arbiter.web.app import Site, build_app
from arbiter.web.live import drawn_steps, due_steps
from engine.record import Record, pack_record
from tests.arbiter.spectators import job_of, record_of
from tests.arbiter.web.asking import ask
from tests.arbiter.web.conftest import Shown


class Hall:
    """A gallery with one match, which is watched, and a clock."""

    def __init__(self, delay_s: float = 0.0, job: Job | None = None) -> None:
        self.now_s = 1_000.0
        self.gallery = Gallery(delay_s, monotonic=lambda: self.now_s)
        self.job = job or job_of("moscow_paris")
        self.record: Record = record_of(self.job)
        self.showing: Showing = self.gallery.begin(self.job, lambda: None)
        self.showing.open()

    def play(self, start: int, end: int) -> None:
        self.showing.played(PlayedActions(start, self.record.actions[start:end]), self.now_s)

    def told(self) -> list[dict[str, Any]]:
        """Return all that may be seen by now."""
        due, _ = due_steps(self.showing, self.now_s)
        return [json.loads(chunk) for chunk in drawn_steps(self.showing).chunks(due)[:due]]


def test_all_steps_are_told_however_many_came_at_once() -> None:
    hall = Hall()
    hall.play(0, 20)
    told = hall.told()
    assert len(told) == 21
    assert all(chunk["decided"] is not None for chunk in told[1:])


def test_a_step_brings_what_no_step_before_it_had() -> None:
    hall = Hall()
    hall.play(0, 30)
    fragments: list[str] = []
    texts: list[str] = []
    for chunk in hall.told():
        fragments += chunk["fragments"]
        texts += chunk["texts"]
        parts, decider, _, valid, _, events, scores, seconds, _ = chunk["step"]
        assert max(parts) < len(fragments)
        assert all(event < len(texts) for event in events)
        assert decider is not None
        assert valid == []
        assert len(scores) == 2
        assert seconds is None
    assert len(set(fragments)) == len(fragments)


def test_nothing_is_told_before_the_delay_is_over() -> None:
    hall = Hall(delay_s=60.0)
    hall.play(0, 5)
    assert hall.told() == []
    hall.now_s += 60.0
    assert len(hall.told()) == 6


def test_no_hand_is_told() -> None:
    hall = Hall()
    hall.play(0, 10)
    shown = "".join(fragment for chunk in hall.told() for fragment in chunk["fragments"])
    assert 'data-place="hand-' not in shown


def test_a_match_that_is_over_leads_to_its_replay(shown: Shown) -> None:
    record = shown.store.record(shown.matches["lumiere"])
    listed = shown.store.listed_match(shown.matches["lumiere"])
    job = job_of("lumiere")
    key = (listed.game, listed.round, listed.table, listed.rotation)
    job = Job(job.setup, job.bots, job.control, (listed.tournament, *key))
    gallery = Gallery()
    app = build_app(Site(shown.store, gallery))
    gallery.end(gallery.begin(job, lambda: None), pack_record(record))
    answer = ask(app, "/live/1")
    assert answer.status == 303
    assert answer.headers["location"] == f"/matches/{listed.match_id}"
    assert ask(app, "/live/2").status == 404
