"""A person's match without a browser: what is refused, and what the page is told."""

import json
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPRedirectHandler, Request, build_opener, urlopen

import pytest

from arbiter.web.app import Site
from arbiter.web.people import People, Person
from engine.record import Bot, Record
from ladder.store.store import open_store
from tests.arbiter.web.serving_thread import Served, served

Table = Callable[..., "Seat"]


class Seat:
    """A person who plays by requests."""

    def __init__(self, at: Served, people: People, path: str) -> None:
        self.at = at
        self.path = path
        self.token = path.rpartition("/")[2]
        found = people.find(self.token)
        assert found is not None
        self.person: Person = found
        self._lines = urlopen(f"{at.url}{path}/events", timeout=120)

    def next(self) -> dict[str, Any]:
        """Return what the page is told next."""
        for line in self._lines:
            if line.startswith(b"data: "):
                told: dict[str, Any] = json.loads(line[6:])
                return told
        raise AssertionError("the stream has ended")

    def decision(self) -> dict[str, Any]:
        """Return the next decision, or the end."""
        while True:
            told = self.next()
            if "waiting" not in told:
                return told

    def post(self, what: str, body: object, origin: str | None = None) -> tuple[int, str]:
        url = f"{self.at.url}{self.path}/{what}"
        return post(url, json.dumps(body).encode(), self.at.url if origin is None else origin)

    def close(self) -> None:
        self._lines.close()


def post(url: str, body: bytes, origin: str) -> tuple[int, str]:
    headers = {"Origin": origin} if origin else {}
    try:
        with build_opener(_Stay).open(Request(url, body, headers), timeout=120) as answer:
            return answer.status, answer.read().decode()
    except HTTPError as refused:
        with refused:
            return refused.code, refused.headers.get("location") or refused.read().decode()


class _Stay(HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        return None


@contextmanager
def playing(folder: Path, people: People) -> Iterator[Served]:
    with (
        closing(open_store(f"sqlite:///{folder / 'a.db'}")) as store,
        served(Site(store, people=people)) as at,
    ):
        yield at


def ask_to_begin(
    at: Served, people: People, game: str, origin: str | None = None
) -> tuple[int, str]:
    (random,) = [name for name in people.opponents(game) if name.startswith("random@")]
    form = urlencode({"game": game, "players": 2, "seat": 0, "bot": random}).encode()
    return post(f"{at.url}/play", form, at.url if origin is None else origin)


def begin(at: Served, people: People, game: str = "moscow_paris") -> Seat:
    status, path = ask_to_begin(at, people, game)
    assert status == 303, path
    return Seat(at, people, path)


def test_what_another_site_asks_for_is_refused(tmp_path: Path) -> None:
    people = People(1)
    with playing(tmp_path, people) as at:
        for origin in ("http://elsewhere.example", "null", ""):
            status, said = ask_to_begin(at, people, "lumiere", origin)
            assert (status, "did not come from a page of this site" in said) == (403, True)
        with closing(begin(at, people)) as seat:
            asked = seat.decision()
            answer = {"turn": asked["turn"], "action": 0}
            assert seat.post("answer", answer, "http://elsewhere.example")[0] == 403
            assert seat.post("answer", answer) == (204, "")


def test_a_wrong_token_opens_nothing(tmp_path: Path) -> None:
    people = People(1)
    with playing(tmp_path, people) as at, closing(begin(at, people)):
        for path in ("", "/events", "/replay", "/record.json"):
            with pytest.raises(HTTPError) as refused:
                urlopen(f"{at.url}/play/guessed{path}", timeout=120)
            with refused.value as answer:
                assert (answer.code, b"no such match" in answer.read()) == (404, True)
        status, said = post(f"{at.url}/play/guessed/answer", b"{}", at.url)
        assert (status, "no such match" in said) == (404, True)


def test_one_person_too_many_is_told_to_come_later(tmp_path: Path) -> None:
    people = People(1)
    with playing(tmp_path, people) as at, closing(begin(at, people)) as seat:
        status, said = ask_to_begin(at, people, "lumiere")
        assert (status, "1 person plays already" in said) == (503, True)
        seat.decision()
        assert seat.post("resign", {}) == (204, "")
        assert "over" in seat.decision()
        with closing(begin(at, people)):
            pass


def test_an_answer_that_is_none_is_refused_and_costs_nothing(tmp_path: Path) -> None:
    people = People(1)
    with playing(tmp_path, people) as at, closing(begin(at, people)) as seat:
        asked = seat.decision()
        bodies: list[object] = [[], {}, {"turn": "1", "action": 0}, {"turn": True, "action": 0}]
        for body in bodies:
            assert seat.post("answer", body)[0] == 400
        turn = asked["turn"]
        assert seat.post("answer", {"turn": turn, "action": 999})[0] == 409
        assert seat.post("answer", {"turn": turn + 1, "action": 0})[0] == 409
        assert seat.post("answer", {"turn": turn, "action": 0})[0] == 204
        assert seat.post("answer", {"turn": turn, "action": 0})[0] == 409
        assert seat.post("answer", {"turn": turn, "action": "0" * 20_000})[0] == 413


def test_a_person_is_shown_what_its_seat_may_know_and_no_more(tmp_path: Path) -> None:
    people = People(1)
    with playing(tmp_path, people) as at, closing(begin(at, people)) as seat:
        told = seat.decision()
        deal = seat.person.setup.deal()
        assert str(seat.person.setup.seed) not in json.dumps(told)
        own, other = deal.view(0).hand, deal.view(1).hand
        shown = told["board"].split("part-player-")
        words = shown[2].replace("<", " <")
        assert words.count("a hidden card") == len(other)
        assert all(f'data-place="hand-{card}"' in shown[1] for card in own)
        assert 'data-place="hand-' not in shown[2]
        groups = [entry for group in told["groups"] for entry in group["actions"]]
        assert [number for number, _, _ in sorted(groups)] == list(range(len(deal.actions())))


def test_who_is_idle_resigns(tmp_path: Path) -> None:
    people = People(1, idle_s=0.0)
    with playing(tmp_path, people) as at, closing(begin(at, people)) as seat:
        while "over" not in (told := seat.next()):
            pass
        assert told["over"]["seats"][0]["ending"] == "resigned"


def test_who_is_gone_resigns(tmp_path: Path) -> None:
    people = People(1, gone_s=0.0)
    with playing(tmp_path, people) as at:
        _, path = ask_to_begin(at, people, "moscow_paris")
        person = people.find(path.rpartition("/")[2])
        assert person is not None
        while person.result is None:
            ask_to_begin(at, people, "moscow_paris")  # refused until the place is free
        assert isinstance(person.result, Record)
        assert person.result.seats[0].ending == "resigned"


def test_nothing_of_a_match_is_stored(tmp_path: Path) -> None:
    people = People(1)
    with playing(tmp_path, people) as at, closing(begin(at, people)) as seat:
        seat.decision()
        seat.post("resign", {})
        over = seat.decision()["over"]
        record = urlopen(f"{at.url}{over['record']}", timeout=120)
        with record:
            assert b'"bot":"person"' in record.read()
    with closing(open_store(f"sqlite:///{tmp_path / 'a.db'}")) as store:
        assert store.revision().newest == 0
        assert store.tournaments() == []


def test_submitted_bots_can_be_played_against_where_the_ladder_is(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "bot.toml").write_text('name = "mine"\nversion = "1"\nrun = ["python", "bot.py"]\n')
    with closing(open_store(f"sqlite:///{tmp_path / 'a.db'}")) as store:
        assert "mine@1" not in People(1, store).opponents("paris")
        store.submit(Bot("mine", "1"), str(folder), "content")
        assert "mine@1" in People(1, store).opponents("paris")
        assert "mine@1" not in People(1).opponents("paris")
