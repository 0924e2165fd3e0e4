"""The game object that `lutetia.games` offers."""

from collections.abc import Sequence

from engine.dice import Dice
from engine.errors import BadValue
from engine.game import Game
from engine.moscow_paris import turns
from engine.moscow_paris.actions import Action
from engine.moscow_paris.events import Event
from engine.moscow_paris.imagine import imagine
from engine.moscow_paris.options import Options, all_cities
from engine.moscow_paris.picture import LEGEND, picture
from engine.moscow_paris.ruleset import PLAYERS, load_ruleset
from engine.moscow_paris.sentences import TOLD_BY, action_in_words, events_in_words
from engine.moscow_paris.state import MoscowParisState
from engine.moscow_paris.views import Card, Rules, View


class MoscowParis(Game[Options, Action, View, Event]):
    """Moscow–Paris for two to four players."""

    name = "moscow_paris"
    title = "Moscow–Paris"
    players = PLAYERS
    options = Options
    told_by = TOLD_BY
    legend = LEGEND

    def deal(self, players: int, options: Options, dice: Dice) -> MoscowParisState:
        if options.teams and players != 4:
            raise BadValue(f"option teams is for 4 players, not {players}; leave it off")
        state = MoscowParisState(players, options, dice)
        state.set_up()
        turns.begin_turn(state)
        state.play_forced()
        return state

    def imagine(self, view: View, options: Options, dice: Dice) -> MoscowParisState:
        return imagine(view, options, dice)

    def rules(self, players: int, options: Options) -> Rules:
        ruleset = load_ruleset(options.ruleset)
        return Rules(
            cards=tuple(
                Card(name, copies, name in ruleset.wagons.copies)
                for name, copies in ruleset.copies.items()
            ),
            cities=tuple(all_cities(options, ruleset)),
            rows=ruleset.table.rows,
            hand=ruleset.table.hand,
            front=ruleset.table.front,
            end_cities=ruleset.table.end_cities,
            stupor_repeats=ruleset.stupor.repeats,
            repeated_flag=ruleset.scoring.repeated_flag,
            full_lines_only=options.claim == "full",
            teams=options.teams,
            max_turns=options.max_turns,
        )

    def sides(self, players: int, options: Options) -> tuple[int, ...]:
        return (0, 1, 0, 1) if options.teams else tuple(range(players))

    def action_in_words(
        self, action: Action, view: View, options: Options, names: Sequence[str]
    ) -> str:
        return action_in_words(action, view, names)

    def events_in_words(
        self, events: Sequence[Event], view: View, options: Options, names: Sequence[str]
    ) -> list[str]:
        return events_in_words(events, view, names)

    def picture(self, view: View, options: Options) -> str:
        return picture(view, options)


game = MoscowParis()
