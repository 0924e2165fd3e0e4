"""The page of a tournament: how far it is, its bracket, and the course of its test."""

import re

from arbiter.tournaments.spec import BotSpec, GameSpec, TournamentSpec, spec_to_json
from arbiter.tournaments.states import progress_of
from arbiter.web.placings import bracket_columns, placings_of
from engine.record import Bot
from ladder.schedules.formats.bracket import BracketStage, BracketTable
from ladder.schedules.schedule import Key, Ranks
from ladder.store.store import Store
from tests.arbiter.web.conftest import Shown
from tests.arbiter.web.matches import play

NAMES = ("ada", "bea", "cleo", "dora")


def spec_of(bots: int, **settings: object) -> TournamentSpec:
    """Return a tournament of connect four."""
    entries = tuple(BotSpec("random", each, "1", each) for each in NAMES[:bots])
    game = GameSpec("connect_four", 2, {})
    return TournamentSpec((game,), entries, 1, 1, **settings)  # type: ignore[arg-type]


def hold(store: Store, name: str, bots: int, matches: int = 1_000, **settings: object) -> None:
    """Play a tournament of connect four, to its end or until it has this many matches."""
    spec = spec_of(bots, **settings)
    tournament = store.add_tournament(name, spec_to_json(spec), 1)
    (schedule,) = spec.schedules()
    while (due := schedule.due(store.finished(tournament))) and matches > 0:
        for pairing in due[:matches]:
            seated = [Bot(bot, "1") for bot in pairing.bots]
            record = play("connect_four", seated, pairing.setup.seed % 1000)
            store.add_match(tournament, pairing.key, record)
            matches -= 1


def test_the_page_of_a_knockout_has_its_bracket(shown: Shown) -> None:
    hold(shown.store, "knockout", 4, format="knockout", rounds=1)
    page = shown.get("/tournaments/knockout").page
    assert "Bracket" in page.text
    assert "Final" in page.text
    assert page.text.count("goes on") >= 2


def test_the_page_of_a_test_draws_its_course_between_the_bounds(shown: Shown) -> None:
    hold(shown.store, "trial", 2, format="gauntlet", rounds=4, sprt="0,200")
    page = shown.get("/tournaments/trial").page
    assert "SPRT [0, 200]" in page.text
    assert "2.94 (better)" in page.text
    classes = [each.get("class") for each in (*page.all("line"), *page.all("polyline"))]
    assert {"bound low", "bound high", "course"} <= set(classes)


def test_progress_is_told_where_there_is_an_end(shown: Shown) -> None:
    hold(shown.store, "small", 3, matches=2, rounds=1)
    assert "2 of 6 matches played; stopped" in shown.get("/tournaments/small").page.text
    (bar,) = shown.get("/tournaments").page.all("progress")
    assert (bar["max"], bar["value"]) == ("6", "2")


def test_a_finished_tournament_names_its_winner(shown: Shown) -> None:
    hold(shown.store, "done", 3, format="knockout", rounds=1)
    (winner,) = progress_of(shown.store, shown.store.tournament("done")).winners["connect_four"]
    listed = shown.get("/tournaments").page
    assert f"done finished {winner} knockout" in listed.text
    assert not listed.all("progress")
    page = shown.get("/tournaments/done").page
    assert f"played; finished Winner: {winner}" in page.text
    assert not page.all("progress")


def test_a_knockout_is_placed_by_how_far_its_bots_came(shown: Shown) -> None:
    hold(shown.store, "cup", 3, format="knockout", rounds=1)
    text = shown.get("/tournaments/cup").page.text
    placed = re.search(
        r"Placing # bot last stage 1 \S+ @1 (.*?) 2 \S+ @1 (.*?) 3 \S+ @1 (\S+)", text
    )
    assert placed
    assert placed.groups() == ("final, won", "final", "semifinal")
    assert text.index("Placing") < text.index("Elo")


def test_bots_that_share_a_place_of_a_knockout_have_the_number_of_its_first() -> None:
    spec = spec_of(4, format="knockout", rounds=1)
    (schedule,) = spec.schedules()
    results: dict[Key, Ranks] = {}
    while due := schedule.due(results):
        for pairing in due:  # the earlier name wins, so that both semifinals end 2–0
            order = sorted(pairing.bots)
            results[pairing.key] = tuple(order.index(bot) + 1 for bot in pairing.bots)
    (placing,) = placings_of(spec, results)
    placed = [(row.place, row.bot.name) for row in placing.rows]
    assert placed == [(1, "ada"), (2, "bea"), (3, "cleo"), (3, "dora")]


def test_the_page_of_a_knockout_numbers_bots_by_the_places_they_share(shown: Shown) -> None:
    hold(shown.store, "to come", 3, matches=0, format="knockout", rounds=1)
    text = shown.get("/tournaments/to%20come").page.text
    assert re.search(r"# bot last stage 1 ada @1 .*?1 bea @1 .*?1 cleo @1", text)


def test_a_swiss_is_placed_by_its_points(shown: Shown) -> None:
    hold(shown.store, "swiss", 4, format="swiss", rounds=2)
    text = shown.get("/tournaments/swiss").page.text
    head = "Placing # bot points Buchholz Sonneborn–Berger"
    row = r" \d \S+ @1 \d\.\d\d \d\.\d\d \d\.\d\d"
    assert re.search(f"{head}(?:{row}){{4}}", text)


def test_tables_whose_winners_meet_stand_together() -> None:
    def table(*bots: str) -> BracketTable:
        return BracketTable(bots, (1.0, 0.0), 1, bots[:1], by_seed=False)

    first = (table("a", "h"), table("b", "g"), table("c", "f"), table("d", "e"))
    stages = [
        BracketStage("quarter-finals", first),
        BracketStage("semi-finals", (table("a", "d"), table("b", "c"))),
        BracketStage("final", (table("a", "b"),)),
    ]
    columns = bracket_columns(stages)
    assert columns[0].feeders == [[first[0], first[3]], [first[1], first[2]]]
    assert [each.joined for each in columns] == [True, True, False]


def test_a_test_that_is_decided_names_its_bot_and_has_no_bar(shown: Shown) -> None:
    hold(shown.store, "decided", 2, format="gauntlet", rounds=40, sprt="-600,-300")
    answer = shown.get("/tournaments/decided").page
    assert re.search(r"decided: ada is (not )?better", answer.text)
    assert not answer.all("progress")


def test_matches_are_listed_by_round(shown: Shown) -> None:
    hold(shown.store, "two rounds", 2, rounds=2)
    page = shown.get("/tournaments/two%20rounds").page
    assert "Round 2 2 matches" in page.text
    assert "Round 1 2 matches" in page.text


def test_matches_of_a_knockout_are_listed_by_stage(shown: Shown) -> None:
    hold(shown.store, "stages", 4, format="knockout", rounds=1)
    page = shown.get("/tournaments/stages").page
    assert re.search(r"Final 2 matches .* Semifinal 4 matches", page.text)
    assert "Round" not in page.text.partition("Rounds")[2]
    newest = shown.store.revision().newest
    assert re.search(
        r"stages , final(, tie-break \d)?, table 1", shown.get(f"/matches/{newest}").page.text
    )
