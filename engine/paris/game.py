"""The game object that `lutetia.games` offers."""

from collections.abc import Sequence

from engine.dice import Dice
from engine.game import Game
from engine.paris.actions import Action
from engine.paris.events import Event
from engine.paris.figures.bot_rules import rules_of
from engine.paris.imagine import imagine
from engine.paris.options import Options
from engine.paris.picture import LEGEND, picture
from engine.paris.ruleset import PLAYERS
from engine.paris.sentences import TOLD_BY, action_in_words, events_in_words
from engine.paris.state import ParisState, new_state
from engine.paris.views import Rules, View


class Paris(Game[Options, Action, View, Event]):
    """Paris, for two to four players."""

    name = "paris"
    title = "Paris"
    players = PLAYERS
    options = Options
    told_by = TOLD_BY
    legend = LEGEND

    def deal(self, players: int, options: Options, dice: Dice) -> ParisState:
        return new_state(players, options, dice)

    def imagine(self, view: View, options: Options, dice: Dice) -> ParisState:
        return imagine(view, options, dice)

    def rules(self, players: int, options: Options) -> Rules:
        return rules_of(players, options)

    def action_in_words(
        self, action: Action, view: View, options: Options, names: Sequence[str]
    ) -> str:
        return action_in_words(action, view, options, names)

    def events_in_words(
        self, events: Sequence[Event], view: View, options: Options, names: Sequence[str]
    ) -> list[str]:
        return events_in_words(events, view, options, names)

    def picture(self, view: View, options: Options) -> str:
        return picture(view, options)


game = Paris()
