"""Nobody but admission says that a plan is admitted."""

import re
from pathlib import Path

import pytest

from obligato.model.handoff import Admitted
from obligato.spec import SpecError

ROOT = Path(__file__).parents[3]
FLOORS = ("spec", "model", "checker", "properties", "cli")


def test_an_admitted_is_made_with_the_seal_alone() -> None:
    with pytest.raises(SpecError, match=r"checker\.admission alone"):
        Admitted("0" * 64, "0" * 64, "links", "every run", {})


def test_nothing_but_admission_uses_the_seal() -> None:
    uses = {
        str(path.relative_to(ROOT))
        for floor in FLOORS
        for path in (ROOT / floor).rglob("*.py")
        if re.search(r"\bSEAL\b|\bseal=", path.read_text("utf-8"))
    }

    assert all(
        use == "model/handoff/admitted.py" or use.startswith("checker/admission/")
        for use in uses
    )
