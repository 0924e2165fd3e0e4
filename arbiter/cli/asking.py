"""Asking a bot for a decision of a finished match again."""

import secrets
import sys
from collections.abc import Sequence

import trio

from arbiter.bot_life import LifeState
from arbiter.bots import find_bot
from arbiter.building import build_bot
from arbiter.cli.output import for_terminal, print_json, print_text, remark, stderr, tell
from arbiter.cli.stopping import stopping
from arbiter.listeners import ONE_BOT, listening
from arbiter.local_arbiter import open_local_arbiter
from arbiter.loops import run
from arbiter.match import Result, Turn, Void
from arbiter.private_folder import private_folder
from arbiter.questions import Question
from arbiter.sandbox.bubblewrap import Sandbox
from engine.games import find_game
from engine.options import options_from_json
from engine.record import Bot, Record
from engine.sentences import Teller

_PATIENCE_S = 86_400.0
"""How long we wait for a bot that a person starts."""
_GOODBYE_S = 2.0
"""How long its stream may take to end after the answer."""
_DIFFERENTLY = (
    "The bot decides differently. It was asked this one decision only: a bot that decides by "
    "chance or remembers earlier turns may decide differently here than in its match."
)


def ask_bot(
    question: Question,
    name: str,
    public_name: Sequence[str | int],
    startup_s: float,
    sandbox: Sandbox | None,
) -> Result | None:
    """Start a bot and ask it; None if Ctrl-C stops that."""
    manifest = find_bot(name)
    manifest.require_game(question.setup.game)
    manifest = build_bot(manifest, tell=tell)

    async def main() -> Result | None:
        async with stopping(), open_local_arbiter(startup_s, sandbox=sandbox) as arbiter:
            return await arbiter.ask(question, manifest, public_name)
        return None

    with stderr.status(f"asking {for_terminal(name)}"):
        return run(main)


def ask_whoever_connects(question: Question, public_name: Sequence[str | int]) -> Result | None:
    """Print how to connect, wait for a bot that does, and ask it; None if Ctrl-C stops that."""

    async def main() -> Result | None:
        async with stopping(), open_local_arbiter() as local:
            arbiter = local.arbiter
            token = secrets.token_urlsafe(12)
            life = arbiter.expect("asked", Bot("asked", "0"), token, _PATIENCE_S)
            with private_folder() as folder:
                async with listening(arbiter, f"unix:{folder / 'arbiter'}", ONE_BOT) as address:
                    words = f"LUTETIA_ADDRESS={address} LUTETIA_BOT=asked LUTETIA_TOKEN={token}"
                    remark(
                        "Run the bot now, in another terminal; it has all the time it needs:\n"
                        f"  {for_terminal(words)} {for_terminal(sys.executable)} -m pdb mybot.py"
                    )
                    while life.state is LifeState.STARTING:
                        await arbiter.change()
                    result = await arbiter.ask(question, life, public_name)
                    with trio.move_on_after(_GOODBYE_S):
                        await arbiter.send_off(life)
                    return result
        return None

    return run(main)


def print_answer(
    record: Record, question: Question, turn: Turn, chosen: int, result: Result, as_json: bool
) -> bool:
    """Print what was played and what the bot answered; False if it did not answer."""
    game = find_game(record.setup.game)
    options = options_from_json(game.options, record.setup.options)
    teller = Teller(game, options, [seat.bot for seat in record.seats])
    if isinstance(result, Void) or len(question.played) < question.number:
        failure = result if isinstance(result, Void) else question.forfeits[question.seat]
        tell(f"The bot did not answer: {failure.reason}")
        return False
    orders = [teller.order(action, turn.view) for action in turn.actions]
    answered = list(turn.actions).index(question.played[question.number - 1])
    if as_json:
        played, own = ({"index": i, "sentence": orders[i]} for i in (chosen, answered))
        print_json({"decision": question.number, "played": played, "answered": own})
        return True
    lines = [
        f"decision {question.number} of {teller.names[turn.seat]}, {len(orders)} valid actions",
        f"played    {chosen:4}  {orders[chosen]}",
        f"answered  {answered:4}  {orders[answered]}",
        "The bot decides the same." if chosen == answered else _DIFFERENTLY,
    ]
    print_text("\n".join(lines))
    return True
