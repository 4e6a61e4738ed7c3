"""Whatever a test of subjects does, no process outlives it."""

import os
from collections.abc import Iterator

import pytest

from obligato.properties.subjects.tree import descendants
from tests.properties.subjects.asking import modes


@pytest.fixture(autouse=True)
def nothing_left() -> Iterator[None]:
    """Whatever a test does, no process outlives it."""
    before = set(descendants(os.getpid()))
    yield
    assert set(descendants(os.getpid())) <= before
    assert modes() == []
