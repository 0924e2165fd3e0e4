"""The game object that `lutetia.games` offers."""

from collections.abc import Sequence

from engine.dice import Dice
from engine.game import Game
from engine.lumiere.actions import BUILDINGS, Action
from engine.lumiere.events import Event
from engine.lumiere.imagine import imagine
from engine.lumiere.options import Options, choose_postcards
from engine.lumiere.picture import LEGEND, picture
from engine.lumiere.ruleset import SEATS, TILES, load_ruleset
from engine.lumiere.sentences import TOLD_BY, action_in_words, events_in_words
from engine.lumiere.state import LumiereState
from engine.lumiere.views import UNPAVED, Player, Postcard, Rules, View

_FACES = {"o": "own", "x": "rival", "m": "shared", "L": "lamp"}


class Lumiere(Game[Options, Action, View, Event]):
    """Paris: La Cité de la Lumière for two players."""

    name = "lumiere"
    title = "Paris: La Cité de la Lumière"
    players = (SEATS,)
    options = Options
    told_by = TOLD_BY
    legend = LEGEND

    def deal(self, players: int, options: Options, dice: Dice) -> LumiereState:
        """Lay out the postcards and shuffle the tiles (§2)."""
        ruleset = load_ruleset(options.ruleset)
        names = choose_postcards(options, ruleset, dice)
        tiles = tuple(range(TILES))
        player = Player((), tiles, ruleset.table.chimneys, ruleset.table.tokens)
        empty = View(
            seat=None,
            tile=None,
            step="paving",
            decider=0,
            ground=UNPAVED * 64,
            buildings=(),
            figures=(),
            postcards=tuple(Postcard(name, None, "open", None) for name in names),
            pool=BUILDINGS,
            players=(player, player),
            first=None,
            scores=(),
        )
        # A state imagined from a view that nobody has looked from is a shuffled one.
        return imagine(empty, options, dice)

    def imagine(self, view: View, options: Options, dice: Dice) -> LumiereState:
        return imagine(view, options, dice)

    def rules(self, players: int, options: Options) -> Rules:
        ruleset = load_ruleset(options.ruleset)
        scoring = ruleset.scoring
        return Rules(
            tiles=tuple(
                tuple(tuple(_FACES[letter] for letter in tile) for tile in tiles)
                for tiles in ruleset.tiles
            ),
            shapes=tuple(ruleset.shapes.items()),
            flip=options.flip,
            rays=ruleset.big_lamp.rays,
            unplaced=scoring.unplaced,
            painter=scoring.painter,
            dancer=scoring.dancer,
            fountain=scoring.fountain,
            statue_side=scoring.statue_side,
            statue_corner=scoring.statue_corner,
        )

    def action_in_words(
        self, action: Action, view: View, options: Options, names: Sequence[str]
    ) -> str:
        return action_in_words(action)

    def events_in_words(
        self, events: Sequence[Event], view: View, options: Options, names: Sequence[str]
    ) -> list[str]:
        return events_in_words(events, view, options, names)

    def picture(self, view: View, options: Options) -> str:
        return picture(view, options)


game = Lumiere()
