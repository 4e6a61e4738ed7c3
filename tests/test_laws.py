"""Each law fails by itself on some bug, so that none of them is empty."""

import pytest

from obligato.properties.plants import planted
from tests import laws

SEMANTICS, TABLES = "obligato.spec.semantics", "obligato.model.tables"
TRUTH = "obligato.model.truth"

# The law, and a change to one module that breaks it.
BROKEN: dict[str, tuple[str, str, str]] = {
    "must_implies_may": (
        SEMANTICS,
        "held = r.no(r.differ(term(t), term(u)))",
        "held = r.differ(term(t), term(u))",
    ),
    "sound": (
        TABLES,
        'row["took"] = UNKNOWN if doubtful else status == "ok"',
        'row["took"] = status == "ok"',
    ),
    "forgetting": (
        TABLES,
        'row["took"] = UNKNOWN if doubtful else status == "ok"',
        'row["took"] = status == "ok"',
    ),
    "irrelevant": (
        TRUTH,
        "math.inf if any(o for *_, o in bag) else len(bag)",
        "len(self.tables.record.trajectory)",
    ),
    "renaming": (
        TRUTH,
        "return bool(left == right)",
        'return bool(left == right and left != "i1")',
    ),
    "readings_agree": (
        TRUTH,
        "if not (sure and OPEN in row)",
        "if row is not None",
    ),
}
SIZE = 120


def breaches(law: str) -> int:
    """Return how many cases of the corpus break a law."""
    check, found = getattr(laws, law), 0
    for formula, case in laws.corpus(SIZE):
        try:
            check(formula, case)
        except AssertionError:
            found += 1
    return found


def test_every_law_has_a_bug_that_breaks_it() -> None:
    assert {law.__name__ for law in laws.LAWS} == BROKEN.keys()


@pytest.mark.parametrize("law", BROKEN)
def test_a_law_notices_the_bug_that_breaks_it(
    law: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    module, old, new = BROKEN[law]
    monkeypatch.setattr(laws, "_histories", {})  # made without a bug, kept for no other
    assert breaches(law) == 0

    with planted(module, old, new):
        assert breaches(law) > 0
