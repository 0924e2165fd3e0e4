"""The shape of the house: imports point one way, and generated code is fresh."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
STANDARD = set(sys.stdlib_module_names)
ALLOWED = {
    "engine": {"engine"},
    "ladder": {
        "engine",
        "ladder",
        "alembic",
        "jinja2",
        "markupsafe",
        "numpy",
        "scipy",
        "sqlalchemy",
        "sqlmodel",
    },
    "arbiter": {
        *("engine", "ladder", "arbiter", "lutetia"),
        *("google", "grpc", "grpc_reflection", "outcome", "procrastinate", "rich", "trio", "typer"),
        *("hypercorn", "markdown_it", "markupsafe", "starlette"),  # only arbiter.web
    },
    "sample_bots": {"lutetia", "arbiter", "sample_bots"},
}


SEARCHES = ROOT / "sample_bots" / "search"
"""The one bot that knows the engine: it searches in it."""


def imports(path: Path) -> set[str]:
    """Return the modules a file imports."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import"
            found.add(node.module or "")
    return found


@pytest.mark.parametrize("package", ALLOWED)
def test_a_package_imports_only_what_stands_below_it(package: str) -> None:
    for path in (ROOT / package).rglob("*.py"):
        tops = {name.partition(".")[0] for name in imports(path)}
        more = {"engine"} if path.is_relative_to(SEARCHES) else set()
        assert tops - STANDARD <= ALLOWED[package] | more, path


@pytest.mark.parametrize("package", ALLOWED)
def test_every_module_is_named_in_the_map_of_its_package(package: str) -> None:
    for init in (ROOT / package).rglob("__init__.py"):
        described = ast.get_docstring(ast.parse(init.read_text(encoding="utf-8"))) or ""
        modules = {path.stem for path in init.parent.glob("*.py")} - {"__init__", "__main__"}
        packages = {path.parent.name for path in init.parent.glob("*/__init__.py")}
        # A map is a sentence with names in backticks, or a list with names in its first column.
        first_column = " ".join(re.findall(r"^ *([\w/, ]+?)  +\S", described, re.MULTILINE))
        named = {*re.findall(r"`(\w+)`", described), *re.findall(r"\w+", first_column)}
        unnamed = (modules | packages) - named
        assert not unnamed, f"{init} does not name {', '.join(sorted(unnamed))}"


def test_what_plays_one_match_does_not_know_the_ladder() -> None:
    folders = [ROOT / "arbiter", *(ROOT / "arbiter" / name for name in ("wire", "sandbox"))]
    for path in (path for folder in folders for path in folder.glob("*.py")):
        beyond = {"ladder", "arbiter.tournaments", "arbiter.cluster", "arbiter.web"}
        known = {name for name in imports(path) if any(is_within(name, each) for each in beyond)}
        assert not known, path


def test_nothing_but_the_command_line_knows_the_command_line() -> None:
    for path in (ROOT / "arbiter").rglob("*.py"):
        if not path.is_relative_to(ROOT / "arbiter" / "cli"):
            assert not any(is_within(name, "arbiter.cli") for name in imports(path)), path


def is_within(module: str, package: str) -> bool:
    return f"{module}.".startswith(f"{package}.")


def resources(path: Path) -> set[str]:
    """Return the packages whose data a file reads by `importlib.resources.files`."""
    return {
        str(call.args[0].value).partition(".")[0]
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Name)
        and call.func.id == "files"
        and isinstance(call.args[0], ast.Constant)
    }


def test_a_package_reads_its_own_data_but_the_arbiter_finds_built_in_bots() -> None:
    """A dependency that no import shows."""
    foreign = {
        (package, other)
        for package in ALLOWED
        for path in (ROOT / package).rglob("*.py")
        for other in resources(path) - {package}
    }
    assert foreign == {("arbiter", "sample_bots")}


def test_sample_bots_know_of_the_arbiter_its_client_alone() -> None:
    for path in (ROOT / "sample_bots").rglob("*.py"):
        known = {name for name in imports(path) if name.startswith("arbiter")}
        assert known <= {"arbiter.client"}, path


def test_asyncio_lives_in_the_loops_the_listeners_and_the_client_alone() -> None:
    users = {p.name for p in (ROOT / "arbiter").rglob("*.py") if "asyncio" in imports(p)}
    assert users == {"loops.py", "listeners.py", "client.py"}


def test_generated_code_is_what_the_proto_files_say(tmp_path: Path) -> None:
    command = [sys.executable, str(ROOT / "proto" / "generate.py"), str(tmp_path)]
    subprocess.run(command, check=True, capture_output=True)
    for tree in (ROOT / "proto", ROOT / "tests" / "connect_four"):
        for path in tree.rglob("*_pb2.py*"):
            if path.suffix in (".py", ".pyi"):
                fresh = tmp_path / path.relative_to(tree)
                assert path.read_text() == fresh.read_text(), f"{path} is stale: run `make proto`"
