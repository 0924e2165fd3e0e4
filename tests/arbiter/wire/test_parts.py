"""Serialised parts that are kept."""

import pytest

from arbiter.wire import parts


def test_a_part_is_made_once() -> None:
    made: list[int] = []
    kept = parts.Parts(lambda n: made.append(n) or bytes([n]))
    assert kept.of(7) == kept.of(7) == b"\7"
    assert made == [7]


def test_parts_that_are_kept_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "KEPT", 5)
    kept = parts.Parts(lambda n: bytes([n]))
    for n in range(20):
        assert kept.of(n) == bytes([n])
        assert len(kept) <= 5
