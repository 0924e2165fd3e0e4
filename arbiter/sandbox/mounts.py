"""Which files a bot sees: the system's, its own, those of its run-time, and no others.

A bot.toml is written by a stranger. What it names beyond the bot's own folder is shown to the bot
only if it is where software is installed, or where the operator allows it.
"""

import os
import shutil
import stat
import sys
from collections.abc import Set
from functools import cache
from glob import glob
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path

from arbiter.bot_files import split_folder
from arbiter.bots import BUILT_IN, Manifest, search_path
from arbiter.processes import CannotStart

READABLE = "LUTETIA_READABLE"
"""Environment variable with what bots may ask to read, separated as in PATH."""
_SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
_SYSTEM_FILES = (
    *("/etc/alternatives", "/etc/localtime", "/etc/java-*"),
    *("/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d"),
)
_SOFTWARE = ("/usr", "/opt", "/nix/store")
"""Where programs are installed for everybody: a bot.toml may name them there."""
_BESIDE_BIN = ("lib", "lib64", "libexec", "conf", "pyvenv.cfg")
"""What a program in PREFIX/bin needs of PREFIX: an interpreter's library, a JVM's settings."""
_PACKAGES = ("arbiter", "engine", "lutetia", "sample_bots")
"""What Python bots import of ours, which may be installed where we develop it."""
_LONGEST_CHAIN = 40
"""How many links may lead to each other; the kernel's own limit."""


class NotReadable(Exception):
    """A bot needs files that it may not read."""


def mounts(manifest: Manifest) -> list[str]:
    """Return bubblewrap's options that show a bot what it may read, all of it read-only."""
    own, hidden = _own_files(manifest)
    shown = _shared() | own
    asked: set[Path] = set()
    if os.sep in manifest.run[0]:
        asked |= _program(manifest.folder / manifest.run[0])
    for name in manifest.readable:
        asked |= _follow(manifest.folder / Path(name).expanduser())
    for path in sorted(asked):
        if not _is_within(path, shown) and not _is_within(path, _allowed()):
            raise NotReadable(
                f"bot.toml leads to {path}, which bots may not read; an operator who allows it "
                f"sets {READABLE}={path}"
            )
    if os.sep not in manifest.run[0]:
        # Found in the operator's PATH, so it is nothing that the bot's author could choose freely.
        program = shutil.which(manifest.run[0], path=search_path())
        asked |= _program(Path(program)) if program else set()
    options = _options(shown | asked)
    for path in sorted(hidden):
        if path.is_dir():
            empty = ("--size", "4096", "--perms", "0555", "--tmpfs", str(path))
            options += [*empty, "--remount-ro", str(path)]
        else:
            options += ["--ro-bind", os.devnull, str(path)]
    return options


def _own_files(manifest: Manifest) -> tuple[set[Path], set[Path]]:
    """Return what to show a bot of its own, and what of that to hide from it again."""
    way = _follow(manifest.folder / manifest.lone_file)
    folder = manifest.folder.resolve()
    if manifest.name in BUILT_IN or folder not in way or not (folder / "bot.toml").is_file():
        return way, set()
    try:
        shown, hidden = split_folder(folder)
    except OSError as error:  # it is moved away at this very moment
        raise CannotStart(str(error)) from None
    # A log in a folder of which nothing else is shown need not be hidden.
    return way - {folder} | shown, {path for path in hidden if _is_within(path.parent, shown)}


def process_mounts() -> list[str]:
    """Return the options that show a bot its own processes, and of the kernel what all may see.

    bubblewrap assumes that it was not root who started it. Otherwise a bot can write to files of
    root in /proc, whatever user it seems to be: one changed the core_pattern of the machine, which
    can name a program that the kernel runs as root.
    """
    options = ["--proc", "/proc"]
    for entry in sorted(os.scandir("/proc"), key=lambda entry: entry.name):
        if entry.name.isdecimal() or entry.is_symlink():
            continue
        mode = entry.stat().st_mode
        if stat.S_ISDIR(mode):
            options += ["--ro-bind", entry.path, entry.path]
        elif mode & 0o222 or not mode & 0o004 or entry.name in ("keys", "key-users"):
            options += ["--ro-bind", os.devnull, entry.path]
    return options


def _options(paths: Set[Path]) -> list[str]:
    """Return the options that show paths; what is below another one is shown with it."""
    options = []
    for path in sorted(paths):
        if _is_within(path.parent, paths):
            continue
        if path.is_symlink():
            options += ["--symlink", os.readlink(path), str(path)]
        elif path.exists():
            options += ["--ro-bind", str(path), str(path)]
    return options


@cache
def _shared() -> frozenset[Path]:
    """Return what every bot sees: the system, and the Python that bots find as `python`."""
    paths: set[Path] = set()
    for pattern in (*_SYSTEM, *_SYSTEM_FILES):
        for name in glob(pattern):
            paths |= _follow(Path(name))
    for python in Path(sys.executable).parent.glob("python*"):
        paths |= _program(python)
    games = {*_modules("lutetia.games"), *_modules("lutetia.wires")}
    for package in {*_PACKAGES, *games}:
        spec = find_spec(package)
        locations = () if spec is None else spec.submodule_search_locations or (spec.origin,)
        for location in locations:
            paths |= _follow(Path(str(location)))
    return frozenset(paths)


def _modules(group: str) -> list[str]:
    return [point.module.partition(".")[0] for point in entry_points(group=group)]


def _allowed() -> set[Path]:
    """Return what a bot.toml may lead to: where software is installed, and what we are told."""
    names = [*_SOFTWARE, *os.environ.get(READABLE, "").split(os.pathsep)]
    return {path for name in names if name for path in _follow(Path(name))}


def _is_within(path: Path, places: Set[Path]) -> bool:
    return path in places or any(parent in places for parent in path.parents)


def _program(path: Path) -> set[Path]:
    """Return the files of a program: itself, its interpreter, and what is installed with it."""
    files: set[Path] = set()
    waiting = [path]
    while waiting:
        new = _follow(waiting.pop()) - files
        files |= new
        for file in new:
            # Not beside ~/bin: what is in ~/lib need not belong to the program.
            if file.parent.name == "bin" and file.parent.parent != Path.home():
                prefix = file.parent.parent
                waiting += [prefix / name for name in _BESIDE_BIN if (prefix / name).exists()]
            waiting += _named_in(file)
    return files


def _named_in(file: Path) -> list[Path]:
    """Return the programs that a file names: the Python of an environment, a script's own."""
    try:
        if file.name == "pyvenv.cfg":
            lines = (line.partition("=") for line in file.read_text("utf-8").splitlines())
            homes = (Path(value.strip()) for key, _, value in lines if key.strip() == "home")
            return [python for home in homes for python in home.glob("python3")]
        with file.open("rb") as opened:
            first = opened.readline(256)
    except (OSError, UnicodeDecodeError):
        return []
    if not first.startswith(b"#!"):
        return []
    interpreter, *words = os.fsdecode(first[2:]).split() or [""]
    if os.path.basename(interpreter) == "env":
        command = next((word for word in words if not word.startswith("-")), "")
        interpreter = shutil.which(command, path=search_path()) or ""
    return [Path(interpreter)] if os.path.isabs(interpreter) else []


def _follow(path: Path) -> set[Path]:
    """Return all links on the way to a file or folder, and where it really is."""
    links: list[Path] = []
    reached, ahead = Path("/"), list(path.absolute().parts[1:])
    while ahead:
        part = ahead.pop(0)
        step = reached.parent if part == ".." else reached / part
        if not step.is_symlink():
            reached = step
        elif len(links) < _LONGEST_CHAIN:
            links.append(step)
            target = Path(os.readlink(step))
            if target.is_absolute():
                reached = Path("/")
            ahead = [part for part in target.parts if part != "/"] + ahead
        else:
            raise NotReadable(f"{path} is a link that leads nowhere")
    return {*links, reached}
