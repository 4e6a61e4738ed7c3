"""Each clause of admission broken in turn is noticed, by a plan of the tables here."""

from collections.abc import Callable

import attrs
import pytest

from examples import invoicing, payments
from obligato.checker.admission.admit import Admission, admit
from obligato.checker.admission.refused import Rejected
from obligato.checker.constructor import freeze
from obligato.model import record
from obligato.model.handoff import Action, Admitted, Edge, Plan, Test
from obligato.properties.plants import planted
from obligato.spec import Code
from tests.checker.admission import test_admit as t
from tests.checker.admission import test_admit_orders as orders
from tests.checker.admission import test_admit_probing as probing


def right(plan: Plan) -> Callable[[], bool]:
    return lambda: by_links(t.decided(plan))


def by_links(made: Admitted | Rejected) -> bool:
    return isinstance(made, Admitted) and made.decided_by == "links"


def wrong(plan: Plan, code: Code) -> Callable[[], bool]:
    return lambda: code in {found for found, _ in t.found(plan)}


def contract(name: str) -> Callable[[], bool]:
    made, code = t.BY_CONTRACT[name]
    return lambda: code in {found for found, _ in t.found(t.REST, made())}


def entering(plan: Plan, code: Code | None) -> Callable[[], bool]:
    def check() -> bool:
        made = orders.entering(plan)
        if code is None or isinstance(made, Admitted):
            return code is None and by_links(made)
        return code in made.codes

    return check


def paying(*nodes: Action, code: Code | None) -> Callable[[], bool]:
    def check() -> bool:
        made = probing.paying(*nodes)
        if code is None or isinstance(made, Admitted):
            return code is None and by_links(made)
        return code in made.codes

    return check


chain = [Edge("needs", "unlock", "mid"), Edge("needs", "mid", "enter")]
early = attrs.evolve(probing.probe, not_before=None)
late = Action("late", "pay", {"invoice": "INV-42"}, [Test("look", "paid", True)])
BATTERY: dict[str, Callable[[], bool]] = {
    "rest": right(t.REST),
    "rest, listed backwards": right(Plan(t.REST.nodes[::-1])),
    **{name: wrong(plan, code) for name, (plan, code, _) in t.NEGATIVE.items()},
    **{name: wrong(plan, code) for name, (plan, code) in t.WRONG.items()},
    **{f"contract: {name}": contract(name) for name in t.BY_CONTRACT},
    "an answer hoped for": lambda: _hoped(),
    "ordered": entering(
        Plan(orders.acts("unlock", "enter"), [Edge("needs", "unlock", "enter")]), None
    ),
    "ordered through another": entering(
        Plan(
            [*orders.acts("unlock", "enter"), Action("mid", "unlock", {"item": "e"})],
            chain,
        ),
        None,
    ),
    "not ordered": entering(
        Plan(orders.acts("unlock", "enter")), Code.UNORDERED_CONFLICT
    ),
    "undone": entering(
        Plan(
            orders.acts("unlock", "enter", "lock"),
            [Edge("needs", "unlock", "enter"), Edge("needs", "enter", "lock")],
        ),
        Code.EFFECT_ENDED,
    ),
    "probe, then branch": paying(probing.probe, probing.retry, code=None),
    "probed too early": paying(early, probing.retry, code=Code.AMBIGUOUS_OUTCOME),
    "blind": paying(
        probing.probe, attrs.evolve(probing.retry, guard=()), code=Code.DUPLICATE_EFFECT
    ),
    "the wrong branch": paying(probing.probe, late, code=Code.DUPLICATE_EFFECT),
    "seen already": lambda: isinstance(probing.beside(), Admitted),
    "asked twice": lambda: not isinstance(probing.twice(), Admitted),
    "cancelled beside": lambda: "answer l.here" in str(probing.beside(probing.CANCEL)),
    "budget": lambda: not isinstance(orders.heard(1), Admitted),
    "by runs": lambda: isinstance(orders.heard(2), Admitted),
    "no history": lambda: _hopeless(),
    "another file": lambda: _mixed_up(),
    "answer": wrong(
        Plan([t.send, attrs.evolve(t.track, expects={})]), Code.UNCOVERED_OBLIGATION
    ),
}


def _hopeless() -> bool:
    paid = record(payments.paying, payments.again, bound=payments.BOUND)
    plan = Plan([attrs.evolve(probing.probe, expects={"paid": False})])
    made = admit(freeze(payments.paying, paid), paid, plan)
    return isinstance(made, Rejected) and Code.UNSATISFIABLE in made.codes


def _hoped() -> bool:
    """Whether it is seen that nobody may hope for what a read tells."""
    made = probing.paying(attrs.evolve(probing.probe, expects={"paid": True}))
    return isinstance(made, Rejected) and Code.UNCOVERED_OBLIGATION in made.codes


def _mixed_up() -> bool:
    """Whether it is seen that the file sent is not that of the payment."""
    before = t.at(invoicing.pay(invoice="INV-43").ok(file="t7"))
    pay = attrs.evolve(t.again, id="p")
    made = admit(freeze(t.SETTLE, before), before, Plan([pay, *t.REST.nodes]))
    return isinstance(made, Rejected) and Code.UNCOVERED_OBLIGATION in made.codes


def noticed() -> str | None:
    """Return a plan of the battery of which the decision is another, if any."""
    t.admission.cache_clear()  # what was made without the bug, or with another
    for name, check in BATTERY.items():
        try:
            held = check()
        except Exception:  # a bug may end in anything
            held = False
        if not held:
            return name
    return None


def test_without_a_planted_bug_nothing_is_noticed() -> None:
    assert noticed() is None


HERE = "obligato.checker.admission."
PLANTS: dict[str, tuple[str, str, str]] = {
    "an order that is not closed": (
        "layout",
        "bits |= before[j] | 1 << j",
        "bits |= 1 << j",
    ),
    "an order as it is written": (
        "layout",
        "before[i] = bits",
        "before[i] = (1 << i) - 1",
    ),
    "edges order nothing": (
        "layout",
        "self.direct[place[edge.target]].append(source)",
        "pass",
    ),
    "circles go round": (
        "layout",
        "self.cyclic = tuple(",
        "self.cyclic = () and tuple(",
    ),
    "guards always hold": (
        "layout",
        "is t.value for t in guard)",
        "in (t.value, None, True, False) for t in guard)",
    ),
    "the hoped outcome alone": (
        "layout",
        "else (True, False)",
        "else (False,)",
    ),
    "times are later than they are": (
        "instants",
        "return self.low > most(other)",
        "return True",
    ),
    "a time is before all others": (
        "instants",
        "return False  # it has no upper bound",
        "return True",
    ),
    "nobody waits": ("continued", "at = node.not_before", "pass"),
    "an answer brings an old name": ("continued", "fresh(id, column)", '"t7"'),
    "what a probe tells settles nothing": ("continued", "resolve(self)", "pass"),
    "what is doubtful is copied nowhere": (
        "continued",
        "dict(row) if row",
        "row if row",
    ),
    "what a read tells is as hoped": ("structure", "if outcome.amiss:", "if False:"),
    "another answer is fine": ("layout", "if ends not in made:", "if False:"),
    "another answer is as expected": (
        "layout",
        "kept[told] = not self.nodes[i].expects[told[1]]",
        "kept[told] = self.nodes[i].expects[told[1]]",
    ),
    "nobody disturbs a read": ("links", "any(x.effect in told", "any(False and told"),
    "a contradiction is a run": ("links", "conflict(tables) is not None", "False"),
    "nothing is asked": ("links", "if not decides(tables)", "if False"),
    "a plan that nothing fits is fine": (
        "admit",
        "not any(o.possible and not o.outcome.amiss for o in looked)",
        "False",
    ),
    "a stale contract is fine": ("admit", "if told != right", "if False"),
    "unfinished runs are enough": ("admit", "not tried.whole", "False"),
    "unanswered flags are as hoped": (
        "runs",
        "product((True, False), repeat",
        "product((True,), repeat",
    ),
    "one run is enough": (
        "runs",
        "for order in orders(layout, outcome.ran):",
        "for order in [outcome.ran]:",
    ),
    "the end of an outcome is no matter": (
        "structure",
        "if claim is None:",
        "if False:",
    ),
    "an effect need not be admissible": (
        "structure",
        "if not self.contract.admits(effect)",
        "if False",
    ),
    "what the contract says was made is no matter": (
        "structure",
        "(self.kept, Code.DUPLICATE_EFFECT",
        "((), Code.DUPLICATE_EFFECT",
    ),
    "what may have been made is no matter": (
        "structure",
        "(self.ambiguous, Code.AMBIGUOUS_OUTCOME",
        "((), Code.AMBIGUOUS_OUTCOME",
    ),
    "all tools are permitted": (
        "signatures",
        "self.permitted = tool.name in contract.permitted",
        "self.permitted = True",
    ),
    "a guessed name is known": (
        "signatures",
        "elif value.value not in known:",
        "elif False:",
    ),
    "a field of another sort fits": (
        "signatures",
        "of.returns.get(value.column) != sort",
        "False",
    ),
    "a role of another sort fits": (
        "signatures",
        "elif (name, value.role) not in own.bound:",
        "elif False:",
    ),
    "any hope is fine": ("signatures", "if name not in own.flags or", "if False and"),
    "arguments may be missing": (
        "signatures",
        "if len(args) != len(takes):",
        "if len(args) > len(takes):",
    ),
}


@pytest.mark.parametrize("bug", PLANTS)
def test_a_planted_bug_is_noticed(bug: str) -> None:
    module, old, new = PLANTS[bug]

    with planted(HERE + module, old, new):
        found = noticed()

    assert found is not None


LEFT_OUT = {name: (plan, clause) for name, (plan, _, clause) in t.NEGATIVE.items()}


@pytest.mark.parametrize("name", LEFT_OUT)
def test_without_its_clause_a_wrong_plan_would_be_admitted(name: str) -> None:
    plan, clause = LEFT_OUT[name]
    told = attrs.evolve(
        t.CONTRACT,
        known=(*t.CONTRACT.known, attrs.evolve(t.CONTRACT.known[2], value="INV-43")),
    )
    without = Admission(told, t.FRONTIER)
    assert not without.admit(plan)

    kept = [c for c in without.clauses if f"{c[0].conjunct}: {c[0].name}" != clause]
    assert len(kept) == len(without.clauses) - 1
    without.clauses = tuple(kept)

    assert without.admit(plan)
