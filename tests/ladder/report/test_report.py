"""The report: one page, well formed, safe with any name, and drawn to scale."""

import re
from datetime import UTC, datetime
from html.parser import HTMLParser

import numpy as np
import pytest

from engine.record import Bot
from ladder.ratings.elo import LiveElo, live_elo
from ladder.ratings.results import Played, Results, results_of
from ladder.ratings.standings import Anchor, standings
from ladder.report import report_html
from ladder.report.charts import bar, error_bar
from ladder.report.lines import MOST_POINTS, lines_of
from ladder.report.markup import element, likelihood, signed
from ladder.report.scales import Scale, scale_over
from ladder.report.sections import sections_of
from ladder.report.tables import seats_table
from ladder.schedules.balanced_tables import design
from tests.ladder.games import bot, duels, played, simulated

VOID = {"meta", "br", "hr", "img", "input", "link"}
EVIL = '<script>alert("&")</script>'


class Page(HTMLParser):
    """A page as a browser reads it: every element with its attributes, and its text in tables."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.tables: dict[str, str] = {}
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)
        if tag == "table":
            self.table = dict(attrs)["aria-label"] or ""
            self.tables[self.table] = ""

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag, f"</{tag}> in line {self.getpos()[0]}"

    def handle_data(self, data: str) -> None:
        if "table" in self.open:
            self.tables[self.table] += data

    def all(self, tag: str, **wanted: str) -> list[dict[str, str | None]]:
        """Return the attributes of the elements that have the wanted ones."""
        attributes = {name.rstrip("_").replace("_", "-"): value for name, value in wanted.items()}
        return [
            has for name, has in self.elements if name == tag and attributes.items() <= has.items()
        ]


def league() -> Results:
    tables = [table for tables in design(4, 3, 12) for table in tables]
    return simulated([-200, 0, 50, 150], tables, np.random.default_rng(2))


def two_games() -> Results:
    lumiere = [match._replace(game="lumiere") for match in duels("a", "c", 3, 1, 0)]
    return results_of([*duels("a", "b", 5, 0, 2), *lumiere])


@pytest.mark.parametrize("results", [league(), two_games(), results_of([])])
def test_a_page_is_well_formed_and_its_anchors_exist_once(results: Results) -> None:
    page = Page(report_html(results, "Cup"))
    assert page.open == []
    anchors = [has["id"] for _, has in page.elements if "id" in has]
    links = {has["href"] for has in page.all("a")}
    assert len(anchors) == len(set(anchors))
    assert links <= {f"#{anchor}" for anchor in anchors}


def test_a_page_asks_nothing_of_the_network() -> None:
    text = report_html(two_games(), "Cup")
    assert not re.search(r"https?:|src=|url\(|@import|<link|<iframe", text)
    (policy,) = Page(text).all("meta", http_equiv="Content-Security-Policy")
    assert (policy["content"] or "").startswith("default-src 'none'; style-src 'sha256-")


def test_names_and_titles_of_strangers_are_escaped() -> None:
    games = [Played(EVIL, group, [Bot(EVIL, EVIL), bot("b")], [1, 2]) for group in range(3)]
    text = report_html(results_of(games), EVIL)
    assert "alert(&#34;&amp;&#34;)" in text
    assert 'alert("' not in text
    assert len(Page(text).all("script")) == 1


def test_text_is_escaped_unless_it_is_markup() -> None:
    assert element("b", "<", element("i", "&")) == "<b>&lt;<i>&amp;</i></b>"
    assert element("b", title='"') == '<b title="&#34;"></b>'


def test_each_game_has_a_section_and_all_together_have_the_first() -> None:
    page = Page(report_html(two_games(), "Cup"))
    assert [has["id"] for has in page.all("section")] == ["all", "list-1", "list-2"]
    assert {
        "Standings, Overall",
        "Standings, game",
        "Standings, Paris: La Cité de la Lumière",
    } <= page.tables.keys()


def test_a_single_game_is_all_there_is() -> None:
    only = two_games().of_game("lumiere")
    assert [has["id"] for has in Page(report_html(only, "Cup")).all("section")] == ["list-1"]


@pytest.mark.parametrize("label", ["Standings, game", "Crosstable, game"])
def test_every_bot_stands_in_the_standings_and_the_crosstable(label: str) -> None:
    results = results_of([*duels("a", "b", 2, 0, 1), *duels("b", "c", 2, 0, 1), played("x", "y")])
    text = Page(report_html(results, "Cup")).tables[label]
    assert re.findall(r"[abcxy](?=@1)", text) == [row.bot for row in standings(results)]


def test_an_unrated_bot_stands_below_the_rated_ones_in_the_overall_crosstable() -> None:
    go = [match._replace(game="go") for match in duels("a", "b", 2, 0, 1)]
    results = results_of([*duels("x", "a", 9, 0, 1), *duels("b", "a", 2, 0, 1), *go])
    text = Page(report_html(results, "Cup")).tables["Crosstable, Overall"]
    assert re.findall(r"[abx](?=@1)", text) == [row.bot for row in standings(results)]
    assert standings(results)[-1].bot == "x"


def test_provisional_and_unrated_bots_are_marked() -> None:
    results = results_of([*duels("a", "b", 16, 0, 15), *duels("a", "c", 1, 0, 0), played("x", "y")])
    page = Page(report_html(results, "Cup"))
    assert page.tables["Standings, game"].count("?") == 1
    assert page.tables["Standings, game"].count("unrated") == 2
    assert len(page.all("tr", class_="unrated")) == 2


def test_the_overall_list_says_that_who_misses_a_list_is_unrated() -> None:
    overall, *lists = re.findall("[?] marks .*? is unrated[^.]*", report_html(two_games(), "Cup"))
    assert overall.endswith("a bot that is not rated in every list is unrated here")
    assert len(lists) == 2
    assert all("has met no rated bot" in each for each in lists)


def test_a_cell_of_the_crosstable_tells_wins_draws_and_losses() -> None:
    page = Page(report_html(results_of(duels("a", "b", 5, 1, 2)), "Cup"))
    assert page.all("td", title="a – b: +5 =1 −2", class_="h7")
    assert page.all("td", title="b – a: +2 =1 −5", class_="h3")
    assert "5–1–2" in page.tables["Crosstable, game"]
    assert page.all("path", class_="won", d="M0 0h62v4h-62z")
    assert page.all("path", class_="drawn", d="M62 0h12v4h-12z")


def test_a_likelihood_is_never_quite_sure() -> None:
    results = results_of([*duels("a", "b", 90, 0, 1), *duels("b", "a", 1, 0, 90)])
    text = Page(report_html(results, "Cup")).tables["Likelihood of superiority, game"]
    assert re.findall(r"1>99|<1$", text) == ["1>99", "<1"]


def test_an_error_bar_is_drawn_to_scale() -> None:
    picture = Page(error_bar(Scale(1000, 2000), 1600, 1500, 1700))
    assert picture.all("circle", cx="60%")
    assert picture.all("line", x1="50%", x2="70%")


def test_a_bar_grows_from_zero_to_either_side() -> None:
    scale = Scale(-100, 100)
    assert Page(bar(scale, 20, 10)).all("rect", x="50%", width="10%", class_="gain")
    assert Page(bar(scale, -20, 10)).all("rect", x="40%", width="10%", class_="loss")
    assert Page(bar(scale, -20, 10)).all("line", x1="35%", x2="45%")


def test_the_standings_draw_what_they_say() -> None:
    results = results_of(duels("a", "b", 30, 10, 10))
    first, second = standings(results)
    assert first.elo and first.low and first.high and second.elo and second.low
    page = Page(report_html(results, "Cup"))
    margin = 0.04 * (first.high - second.low)
    scale = Scale(second.low - margin, first.high + margin)
    dots = [has["cx"] for has in page.all("circle")]
    assert dots == [f"{scale.place(elo):g}%" for elo in (first.elo, second.elo)]
    at = (f"{scale.place(value):g}%" for value in (first.low, first.high))
    assert page.all("line", **dict(zip(("x1", "x2"), at, strict=True)))


def test_a_bar_without_an_upper_end_runs_to_the_edge_and_has_one_cap() -> None:
    picture = Page(error_bar(Scale(1000, 2000), 1600, 1500, None))
    assert picture.all("line", x1="50%", x2="100%")
    assert len(picture.all("line", y1="9")) == 1
    text = Page(report_html(results_of(duels("a", "b", 40, 0, 0)), "Cup")).tables["Standings, game"]
    assert "at least" in text
    assert "at most" in text


def test_a_scale_has_a_margin_and_round_ticks() -> None:
    scale = scale_over([1000, 2000])
    assert scale == Scale(960, 2040)
    assert scale.ticks() == [1000, 1200, 1400, 1600, 1800, 2000]
    assert scale_over([1500], least=40).ticks() == [1480, 1490, 1500, 1510, 1520]
    assert Scale(0, 1).ticks() == [0, 1]


def test_numbers_have_their_sign() -> None:
    assert [signed(value) for value in (12.4, 0.3, -0.3, -7.6)] == ["+12", "0", "0", "−8"]


def test_a_line_begins_at_1500_and_ends_with_the_last_game() -> None:
    results = results_of([played("a", "b"), played("b", "c"), played("c", "a")])
    assert lines_of(LiveElo(results, live_elo(results)))[bot("c")][0].tolist() == [1, 1500]
    assert lines_of(LiveElo(results, live_elo(results)))[bot("a")][1].tolist() == [1, 1516]
    assert lines_of(LiveElo(results, live_elo(results)))[bot("a")][:, 0].tolist() == [0, 1, 3]


def test_a_long_history_is_thinned_and_keeps_its_end() -> None:
    results = results_of(duels("a", "b", 1000, 0, 500))
    line = lines_of(LiveElo(results, live_elo(results)))[bot("a")]
    assert len(line) == MOST_POINTS
    assert line[-1, 0] == len(results)


def test_a_bot_that_met_only_itself_has_a_page() -> None:
    page = Page(report_html(results_of([played("a", "a")]), "Cup"))
    assert "1500" in page.tables["Standings, game"]


def test_no_results_make_a_friendly_page() -> None:
    text = report_html(results_of([]), "Cup")
    assert "No match has been played yet" in text
    assert "lutetia tournament run" in text


def test_a_page_says_when_it_was_made() -> None:
    made = datetime(2026, 2, 3, 4, 5, 6, tzinfo=UTC)
    text = report_html(two_games(), "Cup", made=made)
    assert "as of" in text
    assert "2026-02-03 04:05:06 UTC" in text


@pytest.mark.parametrize(
    ("share", "text"), [(1.0, ">99.9 %"), (0.9, "90.0 %"), (0.0001, "<0.1 %"), (0.9993, "99.9 %")]
)
def test_a_likelihood_is_written_in_one_way(share: float, text: str) -> None:
    assert likelihood(share) == text


def test_the_interval_of_a_seat_is_drawn_whole() -> None:
    page = Page(seats_table(sections_of(results_of(duels("a", "b", 3, 0, 2)))[0]))
    ends = [float((has[end] or "").rstrip("%")) for has in page.all("line") for end in ("x1", "x2")]
    assert min(ends) >= 0
    assert max(ends) <= 100


def test_an_anchor_moves_live_elo_as_it_moves_the_standings() -> None:
    results = results_of(duels("a", "b", 30, 0, 30))
    (section,) = sections_of(results, Anchor(bot("a"), 2000))
    assert section.lines[bot("a")][0, 1] == pytest.approx(2000, abs=5)


def test_past_intervals_narrow_with_the_matches() -> None:
    (section,) = sections_of(results_of(duels("a", "b", 40, 0, 40)))
    assert [past.matches for past in section.past] == [5, 10, 20, 40, 80]
    widths = [high - low for _, low, high in (past.bars[bot("a")] for past in section.past)]
    assert widths[-1] < widths[-2] / 1.2
