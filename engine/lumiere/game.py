"""The game object that `lutetia.games` offers."""

from engine.dice import Dice
from engine.game import Game
from engine.lumiere.actions import Action
from engine.lumiere.events import Event
from engine.lumiere.options import Options
from engine.lumiere.picture import picture
from engine.lumiere.ruleset import SEATS
from engine.lumiere.state import LumiereState
from engine.lumiere.views import View


class Lumiere(Game[Options, Action, View, Event]):
    """Paris: La Cité de la Lumière for two players."""

    name = "lumiere"
    title = "Paris: La Cité de la Lumière"
    players = (SEATS,)
    options = Options

    def deal(self, players: int, options: Options, dice: Dice) -> LumiereState:
        return LumiereState(options, dice)

    def picture(self, view: View) -> str:
        return picture(view)


game = Lumiere()
