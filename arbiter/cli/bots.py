"""`lutetia submit`, `bots`, `bot`: the bots of the ladder."""

from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from arbiter.bot_files import size_text
from arbiter.cli.output import Database, Json, console, for_terminal, print_json, remark
from arbiter.cli.tables import FittingTable
from arbiter.tournaments.ladder import anchor_of, find_ladder, ladder_results
from arbiter.tournaments.submit import give_token, submit_bot
from engine.errors import suggestion
from engine.record import Bot
from ladder import DEFAULT_URL
from ladder.errors import NotStored
from ladder.schedules.matchmaking import FORFEITS_IN_A_ROW
from ladder.store.forfeits import StoredForfeit
from ladder.store.store import Store, open_store
from ladder.store.submissions import SubmissionState, SubmittedBot, list_bots, submission_of

FORFEITING = SubmissionState.FORFEITING
SHOWN = 3
"""How many forfeits are shown of a bot that is not paired any more."""

commands = typer.Typer(help="Manage a submitted bot.", no_args_is_help=True)


@commands.callback()
def bot() -> None:
    """Manage a submitted bot."""


def submit(
    place: Annotated[
        Path, typer.Argument(metavar="DIR|FILE.py", help="A folder with bot.toml, or a .py file.")
    ],
    bots_folder: Annotated[
        Path, typer.Option(envvar="LUTETIA_BOTS_FOLDER", help="Where the ladder keeps its bots.")
    ] = Path("lutetia-bots"),
    db: Database = DEFAULT_URL,
    as_json: Json = False,
) -> None:
    """Submit a bot to the ladder.

    Its files are copied, so that later edits do not change a rated bot. Submit them again under a
    new version, which replaces the one before.
    """
    submitted = submit_bot(open_store(db), place, bots_folder)
    submission = submitted.submission
    if as_json:
        print_json(
            {
                "bot": submission.name,
                "version": submission.version,
                "folder": submission.folder,
                "files": submitted.files,
                "bytes": submitted.size,
                "replaces": submitted.replaces,
            }
        )
        return
    instead = f" in place of version {submitted.replaces}" if submitted.replaces else ""
    games = ", ".join(submitted.manifest.games) or "every game"
    size = size_text(submitted.files, submitted.size)
    console.print(f"[bold]{submission.bot}[/] is submitted{instead}: {size}.")
    console.print(
        f"It plays {games} as soon as `lutetia serve` runs. New bots play first. "
        "`lutetia bots` shows its results."
    )


def bots(db: Database = DEFAULT_URL, as_json: Json = False) -> None:
    """List the submitted and remote bots and their results in the ladder.

    Of one that is not paired any more, since it did nothing but forfeit of late, the last forfeits
    are shown with their reasons.
    """
    store = open_store(db)
    rows = _listed(store)
    why = {row.bot: _last_forfeits(store, row) for row in rows if row.state is FORFEITING}
    if as_json:
        print_json(
            [
                {**asdict(row), "last_forfeits": [each._asdict() for each in why.get(row.bot, ())]}
                for row in rows
            ]
        )
        return
    if not rows:
        console.print("no bot is submitted yet; `lutetia submit DIR` submits one")
        return
    console.print(submitted_table(rows))
    for name, forfeits in why.items():
        shown = for_terminal(name)
        console.print(
            f"{shown} is not paired any more: its last {FORFEITS_IN_A_ROW} matches were forfeits. "
            f"To let it play again: lutetia bot unbench {shown}",
            soft_wrap=True,
        )
        for each in forfeits:
            said = f"{each.ending}: {each.reason}" if each.reason else each.ending
            line = f"  match {each.match_id}, {each.game}: {said}"
            console.print(for_terminal(line), soft_wrap=True)


def _listed(store: Store) -> list[SubmittedBot]:
    remote = {token.bot: submission_of(token) for token in store.tokens()}  # the last of each bot
    submitted = [*store.submissions(), *remote.values()]
    return list_bots(submitted, ladder_results(store), anchor_of(store), store.forgiven())


def _last_forfeits(store: Store, row: SubmittedBot) -> list[StoredForfeit]:
    ladder = find_ladder(store)
    return [] if ladder is None else store.forfeits(Bot(row.bot, row.version), ladder, SHOWN)


@commands.command("unbench")
def unbench(
    name: Annotated[str, typer.Argument(help="A bot that `lutetia bots` calls forfeiting.")],
    db: Database = DEFAULT_URL,
) -> None:
    """Pair a bot again that was left out for its forfeits; they stay, but do not count for this."""
    store = open_store(db)
    benched = {row.bot: row for row in _listed(store) if row.state is FORFEITING}
    if name not in benched:
        listing = ", ".join(sorted(benched)) or "none"
        hint = suggestion(name, benched)
        raise NotStored(f"no bot {name!r} is left out for its forfeits. Left out: {listing}.{hint}")
    store.forgive(Bot(name, benched[name].version))
    console.print(f"{for_terminal(name)} plays again as soon as `lutetia serve` runs")


@commands.command("retire")
def retire(
    name: Annotated[str, typer.Argument(help="A bot of `lutetia bots`.")],
    db: Database = DEFAULT_URL,
) -> None:
    """Withdraw a bot from the ladder; its results and rating stay."""
    open_store(db).retire(name)
    console.print(f"{for_terminal(name)} is retired; a new version may be submitted at any time")


@commands.command("token")
def token(
    name: Annotated[str, typer.Argument(help="The name of a remote bot, such as mybot.")],
    version: Annotated[
        str, typer.Option(help="Raise it with every change: each version is rated on its own.")
    ] = "remote",
    revoke: Annotated[
        bool, typer.Option("--revoke", help="Make its token invalid; give it no other.")
    ] = False,
    db: Database = DEFAULT_URL,
    as_json: Json = False,
) -> None:
    """Give a remote bot a token to connect with, in place of the one it had.

    The token is shown once: only a hash of it is stored.
    """
    store = open_store(db)
    if revoke:
        store.revoke_token(name)
        console.print(f"the token of {for_terminal(name)} is not valid any more")
        return
    secret = give_token(store, name, version)
    if as_json:
        print_json({"bot": name, "version": version, "token": secret})
        return
    console.print(f"LUTETIA_BOT={for_terminal(name)}\nLUTETIA_TOKEN={for_terminal(secret)}")
    remark("This token is not shown again. It lets whoever has it play as this bot.")


@commands.command("tokens")
def tokens(db: Database = DEFAULT_URL, as_json: Json = False) -> None:
    """List the tokens of remote bots, without their secrets."""
    found = open_store(db).tokens()
    if as_json:
        print_json(
            [
                {
                    "bot": each.name,
                    "version": each.version,
                    "created": _moment(each.created),
                    "revoked": _moment(each.revoked) if each.revoked else None,
                }
                for each in found
            ]
        )
        return
    columns = ("bot", "state", "created (UTC)", "revoked (UTC)")
    table = FittingTable(*columns, texts=["bot"], words=["state"], leave_out=["revoked (UTC)"])
    for each in found:
        state, style = ("valid", None) if each.revoked is None else ("revoked", "dim")
        revoked = _minute(_moment(each.revoked)) if each.revoked else "–"
        table.add_row(each.bot, state, _minute(_moment(each.created)), revoked, style=style)
    console.print(table if found else "no remote bot has a token; `lutetia bot token NAME` does it")


def _moment(when: datetime) -> str:
    return when.isoformat(timespec="seconds")


def _minute(when: str) -> str:
    return when[:16].replace("T", " ")


def submitted_table(rows: list[SubmittedBot]) -> FittingTable:
    columns = ("bot", "state", "Elo", "± 95 %", "matches", "forfeits", "submitted (UTC)")
    table = FittingTable(*columns, texts=["bot"], words=["state"], leave_out=["submitted (UTC)"])
    for row in rows:
        rating = [f"{elo:.0f}" if elo is not None else "–" for elo in (row.elo, row.error)]
        when = _minute(row.submitted)
        table.add_row(
            *(Bot(row.bot, row.version), row.state, *rating, row.games, row.forfeits, when),
            style="dim" if row.state is SubmissionState.RETIRED else None,
        )
    return table


def register(app: typer.Typer) -> None:
    app.command("submit")(submit)
    app.command("bots")(bots)
    app.add_typer(commands, name="bot")
