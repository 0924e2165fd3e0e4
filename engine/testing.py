"""The conformance suite: what every game must keep, checked by playing it at random.

A plug-in author calls `check_game(game, players, options, seeds)` in a test of their own; any
breach raises AssertionError with the seed and the number of the decision that show it.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from engine.dice import Dice, derive
from engine.errors import IllegalAction
from engine.game import AnyGame, AnyState, Notice, Outcome
from engine.record import actions_from_json, actions_to_json

MAX_DECISIONS = 20_000
Encode = Callable[[object, Sequence[object], Sequence[object]], bytes]
"""Bytes of a view, its valid actions and the events before it, as the wire sends them."""
Decode = Callable[[bytes], tuple[object, Sequence[object], Sequence[object]]]


def check_game(
    game: AnyGame,
    players: int,
    options: object,
    seeds: Iterable[int],
    *,
    encode: Encode | None = None,
    decode: Decode | None = None,
    sample: int = 16,
) -> None:
    """Play a random match for each seed and check the whole contract along the way.

    One position in `sample` is looked at from all sides, at random; the rest is checked at each.
    With `encode` and `decode` the wire is checked too: a round trip changes nothing, and what is
    hidden changes no byte.
    """
    for seed in seeds:
        playthrough = _Playthrough(game, players, options, seed, encode, decode, sample)
        while playthrough.state.decider is not None:
            playthrough.step()
        playthrough.finish()
        if seed % sample == 0:
            playthrough.replay(game, options)


def play_at_random(state: AnyState, dice: Dice) -> list[object]:
    """Play a state to its end at random and return the actions."""
    played: list[object] = []
    while state.decider is not None:
        action = dice.choose(state.actions())
        state.play(action)
        played.append(action)
        if len(played) >= MAX_DECISIONS:
            raise AssertionError("the match does not end")
    return played


class _Playthrough:
    """One random match, played in lock step with a twin that gets the same actions."""

    def __init__(
        self,
        game: AnyGame,
        players: int,
        options: object,
        seed: int,
        encode: Encode | None,
        decode: Decode | None,
        sample: int,
    ) -> None:
        self.game = game
        self.options = options
        self.players = players
        self.seed = seed
        self.encode = encode
        self.decode = decode
        self.sample = sample
        self.state = game.new(players, options, seed)
        self.twin = game.new(players, options, seed)
        self.dice = Dice(derive(seed, "conformance"))
        self.pieces = Counter(self.state.pieces())
        self.events: list[list[object]] = [[] for _ in range(players)]
        self.played: list[Any] = []
        self.kinds: dict[tuple[str, str], type[object]] = {}

    def step(self) -> None:
        """Check one position, then play a random action in it."""
        seat, actions = self.state.decider, self.state.actions()
        if seat is None or not 0 <= seat < self.players:
            raise AssertionError(self._where(f"seat {seat} does not exist"))
        self._expect(len(actions) >= 2, f"{actions!r} is not a choice: the engine must play it")
        self._expect(actions == self.twin.actions(), "equal states list other actions")
        if self.dice.below(self.sample) == 0:
            self._examine(seat, list(actions))
        self.events[seat].clear()
        action = self.dice.choose(actions)
        notices = self.state.play(action)
        self._expect(notices == self.twin.play(action), "equal seeds gave different events")
        self._deliver(notices)
        self.played.append(action)
        self._expect(len(self.played) < MAX_DECISIONS, "the match does not end")

    def _examine(self, seat: int, actions: list[object]) -> None:
        """Look at a position from all sides: too costly to do at each."""
        before = self._look(self.state)
        self._expect(before == self._look(self.twin), "equal states look different")
        self._expect(self.state.outcome() is None, "there is an outcome while somebody decides")
        self._expect(len(set(actions)) == len(actions), "an action is listed twice")
        for action in actions:
            self._check_kind("action", action)
        self._check_pieces(self.state)
        self._check_rejection(actions)
        self._check_copies(actions)
        self._check_leaks(seat, actions)
        self._check_wire(seat, actions)
        self._expect(self._look(self.state) == before, "a refusal, copy or look changed the state")

    def finish(self) -> None:
        """Check the end of the match."""
        outcome = self.state.outcome()
        if outcome is None:
            raise AssertionError(self._where("nobody decides, but there is no outcome"))
        self._expect(outcome == self.twin.outcome(), "equal seeds gave different outcomes")
        self._check_pieces(self.state)
        self._expect(len(outcome.scores) == self.players, "a score for each seat")
        self._expect(min(outcome.ranks) == 1, "somebody is first")
        self._check_sources(outcome)
        for rank in outcome.ranks:
            ahead = sum(other < rank for other in outcome.ranks)
            self._expect(rank == ahead + 1, f"the ranks {outcome.ranks} leave a gap")

    def _check_sources(self, outcome: Outcome) -> None:
        """Check that the points by source add up to the scores."""
        sources = self.state.score_sources()
        self._expect(len(sources) == self.players, "sources of points for each seat")
        sums = tuple(sum(found.values()) for found in sources)
        self._expect(sums == outcome.scores, f"{sources} do not add up to {outcome.scores}")
        names = {tuple(found) for found in sources}
        self._expect(len(names) == 1, f"seats have different sources of points: {names}")

    def replay(self, game: AnyGame, options: object) -> None:
        """Check that the actions, written to a record and read back, lead to the same end."""
        state = game.new(self.players, options, self.seed)
        for action in actions_from_json(actions_to_json(self.played)):
            valid = state.actions()
            self._expect(action in valid, f"{action!r} of the record is not valid in replay")
            state.play(valid[valid.index(action)])
        self._expect(state.outcome() == self.state.outcome(), "the replay ends differently")

    def _check_pieces(self, state: AnyState) -> None:
        self._expect(Counter(state.pieces()) == self.pieces, "a piece was lost or made")

    def _check_rejection(self, actions: list[Any]) -> None:
        """Check that what is not listed raises."""
        for wrong in (("no such action",), (), (*actions[0], "more")):
            try:
                self.state.apply(wrong)
            except IllegalAction:
                pass
            else:
                self._expect(False, f"{wrong!r} was accepted")

    def _check_copies(self, actions: list[object]) -> None:
        """Check that listed actions apply, each to a copy."""
        sample = actions if len(actions) <= 8 else [self.dice.choose(actions) for _ in range(8)]
        for action in sample:
            copy = self.state.copy()
            copy.play(action)
            if copy.decider is not None:
                copy.play(copy.actions()[0])

    def _check_leaks(self, seat: int, actions: list[object]) -> None:
        """Check that what a seat is shown follows from its view alone.

        A state imagined from the view has other hidden pieces. Where it looks different to the
        seat, or lists other actions, something hidden shows.
        """
        for viewer in (*range(self.players), None):
            view = self.state.view(viewer)
            other = self.game.imagine(view, self.options, self.dice)
            self._check_pieces(other)
            self._expect(other.decider == seat, "imagining changed whose decision it is")
            seen = other.view(viewer)
            self._expect(
                view == seen, f"seat {viewer} sees what is hidden: {_difference(view, seen)}"
            )
            # Spectators are shown points while the match goes on. Their sums are compared, since a
            # view need not hold what brought them long ago.
            points, seen_points = (
                [sum(of_seat.values()) for of_seat in each.score_sources()]
                for each in (self.state, other)
            )
            self._expect(points == seen_points, "the points by source depend on what is hidden")
            listed, relisted = (actions, list(other.actions())) if viewer == seat else ([], [])
            self._expect(listed == relisted, f"the actions of seat {seat} depend on what is hidden")
            if self.encode is not None:
                same = self.encode(view, listed, ()) == self.encode(seen, relisted, ())
                self._expect(same, f"the bytes for seat {viewer} depend on what is hidden")
            other.play(self.dice.choose(other.actions()))  # raises if it is not possible

    def _check_kind(self, sort: str, value: Any) -> None:
        """Check the last field of an action or event, by which records and the wire know it."""
        kind = type(value)
        declared = getattr(kind, "_field_defaults", {}).get("kind")
        ends_with_kind = getattr(kind, "_fields", ())[-1:] == ("kind",)
        self._expect(
            ends_with_kind and isinstance(declared, str) and value.kind == declared,
            f"the last field of {kind.__name__} must be `kind: str = ...`, and keep that value",
        )
        first = self.kinds.setdefault((sort, str(declared)), kind)
        self._expect(
            first is kind, f"{first.__name__} and {kind.__name__} are both of kind {declared!r}"
        )

    def _check_wire(self, seat: int, actions: list[object]) -> None:
        if self.encode is None or self.decode is None:
            return
        sent = (self.state.view(seat), tuple(actions), tuple(self.events[seat]))
        view, valid, events = self.decode(self.encode(*sent))
        for name, here, there in (
            ("view", sent[0], view),
            ("actions", sent[1], tuple(valid)),
            ("events", sent[2], tuple(events)),
        ):
            # repr tells types apart, where named tuples compare as plain ones
            self._expect(repr(here) == repr(there), f"the wire changed the {name}: {there!r}")

    def _deliver(self, notices: Sequence[Notice[Any]]) -> None:
        for notice in notices:
            self._check_kind("event", notice.event)
            for seat in range(self.players):
                if notice.reaches(seat):
                    self.events[seat].append(notice.event)

    def _look(self, state: AnyState) -> list[object]:
        """Return all that can be seen of a state, by everybody."""
        views = [state.view(viewer) for viewer in (*range(self.players), None)]
        return [state.decider, views, list(state.actions())]

    def _expect(self, holds: bool, sentence: str) -> None:
        if not holds:
            raise AssertionError(self._where(sentence))  # not `assert`, which -O leaves out

    def _where(self, sentence: str) -> str:
        return f"seed {self.seed}, decision {len(self.played)}: {sentence}"


def _difference(view: Any, seen: Any) -> str:
    """Name the fields in which two views differ."""
    names = getattr(view, "_fields", ())
    return ", ".join(
        f"{name} is {own!r}, then {other!r}"
        for name, own, other in zip(names, view, seen, strict=False)
        if own != other
    )
