"""docs/security.md names a test for each promise, and each of these tests exists."""

import ast

import pytest

from tests.security.promises import ROOT, promises

FAULTS = range(1, 46)
PROMISES = promises()


@pytest.mark.parametrize("fault", FAULTS)
def test_every_fault_has_its_tests(fault: int) -> None:
    for name in PROMISES[fault]:
        path, *words = name.split("::")
        scope: list[ast.stmt] = ast.parse((ROOT / path).read_text()).body
        for word in words:
            (found,) = (
                each
                for each in scope
                if isinstance(each, ast.ClassDef | ast.FunctionDef) and each.name == word
            )
            scope = found.body
    assert PROMISES[fault]
