"""The exercises of the lesson in docs/tutorial/correctness.md, and what marks them.

Nothing here knows an answer by heart: each is judged by the same evaluator, solver,
admission or world that the lesson uses.
"""

from collections.abc import Callable

from examples import invoicing, payments
from examples.wrong.invoicing import WRONG
from obligato.checker.admission.admit import admit
from obligato.checker.compare import compare
from obligato.checker.constructor import freeze
from obligato.checker.proofs.deciding import Deciding
from obligato.checker.proofs.results import Proved
from obligato.checker.solver import Scope
from obligato.model import Record, check, record
from obligato.model.handoff import Action, Admitted, Bound, Field, Plan
from obligato.model.tenure import Environment, Fault, Journal, Memory, Success, Tenure
from obligato.model.tenure.assumptions import broken
from obligato.spec import Obligation, Request, Rule, at, every, some
from obligato.spec.theorems.catalogue import theorem

settle = invoicing.settle
MEANT = Rule(
    "paid before it is sent",
    every(
        some(invoicing.pay.done(file=s.file).before(s)) for s in invoicing.send.done()
    ),
)
SCOPE = Scope(events=3)
LOST = record(payments.paying, at(0), payments.lost, at(200), bound=payments.BOUND)
PAID = record(settle, invoicing.payment, bound=invoicing.BOUND)
REMAINDER = Plan(
    [
        Action("s", "send", {"file": "t7", "to": Bound("to")}),
        Action(
            "t", "track", {"message": Field("s", "message")}, expects={"arrived": True}
        ),
    ]
)


def marked(number: int, answer: object) -> str:
    """Return ``right``, or what is wrong with an answer."""
    if number not in MARKS:
        return f"number={number} must be one of {', '.join(map(str, MARKS))}"
    kind, mark = MARKS[number]
    if not isinstance(answer, kind):
        return f"wrong: the answer must be a {kind.__name__}"
    return mark(answer)


def rule(answer: Rule) -> str:
    """Mark a rule: it must say on every record in scope what was meant."""
    found = compare(settle, answer.owed, MEANT.owed, SCOPE)
    return "right" if found.relation == "equal" else f"wrong: it is {found.relation}"


def slips_through(answer: Record) -> str:
    """Mark a record: the wrong duty holds on it, and what was meant does not."""
    name = "three facts side by side"
    formula = next(m.written.formula for m in WRONG if m.written.name == name)
    duties = [Obligation(name, formula), invoicing.delivered]
    asked = Request("both", settle.world, settle.binds, duties)
    says, means = (f.verdict.name for f in check(asked, answer).findings)
    if (says, means) == ("established", "refuted"):
        return "right"
    return f"wrong: what was written is {says}, what was meant {means}"


def careful(answer: Plan) -> str:
    """Mark a plan: it must be admitted where a payment was lost."""
    found = admit(freeze(payments.paying, LOST), LOST, answer)
    if isinstance(found, Admitted):
        return "right"
    return f"wrong: refused with {', '.join(sorted(map(str, found.codes)))}"


def unsafe(answer: list[Fault]) -> str:
    """Mark faults: the tenure says done, and something was made twice."""
    world = Environment(settle, PAID, answer)
    contract = freeze(settle, PAID)
    admitted = admit(contract, PAID, REMAINDER)
    assert isinstance(admitted, Admitted)
    end = Tenure(
        "exercise",
        contract,
        PAID,
        [(REMAINDER, admitted)],
        world,
        Journal(Memory(), settle),
    ).run()
    twice = [e for e, times in world.history.states()[-1].items() if times > 1]
    if not isinstance(end, Success):
        return f"wrong: the tenure ends with {type(end).__name__}"
    if not twice:
        return "wrong: nothing was made twice"
    return f"right: it breaks {', '.join(sorted(broken(world.history, end.record)))}"


def needed(answer: str) -> str:
    """Mark an assumption: of all of T1, only that nothing is doubled needs it."""
    (theory,) = {id(t): t for t, _ in theorem("T1").parts}.values()
    if answer not in theory.switches:
        return f"wrong: {answer!r} is no assumption of T1; obligato prove T1 lists them"
    claims = tuple(claim for _, claim in theorem("T1").parts)
    found = Deciding(theory).decide((answer,), claims)
    fallen = [name for name, one in found.items() if not isinstance(one, Proved)]
    if fallen == ["T1.no_duplicate"]:
        return "right"
    return f"wrong: without it fall {', '.join(fallen) or 'none'}"


MARKS: dict[int, tuple[type, Callable[..., str]]] = {
    1: (Rule, rule),
    2: (Record, slips_through),
    3: (Plan, careful),
    4: (list, unsafe),
    5: (str, needed),
}
