"""Planted bugs are all noticed by the laws, and without one no law complains."""

import pytest

from tests.battery import BATTERY
from tests.plants import planted

SEMANTICS, VALUES = "obligato.spec.semantics", "obligato.spec.values"
RESOLUTION, SETTLE = "obligato.spec.resolution", "obligato.model.settle"
TABLES, TRUTH = "obligato.model.tables", "obligato.model.truth"
SYMBOLS, SYMBOLIC = (
    "obligato.checker.solver.symbols",
    "obligato.checker.solver.symbolic",
)
UNKNOWN, PIN = "obligato.checker.solver.unknown", "obligato.checker.solver.pin"
DECODE = "obligato.checker.solver.decode"

PLANTS = [
    # The interpreter.
    ("a negation keeps the bit", SEMANTICS, "rows, not sure", "rows, sure"),
    (
        "possible less is its own",
        SEMANTICS,
        "r.no(r.at_most(term(u), term(t)))",
        "r.no(r.less(term(u), term(t)))",
    ),
    (
        "sure less swaps its operands",
        SEMANTICS,
        "held = r.less(term(t), term(u))",
        "held = r.less(term(u), term(t))",
    ),
    (
        "possible equal is sure equal",
        SEMANTICS,
        "held = r.no(r.differ(term(t), term(u)))",
        "held = r.equal(term(t), term(u))",
    ),
    (
        "a row of a bag is always there",
        SEMANTICS,
        "(surely, r.there(row), ",
        "(surely, ",
    ),
    (
        "a bag forgets its conditions",
        SEMANTICS,
        "return r.when(holds(x.where, r, inner, False), add)",
        "return add()",
    ),
    (
        "what is unknown equals everything",
        VALUES,
        "def __eq__(self, other: object) -> bool:\n        return False\n\n    def __ne__(self, other: object) -> bool:\n        return False",
        "def __eq__(self, other: object) -> bool:\n        return True\n\n    def __ne__(self, other: object) -> bool:\n        return False",
    ),
    (
        "a span is less by its least",
        VALUES,
        "return self.high < least(other)",
        "return self.low < least(other)",
    ),
    (
        "an open row is a sure one",
        TRUTH,
        "if not (sure and OPEN in row)",
        "if row is not None",
    ),
    (
        "an open row counts once",
        TRUTH,
        "math.inf if any(o for *_, o in bag) else len(bag)",
        "len(bag)",
    ),
    # The tables.
    (
        "an unknown outcome is a failure",
        TABLES,
        'row["took"] = UNKNOWN if doubtful else status == "ok"',
        'row["took"] = status == "ok"',
    ),
    (
        "a failure is always clean",
        TABLES,
        '(status == "failed" and tool.fails == "maybe")',
        "False",
    ),
    (
        "what comes after the claim counts",
        TABLES,
        "self.cut = math.inf if claim is None else claim.start",
        "self.cut = math.inf",
    ),
    (
        "a lost call has landed when waiting ended",
        TABLES,
        'if not row["unclear"]:',
        "if row:",
    ),
    # Resolution.
    (
        "an early probe settles",
        RESOLUTION,
        "(call.end + settles < read.start)",
        "(call.end < read.start)",
    ),
    (
        "a probe after an undo settles",
        RESOLUTION,
        "& none(_between(call, ended(made), read))\n            for read in answers(reader)",
        "for read in answers(reader)",
    ),
    ("a probe confirms one of two calls", RESOLUTION, "read)) <= 1)", "read)) <= 2)"),
    ("a probe confirms a later call", RESOLUTION, "& ~read.before(call)\n", ""),
    (
        "a probe of another entity settles",
        RESOLUTION,
        "& _same(made, told, read)\n            & (call.end",
        "& (call.end",
    ),
    (
        "resolution takes absent for present",
        SETTLE,
        "((denied, False), (confirmed, True))",
        "((denied, True), (confirmed, False))",
    ),
    (
        "what a probe confirms stays unknown",
        SETTLE,
        "((denied, False), (confirmed, True))",
        "((denied, False),)",
    ),
    # The encoder.
    (
        "unknown is read as false",
        SYMBOLS,
        'return conj((a.known, b.known, compare("=", a.term, b.term)))',
        'return compare("=", a.term, b.term)',
    ),
    (
        "less compares the least",
        SYMBOLS,
        'return compare("<", a.high, b.low)',
        'return compare("<", a.low, b.low)',
    ),
    (
        "possible rows are taken for sure",
        SYMBOLIC,
        "row.sure if sure else row.possible",
        "row.possible",
    ),
    (
        "an earlier value counts again",
        SYMBOLIC,
        "known, before = y.known(value), bag[:n]",
        "known, before = y.known(value), bag[:0]",
    ),
    (
        "off by one slot",
        UNKNOWN,
        "yield Row(self.call(i, tool), there, there, (i,))",
        "yield Row(self.call(max(0, i - 1), tool), there, there, (i,))",
    ),
    (
        "every failure is clean",
        UNKNOWN,
        "disj((ok, conj((failed, clean))))",
        "disj((ok, failed))",
    ),
    (
        "withdrawn decisions are given",
        UNKNOWN,
        'right = given if verdict == "given" else neg(given)',
        "right = given",
    ),
    (
        "confirmation is dropped",
        SYMBOLIC,
        "term = disj((was.term, now)) if took else was.term",
        "term = was.term",
    ),
    (
        "the solver lands a lost call at once",
        UNKNOWN,
        'late = ite(compare("=", self.status(i), UNKNOWN), plus((end, str(lag))), end)',
        "late = end",
    ),
    # The decoder, and what it is the inverse of.
    (
        "decoded failures are successes",
        DECODE,
        'CALL = ("failed", "ok", "pending")',
        'CALL = ("ok", "failed", "pending")',
    ),
    (
        "decoded calls last no time",
        DECODE,
        'model(f"e{i}.end") - model(f"e{i}.start")',
        "0",
    ),
    (
        "a fault is dropped on the way",
        DECODE,
        'if decision or outcome == "pending":',
        "if decision:",
    ),
    (
        "decoded rows lack the last",
        DECODE,
        'for k in range(model(f"{name}#"))',
        'for k in range(model(f"{name}#") - 1)',
    ),
    (
        "decoded names are the next ones",
        DECODE,
        "symbolic.names.name(column.sort.name, model(name))",
        "symbolic.names.name(column.sort.name, min(model(name) + 1, symbolic.names.size(column.sort.name) - 1))",
    ),
    ("pinned outcomes are all ok", PIN, "STATUS[status]", "STATUS['ok']"),
]


def test_the_laws_hold_without_a_planted_bug() -> None:
    for check in BATTERY:
        check()


@pytest.mark.parametrize(
    ("module", "old", "new"), [p[1:] for p in PLANTS], ids=[p[0] for p in PLANTS]
)
def test_a_planted_bug_is_noticed(module: str, old: str, new: str) -> None:
    with planted(module, old, new):
        noticed = any(complains(check) for check in BATTERY)

    assert noticed


def complains(check: "object") -> bool:
    """Whether a law raises: an assertion, or any error on the way."""
    assert callable(check)
    try:
        check()
    except Exception:
        return True
    return False


def test_there_are_at_least_twenty_plants() -> None:
    assert len(PLANTS) >= 20
