"""The pages, asked without a network."""

import re
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

import pytest

from arbiter.web.app import HEADERS, Site, build_app
from arbiter.web.pages import best_in_words
from engine.record import Bot
from ladder.ratings.results import Played, results_of
from ladder.report.sections import sections_of
from ladder.schedules.ladder_schedule import LadderSchedule
from ladder.store.store import open_store
from tests.arbiter.web.asking import ask
from tests.arbiter.web.conftest import ADA, BEA, HOSTILE, LONG, Shown
from tests.arbiter.web.matches import EMOJI, SCRIPT, add, play
from tests.ladder.games import duels, played

PATHS = (
    "/",
    "/?list=paris",
    "/crosstable",
    "/crosstable?list=lumiere",
    "/bots/ada@1",
    f"/bots/{quote(str(HOSTILE), safe='')}",
    f"/bots/{quote(str(LONG), safe='')}",
    "/matches",
    f"/matches?bot={quote(SCRIPT)}",
    "/matches/1",
    "/matches/2?step=3&seat=1",
    "/matches/4/replay.html",
    "/tournaments",
    "/tournaments/spring%20cup",
    "/live",
    "/queue",
)


@pytest.mark.parametrize("path", PATHS)
def test_a_page_runs_nothing_but_its_own_files(shown: Shown, path: str) -> None:
    answer = shown.get(path)
    assert answer.status == 200
    for header, policy in HEADERS.items():
        assert answer.headers[header] == policy
    exported = path.endswith(".html")
    for tag, attributes in answer.page.elements:
        for name, value in attributes.items():
            assert not name.startswith("on")
            assert name != "style"
            if name in ("href", "src"):
                assert value is not None
                assert value.startswith(("/", "#")), value
        if tag == "script" and not exported:
            assert attributes["src"]
        assert tag != "style" or exported


@pytest.mark.parametrize("path", PATHS)
def test_names_of_strangers_are_text(shown: Shown, path: str) -> None:
    assert SCRIPT not in shown.get(path).text


def test_a_hostile_name_is_shown_as_it_is(shown: Shown) -> None:
    page = shown.get("/").page
    assert SCRIPT in page.text
    assert EMOJI in page.text


def test_the_page_of_a_bot_is_found_by_its_whole_name(shown: Shown) -> None:
    for bot in (ADA, HOSTILE, LONG):
        page = shown.get(f"/bots/{quote(str(bot), safe='')}").page
        assert bot.name in page.text
        assert "bea" in page.text


def test_links_to_bots_lead_to_their_pages(shown: Shown) -> None:
    links = [each["href"] for each in shown.get("/").page.all("a") if each.get("class") == "bot"]
    assert len(set(links)) == 4
    for link in links:
        assert link is not None
        assert shown.get(link).status == 200


def test_without_matches_the_page_says_how_to_play_some(tmp_path: Path) -> None:
    with closing(open_store(f"sqlite:///{tmp_path / 'empty.db'}")) as store:
        answer = ask(build_app(Site(store)), "/")
    assert "No match has been played yet" in answer.page.text


def test_a_database_that_is_away_is_not_named(tmp_path: Path) -> None:
    def refuse(_: float) -> None:
        pass

    path = tmp_path / "secret-place.db"
    with closing(open_store(f"sqlite:///{path}", sleep=refuse, busy_seconds=0)) as store:
        app = build_app(Site(store))
        store.engine.dispose()
        path.write_bytes(b"")
        answer = ask(app, "/")
    assert answer.status == 503
    assert "secret-place" not in answer.text


@pytest.mark.parametrize(
    "path",
    ["/nothing", "/bots/nobody", "/matches/999", f"/matches/{10**30}", "/tournaments/x",
     "/?list=x", "/static/passwd", "/live/1"],
)  # fmt: skip
def test_what_is_not_there_is_not_found(shown: Shown, path: str) -> None:
    assert shown.get(path).status == 404


@pytest.mark.parametrize("path", ["/matches/999", f"/matches/{10**30}", "/matches/999/replay.json"])
def test_a_visitor_is_not_sent_to_a_terminal(shown: Shown, path: str) -> None:
    text = shown.get(path).page.text
    assert "There is no match" in text
    assert "lutetia tournament" not in text


def test_a_page_is_not_sent_again_to_who_has_it(shown: Shown) -> None:
    first = shown.get("/")
    again = shown.get("/", if_none_match=first.headers["etag"])
    assert (again.status, again.body) == (304, b"")


def test_a_new_match_changes_the_page(shown: Shown) -> None:
    before = shown.get("/")
    cup = shown.store.tournament("spring cup")
    add(shown.store, cup, play("paris", [ADA, BEA], seed=9), 5)
    after = shown.get("/", if_none_match=before.headers["etag"])
    assert after.status == 200
    assert "6 matches" in after.page.text


def test_static_files_last_under_the_address_that_pages_give_them(shown: Shown) -> None:
    sheet = shown.get("/").page.all("link")[1]["href"]
    assert sheet is not None
    assert "immutable" in shown.get(sheet).headers["cache-control"]
    assert shown.get("/static/web.css").headers["cache-control"] == "no-cache"


def test_pages_are_compressed_for_who_can_read_that(shown: Shown) -> None:
    answer = shown.get("/", accept_encoding="gzip")
    assert answer.headers["content-encoding"] == "gzip"


def test_matches_are_found_by_bot_opponent_and_fate(shown: Shown) -> None:
    def found(query: str) -> set[str]:
        text = shown.get(f"/matches?{query}").text
        return set(re.findall(r'<th scope="row"><a href="/matches/(\d+)"', text))

    assert found("bot=ada") == {"1", "3", "4", "5"}
    assert found(f"bot=ada&against={quote(EMOJI)}") == {"3", "4"}
    assert found("bot=ada&forfeits=1") == {"5"}
    assert found("game=lumiere") == {"2"}
    assert found("before=3") == {"1", "2"}
    assert found("tournament=other") == set()


def test_the_reason_of_a_forfeit_is_shown_without_the_output_of_the_bot(shown: Shown) -> None:
    for path in (f"/matches/{shown.matches['forfeit']}", "/bots/ada@1"):
        text = shown.get(path).page.text
        assert "exit code 1" in text
        assert "secret" not in text


def test_the_page_of_a_match_says_why_it_was_lost(shown: Shown) -> None:
    text = shown.get(f"/matches/{shown.matches['paris']}").page.text
    seats = shown.store.record(shown.matches["paris"]).seats
    best, last = (choose(seats, key=lambda seat: seat.rank) for choose in (min, max))
    assert best.score is not None
    assert last.score is not None
    assert f"{best.bot} won by {best.score - last.score} against {last.bot}: " in text


def test_a_bot_is_told_from_its_other_versions(shown: Shown) -> None:
    cup = shown.store.tournament("spring cup")
    newer = Bot("ada", "2")
    add(shown.store, cup, play("connect_four", [ADA, newer]), 7)
    page = shown.get("/bots/ada").page
    assert "Against its other versions" in page.text
    assert "/bots/ada@1" in [each.get("href") for each in page.all("a")]


def test_the_standings_say_who_leads_and_how_sure_that_is(shown: Shown) -> None:
    assert re.search(r"leads .* % likely to be stronger", shown.get("/?list=paris").page.text)


def test_no_page_tells_a_seed(shown: Shown) -> None:
    secret = 987654321987654321
    shown.store.add_tournament("hidden", {"format": "round-robin"}, secret)
    for path in ("/tournaments", "/tournaments/hidden"):
        assert str(secret) not in shown.get(path).text


def test_what_a_bot_says_of_itself_is_shown_as_text(shown: Shown) -> None:
    about = {
        "author": SCRIPT,
        "language": EMOJI,
        "url": "https://example.org/",
        "description": SCRIPT,
    }
    shown.store.submit(ADA, "/nowhere", "content", about)
    page = shown.get("/bots/ada@1")
    assert SCRIPT not in page.text
    assert f"by {SCRIPT}" in page.page.text
    assert [each for each in page.page.all("p") if each.get("class") == "description"]
    assert EMOJI in page.page.text
    (link,) = (each for each in page.page.all("a") if each.get("class") == "outside")
    assert (link["href"], link["rel"]) == ("https://example.org/", "nofollow noopener noreferrer")
    standings = shown.get("/")
    assert SCRIPT not in standings.text
    assert f"{SCRIPT} {EMOJI}" in standings.page.text


def test_a_retired_bot_is_marked(shown: Shown) -> None:
    shown.store.submit(ADA, "/nowhere", "content", {})
    assert "retired" not in shown.get("/bots/ada@1").page.text
    assert "retired" not in shown.get("/").page.text
    shown.store.retire("ada")
    assert "ada @1, retired" in shown.get("/bots/ada@1").page.text
    assert re.search(r"ada @1 retired .* bea", shown.get("/?list=paris").page.text)


def test_a_url_that_would_run_something_is_no_link(shown: Shown) -> None:
    shown.store.submit(ADA, "/nowhere", "content", {"url": "javascript:alert(1)"})
    assert "javascript:" not in shown.get("/bots/ada@1").text


def test_the_queue_says_who_is_next_and_why(shown: Shown) -> None:
    schedule = LadderSchedule(1, {"connect_four": (2,)}, concurrency=2)
    schedule.admit({ADA: (), BEA: ()})
    schedule.next()
    app = build_app(Site(shown.store, queue=schedule.queue))
    page = ask(app, "/queue").page
    assert re.search(r"now \S+ .*ada.* is new", page.text)
    assert "next" in page.text
    assert "/queue" in [each.get("href") for each in page.all("a")]


def test_without_a_ladder_there_is_no_queue(shown: Shown) -> None:
    assert "lutetia serve --web" in shown.get("/queue").page.text


@pytest.mark.parametrize(
    ("matches", "said"),
    [
        ([played("x", "x")], "x@1 is the only rated bot"),
        ([played("a", "b")], "a@1 is the best so far and leads b@1"),
        ([*duels("a", "b", 2, 0, 1), played("x", "y")], "a@1 is the best of the rated bots so far"),
        (duels("a", "b", 9, 0, 8), "after 17 matches, less than the 95 % that would be sure."),
        (duels("a", "b", 40, 0, 5), "likely to be stronger."),
    ],
)
def test_who_is_best_is_a_sentence_however_little_is_known(
    matches: list[Played], said: str
) -> None:
    (section,) = sections_of(results_of(matches))
    assert said in best_in_words(section)


@pytest.mark.parametrize(
    ("other_list", "said"),
    [
        ([played("x", "y")], "no bot is rated in every list yet"),
        ([played("a", "y")], "a@1 is the only bot rated in every list"),
    ],
)
def test_who_is_best_overall_is_sought_among_those_rated_in_every_list(
    other_list: list[Played], said: str
) -> None:
    go = [match._replace(game="go") for match in other_list]
    assert said in best_in_words(sections_of(results_of([played("a", "b"), *go]))[0])


def test_the_page_of_a_bot_tells_its_rank_among_the_rated(shown: Shown) -> None:
    cup = shown.store.tournament("spring cup")
    add(shown.store, cup, play("lumiere", [ADA, BEA]), 9)
    ranks = re.findall(r"<td>(\d of \d(?: rated)?|–)</td>", shown.get("/bots/ada@1").text)
    assert re.fullmatch("[12] of 2 rated", ranks[0])
    assert [rank[2:] for rank in ranks[1:]] == ["of 2", "of 3", "of 3", "of 4"]


def test_lost_matches_come_first_if_asked_and_the_others_after_them(shown: Shown) -> None:
    def listed(path: str) -> list[int]:
        return [
            int(each) for each in re.findall(r'row"><a href="/matches/(\d+)"', shown.get(path).text)
        ]

    first = listed("/bots/bea@2?lost=1")
    lost = [
        match for match in first if shown.store.record(match).seats[_seat(shown, match)].rank > 1
    ]
    assert lost
    assert first[: len(lost)] == lost
    assert sorted(first) == sorted(listed("/bots/bea@2"))


def _seat(shown: Shown, match: int) -> int:
    return [seat.bot for seat in shown.store.record(match).seats].index("bea")


def test_a_match_is_found_by_its_number(shown: Shown) -> None:
    answer = shown.get("/matches?number=%234&bot=ada")
    assert (answer.status, answer.headers["location"]) == (303, "/matches/4")


def test_every_drawing_says_in_words_what_is_on_it(shown: Shown) -> None:
    def labels(game: str) -> str:
        number = shown.matches[game]
        last = len(shown.store.record(number).actions)
        page = shown.get(f"/matches/{number}?step={last}").page
        drawn = (*page.all("svg"), *page.all("ol"))
        return " ".join(each.get("aria-label") or "" for each in drawn)

    assert re.search(r"Montmartre: bank of 4 francs.*; VP tile|no VP tile", labels("paris"))
    assert "with a key of seat" in labels("paris")
    assert re.search(r"of seat \d on row [1-8] column [1-8]", labels("lumiere"))
    assert re.search(r"(left|right) of \w+: \w+", labels("moscow_paris"))
