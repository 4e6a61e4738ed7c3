"""Each clause of the tenure is broken in turn, and the plays notice it.

A play is drawn from a seed; the seed beside a plant is one by which it was noticed.
"""

import random
from collections.abc import Sequence

import pytest

from obligato.properties.plants import planted
from tests.model.tenure.plans import Seeded
from tests.model.tenure.play import played

SEEDS = 60  # tried if the seed that noticed a plant once does so no more
TENURE, RUN, RECHECK = "tenure", "run", "recheck"


def draw(seed: int) -> Seeded:
    return Seeded(random.Random(seed))


INTERRUPTED = 'self._silent(run.open.call, "the tenure was interrupted")'
# The clause that is broken ↦ module, its text, what it becomes, the seed.
PLANTS: dict[str, tuple[str, str, str, int]] = {
    "an action waits for those before it": (
        RUN,
        "if node.id not in over and all(w in over for w in waits[node.id]):",
        "if node.id not in over:",
        16,
    ),
    "an action is made once": (RUN, "set(self.answers), True", "set[str](), True", 4),
    "an action is made where its guard holds": (
        RUN,
        "and not holds(n.guard, self.answers)",
        "and False",
        11,
    ),
    "an action is not made too early": (
        TENURE,
        "max(run.last + 1, action.not_before or 0)",
        "run.last + 1",
        13,
    ),
    "a tool is permitted": (
        RECHECK,
        "if call.tool not in contract.permitted:",
        "if False:",
        3,
    ),
    "Exec is checked before a call": (
        RECHECK,
        'BEFORE, AT_CLAIM = ("Exec", "Preserve")',
        'BEFORE, AT_CLAIM = ("Preserve",)',
        0,
    ),
    "Preserve is checked before a call": (
        RECHECK,
        'BEFORE, AT_CLAIM = ("Exec", "Preserve")',
        'BEFORE, AT_CLAIM = ("Exec",)',
        5,
    ),
    "Complete is checked at the claim": (
        RECHECK,
        '("Exec", "Preserve", "Complete")',
        '("Exec", "Preserve")',
        3,
    ),
    "a call without an answer is no answer": (
        RUN,
        "self._heard(end, Code.TENURE_ENDED, reason, {}, again=True)\n"
        "            case Stopped",
        'self._heard(end, None, "", {})\n            case Stopped',
        5,
    ),
    "a receipt is evidence of its call": (
        TENURE,
        "if not record.matches(receipt, call, self.contract.request.world):",
        "if False:",
        0,
    ),
    "nothing is tried again after a write": (
        TENURE,
        "trouble.again and left and not run.wrote",
        "trouble.again and left",
        5,
    ),
    "a call that writes is a write": (
        RUN,
        "wrote=self.wrote or writes,",
        "wrote=self.wrote,",
        5,
    ),
    "trouble after a write ends the tenure": (
        TENURE,
        "if run.wrote or spent or code in final:",
        "if spent or code in final:",
        6,
    ),
    "an interrupted call is of unknown outcome": (
        TENURE,
        INTERRUPTED,
        "self._send(run.open.call)",
        125,
    ),
    "an intent is written before its call": (
        "journal",
        '        self._lines.append(check.encode() + b" " + text + b"\\n")\n',
        "        self._late = getattr(self, '_late', b'') + check.encode() + b' '\n"
        "        self._late += text + b'\\n'\n"
        "        if not isinstance(entry, Intent):\n"
        "            self._lines.append(self._late)\n"
        "            self._late = b''\n",
        10,
    ),
    "a tenure that has ended stays ended": (
        RUN,
        "return attrs.evolve(self._claimed(claim), ended=entry)",
        "return attrs.evolve(self._claimed(claim), trouble=None, "
        "ended=entry if claim or self.calls > 3 else None)",
        0,
    ),
    "what is torn is cut off": (
        "journal",
        "lines.cut(len(found) - len(torn))",
        "pass",
        10,
    ),
}


def noticed(seeds: Sequence[int]) -> int | None:
    """Return the first of these seeds by which something is found to be wrong."""
    for seed in seeds:
        try:
            played(draw(seed))
        except Exception:
            return seed
    return None


@pytest.mark.long
def test_nothing_is_wrong_with_the_seeds_themselves() -> None:
    seeds = sorted({seed for *_, seed in PLANTS.values()})

    assert noticed(seeds) is None


@pytest.mark.long
@pytest.mark.parametrize("clause", PLANTS)
def test_a_broken_clause_is_noticed(clause: str) -> None:
    module, old, new, seed = PLANTS[clause]

    with planted(f"obligato.model.tenure.{module}", old, new):
        assert noticed([seed, *range(SEEDS)]) is not None
