"""Building a bot before it plays: once for the same files, by the command in its bot.toml."""

import os
import shlex
import subprocess
from collections.abc import Callable

from arbiter.bot_files import BUILT, content_hash
from arbiter.bots import BadBot, Manifest, command_exists, read_bot, search_path

LAST_LINES = 15
"""How much of what a failed build printed is shown."""
_BUILD_TOOLS = (
    *(("go", "run"), ("cargo", "run"), ("dotnet", "run"), ("npm",), ("npx",)),
    *(("mvn",), ("mvnw",), ("gradle",), ("gradlew",)),
)
"""Commands that would fetch and compile while the arbiter waits, where there is no network."""


def build_bot(manifest: Manifest, tell: Callable[[str], None] = lambda sentence: None) -> Manifest:
    """Build a bot unless that was done for the same files; return its manifest after the build.

    The command has the rights and the environment of whoever runs it, since tool chains keep their
    downloads in the home folder; but no variable of Lutetia: LUTETIA_DB may hold a password. `tell`
    is called before a build, which may take minutes.
    """
    if not manifest.build:
        return manifest
    stamp = manifest.folder / BUILT
    is_there = command_exists(manifest.run[0], manifest.folder)
    if is_there and stamp.is_file() and stamp.read_text("utf-8") == content_hash(manifest.folder):
        return manifest
    tell(f"Building {manifest.name}: {shlex.join(manifest.build)}")
    # No stamp while it is built: a build that is interrupted has not been done.
    stamp.unlink(missing_ok=True)
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith("LUTETIA_")
    }
    done = subprocess.run(
        manifest.build,
        cwd=manifest.folder,
        env={**environment, "PATH": search_path()},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    if done.returncode != 0:
        lines = "\n".join(done.stdout.splitlines()[-LAST_LINES:])
        raise BadBot(
            f"{manifest.name} could not be built: `{shlex.join(manifest.build)}` ended with "
            f"{done.returncode} in {manifest.folder}. Its last lines:\n{lines}"
        )
    if not command_exists(manifest.run[0], manifest.folder):
        raise BadBot(
            f"{manifest.name}: `{shlex.join(manifest.build)}` did not make {manifest.run[0]}, "
            "which is what bot.toml runs"
        )
    # What it wrote beside its sources, such as a lock file, is part of the bot from now on.
    stamp.write_text(content_hash(manifest.folder), "utf-8")
    return read_bot(str(manifest.folder))


def slow_start_hint(manifest: Manifest) -> str:
    """Return what is likely to keep a bot from connecting in time; empty if nothing is."""
    command, *words = (os.path.basename(word) for word in manifest.run)
    for tool in _BUILD_TOOLS:
        if (command, *words)[: len(tool)] == tool:
            return (
                f"`{' '.join(tool)}` builds the bot each time it starts: build it first, by "
                "`build` in bot.toml, and let `run` start what that has made"
            )
    return ""
