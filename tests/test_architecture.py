"""The shape of the house: imports point one way, and generated code is fresh."""

import ast
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
        "markupsafe",
        "numpy",
        "scipy",
        "sqlalchemy",
        "sqlmodel",
    },
    "arbiter": {
        *("engine", "ladder", "arbiter", "lutetia"),
        *("google", "grpc", "grpc_reflection", "outcome", "rich", "trio", "typer"),
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


def test_asyncio_lives_in_the_host_and_the_client_alone() -> None:
    users = {p.name for p in (ROOT / "arbiter").rglob("*.py") if "asyncio" in imports(p)}
    assert users == {"host.py", "client.py"}


def test_generated_code_is_what_the_proto_files_say(tmp_path: Path) -> None:
    command = [sys.executable, str(ROOT / "proto" / "generate.py"), str(tmp_path)]
    subprocess.run(command, check=True, capture_output=True)
    for tree in (ROOT / "proto", ROOT / "tests" / "connect_four"):
        for path in tree.rglob("*_pb2.py*"):
            if path.suffix in (".py", ".pyi"):
                fresh = tmp_path / path.relative_to(tree)
                assert path.read_text() == fresh.read_text(), f"{path} is stale: run `make proto`"
