"""The game object that `lutetia.games` offers."""

from engine.dice import Dice
from engine.errors import BadValue
from engine.game import Game
from engine.moscow_paris import turns
from engine.moscow_paris.actions import Action
from engine.moscow_paris.events import Event
from engine.moscow_paris.imagine import imagine
from engine.moscow_paris.options import Options
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
        if options.teams and players != 4:
            raise BadValue(f"option teams is for 4 players, not {players}; leave it off")
        state = MoscowParisState(players, options, dice)
        state.set_up()
        turns.begin_turn(state)
        state.play_forced()
        return state

    def imagine(self, view: View, options: Options, dice: Dice) -> MoscowParisState:
        return imagine(view, options, dice)

    def picture(self, view: View, options: Options) -> str:
        return picture(view)


game = MoscowParis()
