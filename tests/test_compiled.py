"""What `make test-fast` tests is compiled: else it would pass without having tried anything."""

import os
import runpy
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MODULES: list[str] = runpy.run_path(str(ROOT / ".ci" / "compile.py"))["MODULES"]


@pytest.mark.skipif("LUTETIA_COMPILED" not in os.environ, reason="it is for `make test-fast`")
@pytest.mark.parametrize("module", MODULES)
def test_the_compiled_form_of_a_module_is_loaded(module: str) -> None:
    loaded = import_module(module.removesuffix(".py").replace("/", "."))
    assert loaded.__file__ is not None
    assert Path(loaded.__file__).suffix == ".so"
    assert Path(loaded.__file__).is_relative_to(ROOT)
