"""Results as games of two, for programs that know nothing else."""

from ladder.ratings.export import duels_csv, duels_pgn
from ladder.ratings.results import Played, results_of
from tests.ladder.games import bot, played


def test_a_match_of_three_is_three_lines() -> None:
    results = results_of([played("a", "b", "c", ranks=(2, 1, 2))])
    assert duels_csv(results).splitlines() == [
        "list,match_id,group,first,second,score",
        "game,1,0,a@1,b@1,0",
        "game,1,0,a@1,c@1,0.5",
        "game,1,0,b@1,c@1,1",
    ]


def test_matches_come_in_their_order_whatever_their_size() -> None:
    results = results_of([played("a", "b", "c"), played("b", "a"), played("c", "b", "a")])
    ids = [line.split(",")[1] for line in duels_csv(results).splitlines()[1:]]
    assert ids == ["1", "1", "1", "2", "3", "3", "3"]


def test_pgn_has_a_game_without_moves_per_pair() -> None:
    # Ordo 1.2.6 and BayesElo 0058 read this, and print 39 : 1 for 39 : 1.
    assert duels_pgn(results_of([played("a", "b", ranks=(1, 1)), played("b", "a")])) == (
        '[Event "game"]\n[Round "1.1"]\n[White "a@1"]\n[Black "b@1"]\n[Result "1/2-1/2"]\n\n'
        "1/2-1/2\n\n"
        '[Event "game"]\n[Round "2.2"]\n[White "b@1"]\n[Black "a@1"]\n[Result "1-0"]\n\n'
        "1-0\n"
    )


def test_a_name_cannot_end_its_tag() -> None:
    odd = Played("game", 0, [bot('a"]\\'), bot("b")], (1, 2))
    assert '[White "a\\"]\\\\@1"]\n' in duels_pgn(results_of([odd]))


def test_no_results_are_exported_as_nothing() -> None:
    assert duels_pgn(results_of([])) == ""
    assert duels_csv(results_of([])) == "list,match_id,group,first,second,score\n"
