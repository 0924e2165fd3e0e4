"""A small world on a virtual clock: an arbiter, bots with all sorts of faults, and their network.

The arbiter, its sessions, lives and matches are the real ones; transport, processes and time are
not. All chance comes from one seed, and there is no event loop, so a run can be repeated:
`python -m tests.security.simulation SEED` tells its story.
"""

import heapq
import itertools
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from enum import Enum, auto
from random import Random
from typing import Any

from arbiter.arbiter import Arbiter
from arbiter.bot_life import RETURNS, LifeState
from arbiter.clocks import MARGIN_S, TICK_S, TimeControl, parse_clock
from arbiter.live_match import LiveMatch
from arbiter.match import Result, Void
from arbiter.sessions import MESSAGE_LIMIT, UNSOLICITED_LIMIT, Refusal, Session
from engine.record import Bot, Ending, Record, Setup, replay, verify
from lutetia.v1 import PROTOCOL_VERSION, play_pb2

GRACE_S = 1.0
STARTUP_S = 1.0
AT_A_TIME = 6
CONTROLS = [parse_clock(text) for text in ("move=0.4", "2+0.1", "3+0.1,move=0.5", "12")]
SETUPS: Sequence[tuple[int, str, int, dict[str, object]]] = (
    (60, "connect_four", 2, {}),
    (26, "lumiere", 2, {}),
    (2, "moscow_paris", 2, {}),
    (3, "moscow_paris", 3, {}),
    (4, "moscow_paris", 4, {"teams": True}),
    (2, "paris", 2, {}),
    (3, "paris", 4, {}),
)
"""Each game with its weight: most matches are short."""


class Fault(Enum):
    """What a bot does instead of answering a turn."""

    LATE = auto()
    SILENT = auto()
    ILLEGAL = auto()
    RESIGNATION = auto()
    GARBAGE = auto()
    HUGE = auto()
    FLOOD = auto()
    UNKNOWN_MATCH = auto()
    SECOND_HELLO = auto()
    GONE = auto()
    BACK_TOO_LATE = auto()
    BACK_TOO_OFTEN = auto()
    CRASH = auto()


class Quirk(Enum):
    """What a bot does before it answers a turn; it costs it nothing."""

    SLOW = auto()
    TWICE = auto()
    WRONG_TURN = auto()
    ENDED_MATCH = auto()
    EMPTY = auto()
    GOODBYE = auto()
    BACK_SOON = auto()
    UNPLUGGED = auto()
    SECOND_STREAM = auto()
    WRONG_TOKEN = auto()


ENDINGS = {
    Fault.LATE: {Ending.TIMEOUT},
    Fault.SILENT: {Ending.TIMEOUT},
    Fault.ILLEGAL: {Ending.ILLEGAL_ANSWER},
    Fault.RESIGNATION: {Ending.RESIGNED},
    Fault.GARBAGE: {Ending.PROTOCOL_VIOLATION},
    Fault.HUGE: {Ending.PROTOCOL_VIOLATION},
    Fault.FLOOD: {Ending.PROTOCOL_VIOLATION},
    Fault.UNKNOWN_MATCH: {Ending.PROTOCOL_VIOLATION},
    Fault.SECOND_HELLO: {Ending.PROTOCOL_VIOLATION},
    Fault.GONE: {Ending.DISCONNECT, Ending.TIMEOUT},
    Fault.BACK_TOO_LATE: {Ending.DISCONNECT, Ending.TIMEOUT},
    Fault.BACK_TOO_OFTEN: {Ending.DISCONNECT, Ending.TIMEOUT},
    Fault.CRASH: {Ending.CRASH, Ending.TIMEOUT},
}
OF_ONE_MATCH = {Fault.LATE, Fault.SILENT, Fault.ILLEGAL, Fault.RESIGNATION}
"""Faults that cost a bot one match; any other costs it all that it is in."""


class Stream:
    """A stream between a bot and the arbiter, as `arbiter.listeners` runs it."""

    def __init__(self, world: "World", bot: "SimulatedBot") -> None:
        self.open = True
        self._plugged = True
        self._world = world
        self._bot = bot
        self._arrival_s = 0.0
        self._woken = False
        self.session: Session = world.arbiter.open_session(self._wake)
        world.sessions.append(self.session)

    def write(self, message: play_pb2.BotMessage | bytes) -> None:
        """Send what the arbiter will read a moment later, in order."""
        data = message if isinstance(message, bytes) else message.SerializeToString()
        arrival_s = self._world.now_s + self._world.latency_s()
        self._arrival_s = max(arrival_s, self._arrival_s)
        self._world.at(self._arrival_s, lambda: self._read(data))

    def cut(self) -> None:
        """End the stream; the arbiter notices, twice as in `arbiter.listeners`."""
        if self.open:
            self.open = False
            self._world.arbiter.close_session(self.session)
            self._world.after(0.1, lambda: self._world.arbiter.close_session(self.session))

    def unplug(self) -> None:
        """Let nothing through any more; nobody is told."""
        self._plugged = False

    def _read(self, data: bytes) -> None:
        if not (self.open and self._plugged):
            return
        try:
            self.session.receive(data)
        except Refusal as refusal:
            self.open = False
            self._world.refusals[refusal.status.name] += 1
            self._world.arbiter.refuse(self.session, refusal)
            self._bot.refused(self)

    def _wake(self) -> None:
        if not self._woken:
            self._woken = True
            self._world.after(0.0, self._drain)

    def _drain(self) -> None:
        self._woken = False
        data = self.session.drain()
        if self.open and data:
            self._world.after(self._world.latency_s(), lambda: self._deliver(data))
        if self.session.over:
            # The last message may still reach the bot, but nothing of it reaches the arbiter.
            self.open = False
            self._world.arbiter.close_session(self.session)

    def _deliver(self, data: bytes) -> None:
        if self._plugged and self._bot.stream is self:
            self._bot.read(play_pb2.ArbiterMessage.FromString(data))


class SimulatedBot:
    """A bot for one life: it plays at random, and does what its faults and quirks say."""

    def __init__(self, world: "World", name: str) -> None:
        chance = world.chance
        self.world = world
        self.faults = chance.sample(list(Fault), 3) if chance.random() < 0.5 else []
        self.quirks = chance.sample(list(Quirk), 3) if chance.random() < 0.5 else []
        self.has_process = chance.random() < 0.5
        if not self.has_process and Fault.CRASH in self.faults:
            self.faults.remove(Fault.CRASH)
        self.may_end: set[Ending] = {Ending.PLAYED}
        """How its matches may end after what it has done, besides what is said of one match."""
        self.may_end_match: dict[int, set[Ending]] = {}
        self.must_fall: set[int] = set()
        """The matches that it cannot get out of without a forfeit."""
        self._cuts = 0
        self._gone = False
        self._starts: dict[int, bytes] = {}
        self._turns: dict[tuple[int, int], bytes] = {}
        self._over: set[int] = set()
        self._token = f"token of {name}"
        self.life = world.arbiter.expect(
            name, Bot(name, "1"), self._token, STARTUP_S, has_process=self.has_process
        )
        self.stream: Stream | None = None
        self._come()

    def _come(self) -> None:
        chance, world = self.world.chance, self.world
        fate = chance.random()
        if self.faults and fate < 0.04:
            self.may_end = {Ending.NO_SHOW}
            if fate < 0.02:
                self.may_end.add(Ending.PLAYED)  # if the arbiter stands still meanwhile
                world.after(STARTUP_S + chance.uniform(0.05, 0.5), self.connect)
        elif self.has_process and self.faults and fate < 0.06:
            self.may_end = {Ending.CRASH}
            world.after(chance.random(), self.end_process)
        else:
            world.after(chance.uniform(0.0, 0.5), self.connect)

    def connect(self, token: str = "") -> None:
        """Open a stream and say hello; nothing is to be gained by a second one."""
        stream = Stream(self.world, self)
        if not token and (self.stream is None or not self.stream.open):
            self.stream = stream
        stream.write(self._hello(token))

    def refused(self, stream: Stream) -> None:
        """Note that the arbiter has ended a stream."""
        if stream is self.stream:
            self._gone = True

    def read(self, message: play_pb2.ArbiterMessage) -> None:
        """Take what the arbiter sends, and check that it is what it should be."""
        for start in message.starts:
            again = start.match_id in self._starts
            assert start.resumed or not again, "a match that was begun twice"
            start.resumed = False
            data = start.SerializeToString()
            assert self._starts.setdefault(start.match_id, data) == data, "another start"
        for turn in message.turns:
            assert turn.match_id in self._starts, "a turn of a match that it was not started in"
            assert turn.match_id not in self._over, "a turn after the end"
            remaining_s = turn.clock.remaining_ms / 1000
            turn.ClearField("clock")
            key, data = (turn.match_id, turn.turn_id), turn.SerializeToString()
            self.world.sent_again += key in self._turns
            assert self._turns.setdefault(key, data) == data, "another position on coming back"
            if turn.match_id not in self.must_fall:  # it may come again, to be left unanswered
                self._decide(turn, remaining_s)
        for over in message.overs:
            assert over.match_id in self._starts, "the end of a match that it was not started in"
            assert over.match_id not in self._over, "two ends of a match"
            self._over.add(over.match_id)

    def _decide(self, turn: Any, remaining_s: float) -> None:
        chance = self.world.chance
        if self.stream is None or not self.stream.open or self._gone:
            return
        if self.faults and chance.random() < 0.04:
            self._fail(chance.choice(self.faults), turn, remaining_s)
            return
        think_s = chance.uniform(0.0, 0.01)
        if self.quirks and chance.random() < 0.1:
            quirk = chance.choice(self.quirks)
            self.world.told(f"{self.life.name}: {quirk}")
            if quirk is Quirk.SLOW:
                think_s = remaining_s / 2
                self._may(turn.match_id, Ending.TIMEOUT)  # if the arbiter stands still meanwhile
            elif self._digress(quirk, turn):
                return  # the turn will come again
        self._answer(turn, chance.randrange(turn.action_count), think_s)

    def _digress(self, quirk: Quirk, turn: Any) -> bool:
        """Do something that costs nothing; True if the stream is cut by it."""
        stream, world = self.stream, self.world
        assert stream is not None
        match quirk:
            case Quirk.TWICE:
                self._answer(turn, 0)
                self._answer(turn, 0)
            case Quirk.WRONG_TURN:
                answer = play_pb2.Answer(match_id=turn.match_id, turn_id=turn.turn_id + 1_000)
                stream.write(play_pb2.BotMessage(answers=[answer]))
            case Quirk.ENDED_MATCH if self._over:
                answer = play_pb2.Answer(match_id=world.chance.choice(sorted(self._over)))
                stream.write(play_pb2.BotMessage(answers=[answer]))
            case Quirk.EMPTY:
                stream.write(b"")
            case Quirk.GOODBYE:
                stream.write(play_pb2.BotMessage(goodbye=play_pb2.Goodbye()))
            case Quirk.SECOND_STREAM:
                self.connect()
            case Quirk.WRONG_TOKEN:
                self.connect("a token of nobody")
            case Quirk.BACK_SOON if self._cuts < RETURNS:
                self._cuts += 1
                stream.cut()
                world.after(world.chance.uniform(0.01, 0.1), self.connect)
                return True
            case Quirk.UNPLUGGED if self._cuts < RETURNS:
                self._cuts += 1
                self.may_end |= {Ending.TIMEOUT}
                stream.unplug()
                world.after(0.1, self.connect)  # refused: the arbiter believes in the old one
                world.after(0.2, stream.cut)
                world.after(0.25, self.connect)
                return True
        return False

    def _fail(self, fault: Fault, turn: Any, remaining_s: float) -> None:
        stream, world = self.stream, self.world
        assert stream is not None
        world.told(f"{self.life.name}: {fault} in match {turn.match_id}")
        world.faults[fault.name] += 1
        self.must_fall.add(turn.match_id)
        if fault in OF_ONE_MATCH:
            self._may(turn.match_id, *ENDINGS[fault])
        else:
            # What it leaves unanswered in its other matches may run out of time before.
            self.may_end |= ENDINGS[fault] | {Ending.TIMEOUT}
            self._gone = True
        match fault:
            case Fault.LATE:
                self._answer(turn, 0, remaining_s + MARGIN_S + world.chance.uniform(0.01, 0.5))
            case Fault.ILLEGAL:
                self._answer(turn, turn.action_count + world.chance.randrange(3))
            case Fault.RESIGNATION:
                resignation = play_pb2.Resignation(match_id=turn.match_id)
                stream.write(play_pb2.BotMessage(resignations=[resignation]))
            case Fault.GARBAGE:
                stream.write(b"\xff" + world.chance.randbytes(20))
            case Fault.HUGE:
                stream.write(bytes(MESSAGE_LIMIT + 1))
            case Fault.FLOOD:
                answer = play_pb2.Answer(match_id=turn.match_id, turn_id=turn.turn_id + 1_000)
                stream.write(play_pb2.BotMessage(answers=[answer] * (UNSOLICITED_LIMIT + 1)))
            case Fault.UNKNOWN_MATCH:
                answer = play_pb2.Answer(match_id=1_000_000)
                stream.write(play_pb2.BotMessage(answers=[answer]))
            case Fault.SECOND_HELLO:
                stream.write(self._hello())
            case Fault.GONE:
                stream.cut()
            case Fault.BACK_TOO_LATE:
                stream.cut()
                world.after(self.life.grace_s + world.chance.uniform(0.05, 1.0), self.connect)
            case Fault.BACK_TOO_OFTEN:
                for number in range(RETURNS + AT_A_TIME):
                    world.after(0.05 * number, self._cut_and_connect)
            case Fault.CRASH:
                # Its last bytes, the end of its stream and that of its process: in any order.
                world.after(world.chance.uniform(0.0, 0.1), stream.cut)
                world.after(world.chance.uniform(0.0, 0.1), self.end_process)

    def end_process(self) -> None:
        self._gone = True
        self.world.arbiter.process_ended(self.life, "exit code 3")

    def leave(self) -> None:
        """End all that is left of the bot, which is in no match."""
        self.world.arbiter.forget(self.life)
        self._gone = True
        if self.stream is not None:
            self.stream.cut()

    def _cut_and_connect(self) -> None:
        if self.stream is not None:
            self.stream.cut()
        self.connect()

    def _answer(self, turn: Any, index: int, think_s: float = 0.0) -> None:
        stream = self.stream
        assert stream is not None
        answer = play_pb2.Answer(match_id=turn.match_id, turn_id=turn.turn_id, action_index=index)
        message = play_pb2.BotMessage(answers=[answer])
        self.world.after(think_s, lambda: stream.write(message))

    def _hello(self, token: str = "") -> play_pb2.BotMessage:
        hello = play_pb2.Hello(
            protocol_version=PROTOCOL_VERSION,
            bot=self.life.name,
            token=token or self._token,
            max_matches=2,
        )
        return play_pb2.BotMessage(hello=hello)

    def _may(self, match_id: int, *endings: Ending) -> None:
        self.may_end_match.setdefault(match_id, set()).update(endings)


class Table:
    """A match in the world, and what was seen of it."""

    def __init__(self, setup: Setup, bots: list[SimulatedBot], control: TimeControl) -> None:
        self.setup = setup
        self.bots = bots
        self.control = control
        self.live: LiveMatch | None = None
        self.absent: set[int] = set()
        self.fell: dict[int, int] = {}
        """The seats that have forfeited, and at which look this was seen."""
        self.results: list[Result] = []

    def look(self, number: int, now_s: float) -> None:
        """Note who has forfeited; a clock that has run out is noticed by the next tick but one."""
        if self.live is not None:
            match = self.live.match
            for seat in match.forfeits:
                self.fell.setdefault(seat, number)
            overdue_s = now_s - match.deadline_s
            assert overdue_s <= 2 * TICK_S, f"nobody noticed a timeout for {overdue_s} s"


class World:
    """All that happens, in order of time."""

    def __init__(self, seed: int, story: bool = False) -> None:
        self.chance = Random(seed)
        self.now_s = 0.0
        self.sessions: list[Session] = []
        self.faults: Counter[str] = Counter()
        self.refusals: Counter[str] = Counter()
        self.endings: Counter[str] = Counter()
        self.sent_again = 0
        self.voids = 0
        self.arbiter = Arbiter(
            lambda wake: wake(),
            monotonic=lambda: self.now_s,
            sample=lambda _pid, _token: None,
            grace_s=GRACE_S,
        )
        self._story = story
        self._stalled = False
        self._events: list[tuple[float, int, Callable[[], None]]] = []
        self._numbers = itertools.count()
        self._looks = itertools.count()
        self._names = itertools.count()
        self._bots: list[SimulatedBot] = []
        self._waiting: list[Table] = []
        self._playing: list[Table] = []
        self._ended: list[Table] = []

    def at(self, time_s: float, call: Callable[[], None]) -> None:
        heapq.heappush(self._events, (time_s, next(self._numbers), call))

    def after(self, seconds: float, call: Callable[[], None]) -> None:
        self.at(self.now_s + seconds, call)

    def latency_s(self) -> float:
        return self.chance.uniform(0.001, 0.005)

    def told(self, line: str) -> None:
        if self._story:
            print(f"{self.now_s:9.3f} s  {line}")

    def play(self, matches: int) -> None:
        """Play this many matches, check each, and see that nothing is left at the end."""
        due = matches
        next_tick_s = TICK_S
        while due or self._waiting or self._playing:
            while due and len(self._waiting) + len(self._playing) < AT_A_TIME:
                due -= 1
                self._waiting.append(self._new_table())
            if self._events and self._events[0][0] < next_tick_s:
                time_s, _, call = heapq.heappop(self._events)
                self.now_s = max(self.now_s, time_s)
                call()
            else:
                self.now_s = max(self.now_s, next_tick_s)
                self.arbiter.look_at_deadlines()
                for table in list(self._waiting):
                    self._begin_if_ready(table)
                # The arbiter itself stands still now and then: nobody loses by it.
                self._stalled = self.chance.random() < 0.0005
                if self._stalled:
                    self.now_s += 5.0
                next_tick_s = self.now_s + TICK_S
                assert self.now_s < 600 * matches, "the world stands still"
            self._look()
        self._check_nothing_left()

    def _new_table(self) -> Table:
        weights = [weight for weight, *_ in SETUPS]
        _, game, players, options = self.chance.choices(SETUPS, weights)[0]
        setup = Setup(game, players, options, self.chance.getrandbits(128))
        bots: list[SimulatedBot] = []
        for _ in range(players):
            bots.append(self._usable(bots))
        return Table(setup, bots, self.chance.choice(CONTROLS))

    def _usable(self, but: list[SimulatedBot]) -> SimulatedBot:
        """Return a bot with a place in a match, and take the place."""
        free = [bot for bot in self._bots if bot.life.has_place and bot not in but]
        if free and self.chance.random() < 0.7:
            bot = self.chance.choice(free)
        else:
            bot = SimulatedBot(self, f"bot {next(self._names)}")
            self._bots.append(bot)
        bot.life.assigned()
        return bot

    def _release(self, bot: SimulatedBot) -> None:
        bot.life.finished()
        if bot.life.worn_out and not bot.life.matches:
            self._bots.remove(bot)
            bot.leave()

    def _begin_if_ready(self, table: Table) -> None:
        """Begin a match as `arbiter.local_bots` does: those who left before are replaced."""
        for seat, bot in enumerate(table.bots):
            if bot.life.overbooked or bot.life.left:
                table.bots[seat] = self._usable(table.bots)
                self._release(bot)
        if any(bot.life.state is LifeState.STARTING for bot in table.bots):
            return
        self._waiting.remove(table)
        self._playing.append(table)
        lives = [bot.life for bot in table.bots]
        states = [life.state for life in lives]
        table.absent = {s for s, state in enumerate(states) if state is not LifeState.CONNECTED}

        def done(result: Result) -> None:
            table.look(next(self._looks), 0.0)
            table.results.append(result)
            if len(table.results) == 1:
                for bot in table.bots:
                    # Not from here: the answer that ended the match is still being dealt with.
                    self.after(0.0, lambda bot=bot: self._release(bot))  # type: ignore[misc]
                self._ended.append(table)

        live = self.arbiter.begin(table.setup, lives, table.control, ("simulation",), done)
        table.live = live

    def _look(self) -> None:
        number = next(self._looks)
        # What ran out while the arbiter stood still is noticed by its next tick.
        now_s = 0.0 if self._stalled else self.arbiter.now()
        for table in self._playing:
            if table not in self._ended:
                table.look(number, now_s)
        for table in self._ended:
            table.look(number, now_s)
            self._playing.remove(table)
            self._check(table)
        self._ended.clear()

    def _check(self, table: Table) -> None:
        (result,) = table.results
        if isinstance(result, Void):
            assert len(table.absent) == len(table.bots), result
            self.voids += 1
            return
        assert table.live is not None
        self.told(f"match {table.live.match_id}: {[str(seat.ending) for seat in result.seats]}")
        verify(result, result.digest)
        check_ranks(result, table.fell)
        for bot, seat in zip(table.bots, result.seats, strict=True):
            self.endings[seat.ending] += 1
            match_id = table.live.match_id
            allowed = bot.may_end | bot.may_end_match.get(match_id, set())
            assert seat.ending in allowed, f"{bot.life.name}: {seat}, only {allowed} are fair"
            assert seat.ending != Ending.PLAYED or match_id not in bot.must_fall, bot.life.name
            assert seat.charged_seconds <= seat.seconds + 1e-6, seat
            assert seat.slowest_seconds <= seat.seconds + 1e-6, seat

    def _check_nothing_left(self) -> None:
        for _ in range(500):
            while self._events and self._events[0][0] <= self.now_s:
                heapq.heappop(self._events)[2]()
            self.now_s += TICK_S
            self.arbiter.look_at_deadlines()
        assert not self.arbiter._matches
        assert not any(session.seats for session in self.sessions)
        assert not any(life.matches for life in self.arbiter.lives.values())
        for bot in self._bots:
            bot.leave()
        assert not self.arbiter.lives
        assert not self.arbiter._sessions


def check_ranks(record: Record, fell: dict[int, int]) -> None:
    """Check ranks without `rank_seats`: by the order in which seats were seen to forfeit."""
    seats, sides = record.seats, record.setup.sides()
    assert {n for n, seat in enumerate(seats) if seat.ending != Ending.PLAYED} == fell.keys()
    *_, (final, _) = replay(record)
    outcome = final.outcome()
    out: dict[int, int] = {}
    for seat, look in fell.items():
        out[sides[seat]] = min(look, out.get(sides[seat], look))
    for one, other in itertools.permutations(range(len(seats)), 2):
        ranks = seats[one].rank, seats[other].rank
        fallen = out.get(sides[one]), out.get(sides[other])
        if sides[one] == sides[other]:
            assert ranks[0] == ranks[1], "a side has two ranks"
        elif fallen[0] is not None and fallen[1] is not None:
            assert fallen[0] >= fallen[1] or ranks[0] > ranks[1], "the earlier forfeit ranks lower"
        elif fallen[0] is not None:
            assert ranks[0] > ranks[1], "a forfeit ranks behind all others"
        elif fallen[1] is None:
            assert outcome is not None
            earned = outcome.ranks[one] - outcome.ranks[other]
            assert (ranks[0] > ranks[1]) == (earned > 0), "the others rank as the rules say"


def simulate(seed: int, matches: int, story: bool = False) -> World:
    """Play matches in a world; whatever fails says how to see it again."""
    world = World(seed, story)
    try:
        world.play(matches)
    except BaseException as error:
        error.add_note(f"to reproduce: python -m tests.security.simulation {seed} {matches}")
        raise
    return world


if __name__ == "__main__":
    told = simulate(int(sys.argv[1]), int(sys.argv[2]), story=True)
    print(dict(told.endings), dict(told.faults), dict(told.refusals), told.sent_again, told.voids)
