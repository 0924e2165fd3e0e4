"""`--sandbox`: whether local bots are kept from everything that is not theirs."""

from enum import StrEnum
from typing import Annotated

import typer

from arbiter.cli.output import for_terminal, remark
from arbiter.sandbox.bubblewrap import NoSandbox, Sandbox, find_sandbox


class Choice(StrEnum):
    """When local bots run in a sandbox: if it works, in any case, or never."""

    AUTO = "auto"
    REQUIRE = "require"
    OFF = "off"


SandboxChoice = Annotated[
    Choice,
    typer.Option(
        "--sandbox",
        envvar="LUTETIA_SANDBOX",
        help="Run bots in a sandbox: if it works (auto), in any case (require), or never (off).",
    ),
]


def choose_sandbox(choice: Choice) -> Sandbox | None:
    """Return the sandbox that bots run in, if they do; say so if they do not."""
    if choice is Choice.OFF:
        return None
    try:
        sandbox = find_sandbox()
    except NoSandbox as error:
        if choice is Choice.REQUIRE:
            raise NoSandbox(
                f"bots must run in a sandbox here: {error}. For bots you would run by hand, "
                "use --sandbox off"
            ) from None
        remark(
            "Bots run without a sandbox, with all your rights: they can read your files and use "
            f"the network. {for_terminal(error)}",
            level="warning",
        )
        return None
    if choice is Choice.REQUIRE and (missing := sandbox.groups.missing):
        remark(
            f"No cgroups can be made here for {', '.join(missing)}: each process of a bot is "
            "limited, but not all of them together. docs/operations.md says how to allow it.",
            level="warning",
        )
    return sandbox
