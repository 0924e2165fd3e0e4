"""`lutetia submit`, `bots`, `bot`: the bots of the ladder."""

import shlex
from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from arbiter.bot_files import size_text
from arbiter.bot_output import LogFolder, last_spoken, make_log_folder
from arbiter.cli.output import (
    Clock,
    Database,
    Json,
    Log,
    console,
    escape_controls,
    for_terminal,
    print_json,
    print_text,
    remark,
    tell,
)
from arbiter.cli.sandbox import Choice, SandboxChoice, choose_sandbox
from arbiter.cli.standings import PROVISIONAL, unrated_notes
from arbiter.cli.tables import FittingTable, short_interval
from arbiter.clocks import DEFAULT_CLOCK
from arbiter.starter_kits import LANGUAGES, new_bot
from arbiter.tournaments.ladder import SHOWN, logs_in_ladder, why_benched
from arbiter.tournaments.stored_ladder import (
    anchor_of,
    bots_of_ladder,
    find_ladder,
    ladder_results,
)
from arbiter.tournaments.submit import give_token, is_submitted, submit_bot
from engine.errors import suggestion
from engine.record import Bot
from ladder import DEFAULT_URL
from ladder.errors import NotStored
from ladder.ratings.results import Results
from ladder.ratings.standings import PROVISIONAL_MATCHES, Anchor, standings_by_list
from ladder.store.store import Store, open_store
from ladder.store.submissions import SubmissionState, SubmittedBot, list_bots

FORFEITING = SubmissionState.FORFEITING
REMOTE = "remote"
"""The version of a remote bot unless it is told, and its state as far as a database knows it."""

commands = typer.Typer(help="Create, check and manage a bot.", no_args_is_help=True)


@commands.callback()
def bot() -> None:
    """Create, check and manage a bot."""


def submit(
    place: Annotated[
        Path,
        typer.Argument(
            metavar="DIR|FILE.py|ZIP", help="A folder with bot.toml, a zip of one, or a .py file."
        ),
    ],
    name: Annotated[
        str, typer.Option(help="The name of a lone .py file; that of the file if not given.")
    ] = "",
    version: Annotated[
        str, typer.Option(help="The version of a lone .py file; a hash of it if not given.")
    ] = "",
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
    store = open_store(db)
    submitted = submit_bot(store, place, bots_folder, tell, name=name, version=version)
    ladder = find_ladder(store)
    served = ladder is not None and store.holder(ladder) is not None
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
                "served": served,
            }
        )
        return
    instead = f" in place of version {submitted.replaces}" if submitted.replaces else ""
    games = ", ".join(submitted.manifest.games) or "every game"
    size = size_text(submitted.files, submitted.size)
    console.print(f"[bold]{submission.bot}[/] is submitted{instead}: {size}.")
    when = "from now on, and first" if served else "as soon as `lutetia serve` runs"
    console.print(f"It plays {games} {when}. `lutetia bots` shows its results.")
    checked = "DIR" if place.suffix.lower() == ".zip" else str(place)  # a zip is not checked
    print_text(f"Is it ready? To check: {shlex.join(['lutetia', 'bot', 'check', checked])}")


def bots(db: Database = DEFAULT_URL, as_json: Json = False) -> None:
    """List the submitted and remote bots and their results in the ladder.

    A bot whose latest matches were all forfeits is no longer paired; the last ones are shown with
    their reasons.
    """
    store = open_store(db, create=False)
    rows = _listed(store)
    ladder = find_ladder(store)
    why = {
        row.bot: store.forfeits(Bot(row.bot, row.version), ladder, SHOWN)
        for row in rows
        if ladder is not None and row.state is FORFEITING
    }
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
    for note in rating_notes(rows, ladder_results(store), anchor_of(store)):
        console.print(for_terminal(note), highlight=False)
    if any(_shown_state(row) == REMOTE for row in rows):
        console.print("remote: plays while it is connected to `lutetia serve --listen`")
    for row in rows:
        if row.state is not FORFEITING:
            continue
        print_text(why_benched(Bot(row.bot, row.version)))
        for each in why[row.bot]:
            console.print(for_terminal(f"  {each}"), soft_wrap=True)
        if not row.is_remote:
            print_text(f"  What it printed: lutetia bot log {row.bot}")


def rating_notes(
    rows: Sequence[SubmittedBot], results: Results, anchor: Anchor | None = None
) -> list[str]:
    """Say why bots that have played are not rated, and what the marks of others mean."""
    notes = []
    if any(row.elo is None and row.games for row in rows):
        lists = standings_by_list(results, anchor)
        notes += unrated_notes(lists, list(lists)[-1])  # the only one, or the overall one
    if any(_elo(row).endswith("?") for row in rows):
        notes.append(PROVISIONAL)
    return notes


def _listed(store: Store) -> list[SubmittedBot]:
    submitted = bots_of_ladder(store)
    return list_bots(submitted, ladder_results(store), anchor_of(store), store.forgiven())


@commands.command("unbench")
def unbench(
    name: Annotated[str, typer.Argument(help="A bot that `lutetia bots` lists as forfeiting.")],
    db: Database = DEFAULT_URL,
) -> None:
    """Let a bot that was benched for its forfeits play again; they stay in its results."""
    store = open_store(db, create=False)
    benched = {row.bot: row for row in _listed(store) if row.state is FORFEITING}
    if name not in benched:
        listing = ", ".join(sorted(benched)) or "none"
        hint = suggestion(name, benched)
        raise NotStored(f"no bot {name!r} is benched. Benched: {listing}.{hint}")
    store.forgive(Bot(name, benched[name].version))
    console.print(
        f"{for_terminal(name)} is paired again; a running `lutetia serve` notices it the next time "
        "it rates"
    )


@commands.command("new")
def new(
    folder: Annotated[
        Path, typer.Argument(metavar="NAME", help="The name of the bot and of its new folder.")
    ],
    language: Annotated[str, typer.Option(help=f"One of {', '.join(LANGUAGES)}.")] = "python",
) -> None:
    """Create a bot: make a folder with one that plays every game, for you to improve."""
    new_bot(folder, language)
    place = for_terminal(shlex.quote(str(folder)))
    console.print(f"{place} holds a bot that can play; its README.md says what to do next.")
    console.print(f"Try it: lutetia match paris {place} random", soft_wrap=True, highlight=False)


@commands.command("log")
def log(
    name: Annotated[str, typer.Argument(help="A bot listed by `lutetia bots`.")],
    db: Database = DEFAULT_URL,
) -> None:
    """Print what the last process of a bot in the ladder printed, and where its logs are.

    A process that printed nothing, for instance one that was ended with the ladder, is passed over.
    """
    store = open_store(db, create=False)
    versions = {row.bot: Bot(row.bot, row.version) for row in _listed(store)}
    if name not in versions:
        listing = ", ".join(sorted(versions)) or "none"
        raise NotStored(f"no bot {name!r}. Bots: {listing}.{suggestion(name, versions)}")
    logs = logs_in_ladder(store, versions[name])
    if not logs and any(token.name == name for token in store.tokens()):
        raise NotStored(f"{versions[name]} is a remote bot: what it prints stays on its machine")
    spoken = last_spoken(logs)
    if spoken is None:
        raise NotStored(
            f"nothing that {versions[name]} printed is kept here: it has not played yet, or on "
            "another machine; on a cluster `lutetia worker --log DIR` keeps it"
        )
    more = f", and {len(logs) - 1} more beside it" if len(logs) > 1 else ""
    log, text = spoken
    remark(for_terminal(f"{log}{more}"))
    typer.echo(escape_controls(text.rstrip("\n")))


@commands.command("check")
def check(
    place: Annotated[
        str, typer.Argument(metavar="DIR|FILE.py", help="A folder with bot.toml, or a .py file.")
    ],
    game: Annotated[
        list[str] | None,
        typer.Option(help="A game; may be repeated. All that the bot plays if not given."),
    ] = None,
    clock: Clock = DEFAULT_CLOCK,
    seed: Annotated[
        int | None, typer.Option(help="Determines the deals; random if not given.")
    ] = None,
    sandbox: SandboxChoice = Choice.AUTO,
    log: Log = None,
    as_json: Json = False,
) -> None:
    """Check whether a bot is ready to be submitted.

    It is built, and plays all its games by the same code and in the same sandbox as in the ladder,
    against `random`: in every seat of a table of two and of the largest one. One match is
    played twice, to see whether it has the same moves again. Exit code 0: ready, 1: not.
    """
    # Here, since it loads gRPC, which takes longer than all that the other commands do.
    from arbiter.cli.check import check_and_print

    logs = LogFolder(make_log_folder(log)) if log else None
    cell = choose_sandbox(sandbox)
    check_and_print(place, game or (), clock, seed, cell, logs, as_json)


@commands.command("retire")
def retire(
    name: Annotated[str, typer.Argument(help="A bot listed by `lutetia bots`.")],
    db: Database = DEFAULT_URL,
) -> None:
    """Withdraw a bot from the ladder; its results and rating stay."""
    open_store(db, create=False).retire(name)
    console.print(f"{for_terminal(name)} is retired; a new version can be submitted at any time")


@commands.command("token")
def token(
    name: Annotated[str, typer.Argument(help="The name of a remote bot, such as mybot.")],
    version: Annotated[
        str, typer.Option(help="Raise it with every change: each version is rated separately.")
    ] = REMOTE,
    revoke: Annotated[
        bool, typer.Option("--revoke", help="Revoke its token without making a new one.")
    ] = False,
    db: Database = DEFAULT_URL,
    as_json: Json = False,
) -> None:
    """Give a remote bot a token to connect with, in place of the one it had.

    The author of a submitted bot gets one to read on its web page what it has printed. A token is
    shown once: only a hash of it is stored.
    """
    store = open_store(db)
    if not revoke and version == REMOTE and is_submitted(store, name):
        secret = store.add_author_token(name)
        if as_json:
            print_json({"bot": name, "version": None, "token": secret})
            return
        console.print(for_terminal(secret), highlight=False)
        remark(
            "This token is not shown again. It lets whoever has it read on the bot's web page what "
            "it has printed; one given before is no longer valid."
        )
        return
    if revoke:
        store.revoke_token(name)
        console.print(f"the token of {for_terminal(name)} is no longer valid")
        return
    replaced = any(token.name == name and token.revoked is None for token in store.tokens())
    secret = give_token(store, name, version)
    if as_json:
        print_json({"bot": name, "version": version, "token": secret})
        return
    console.print(f"LUTETIA_BOT={for_terminal(name)}\nLUTETIA_TOKEN={for_terminal(secret)}")
    remark("This token is not shown again. It lets whoever has it play as this bot.")
    remark(
        "Its author starts it with these variables and where `lutetia serve --listen` listens:\n"
        f"  LUTETIA_ADDRESS=HOST:PORT LUTETIA_BOT={for_terminal(name)} LUTETIA_TOKEN=… "
        "python mybot.py\n"
        "With TLS also LUTETIA_TLS_CA=FILE, the certificate to trust, or LUTETIA_TLS_CA=system."
    )
    if replaced:
        remark("Its previous token is no longer valid.")


@commands.command("tokens")
def tokens(db: Database = DEFAULT_URL, as_json: Json = False) -> None:
    """List the tokens of remote bots, without their secrets."""
    found = open_store(db, create=False).tokens()
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
    table = FittingTable(*columns, names=["bot"], words=["state"], leave_out=["revoked (UTC)"])
    for each in found:
        state, style = ("valid", None) if each.revoked is None else ("revoked", "dim")
        revoked = _minute(_moment(each.revoked)) if each.revoked else "–"
        table.add_row(each.bot, state, _minute(_moment(each.created)), revoked, style=style)
    console.print(
        table if found else "no remote bot has a token; `lutetia bot token NAME` makes one"
    )


def _moment(when: datetime) -> str:
    return when.isoformat(timespec="seconds")


def _minute(when: str) -> str:
    return when[:16].replace("T", " ")


def submitted_table(rows: list[SubmittedBot]) -> FittingTable:
    """Draw the bots of a ladder; names stay whole if leaving out other columns is enough."""
    columns = ("bot", "state", "Elo", "95 %", "matches", "forfeits", "submitted (UTC)")
    leave_out = ["submitted (UTC)"]
    if not any(row.forfeits for row in rows):
        leave_out.append("forfeits")
    table = FittingTable(*columns, names=["bot"], words=["state"], leave_out=leave_out)
    for row in rows:
        table.add_row(
            Bot(row.bot, row.version),
            _shown_state(row),
            _elo(row),
            short_interval(row.interval),
            row.games,
            row.forfeits,
            _minute(row.submitted),
            style="dim" if row.state is SubmissionState.RETIRED else None,
        )
    return table


def _elo(row: SubmittedBot) -> str:
    if row.elo is None:
        return "unrated" if row.games else "–"
    return f"{row.elo:.0f}{'?' if row.games < PROVISIONAL_MATCHES else ''}"


def _shown_state(row: SubmittedBot) -> str:
    """Return what is known of a bot: a remote one plays or waits only while it is connected."""
    comes_and_goes = row.state in (SubmissionState.WAITING, SubmissionState.ACTIVE)
    return REMOTE if row.is_remote and comes_and_goes else row.state


def register(app: typer.Typer) -> None:
    app.command("submit")(submit)
    app.command("bots")(bots)
    app.add_typer(commands, name="bot")
