"""The game object that `lutetia.games` offers."""

from engine.dice import Dice
from engine.game import Game
from engine.moscow_paris.actions import Action
from engine.moscow_paris.events import Event
from engine.moscow_paris.options import Options, check_options
from engine.moscow_paris.picture import picture
from engine.moscow_paris.ruleset import PLAYERS
from engine.moscow_paris.state import MoscowParisState
from engine.moscow_paris.views import View


class MoscowParis(Game[Options, Action, View, Event]):
    """Moscow–Paris for two to four players."""

    name = "moscow_paris"
    title = "Moscow–Paris"
    players = PLAYERS
    options = Options

    def deal(self, players: int, options: Options, dice: Dice) -> MoscowParisState:
        check_options(options, players)
        return MoscowParisState(players, options, dice)

    def picture(self, view: View) -> str:
        return picture(view)


game = MoscowParis()
