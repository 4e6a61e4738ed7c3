"""Formulas print as in a paper: exactly, in a width, and in sound LaTeX."""

import importlib
import re

import pytest

from obligato.model import notation_terms
from obligato.model.notation import latex, unicode
from obligato.spec import (
    Decimal,
    Effect,
    Int,
    Request,
    Sort,
    Tool,
    bound,
    claim,
    count,
    every,
    frontier,
    none,
    now,
    some,
    total,
)
from obligato.spec import syntax as s
from obligato.spec.answers import mean
from obligato.spec.correctness import eq1
from obligato.spec.requests import Duty
from obligato.spec.sorts import Ratio

TRADES = [
    "invoicing",
    "refunds",
    "shipping",
    "review",
    "payments",
    "spending",
    "workspace",
]


def requests() -> list[Request]:
    modules = [importlib.import_module(f"examples.{trade}") for trade in TRADES]
    return [module.JUDGED[0].request for module in modules]


def duties() -> dict[str, Duty]:
    return {duty.name: duty for request in requests() for duty in request.duties}


AS_IN_A_PAPER = {
    "receipt delivered": (
        "∃ p ∈ pay.done: p.invoice = bound(invoice) "
        "∧ ∃ s ∈ send.done: s.file = p.file ∧ s.to = bound(to) "
        "∧ ∃ t ∈ track.done: t.message = s.message ∧ t.arrived"
    ),
    "refunded once": (
        "|{r ∈ refund.done : r.order = bound(order)}| = 1 "
        "∧ ∀ r ∈ refund.done: r.order = bound(order) → r.amount = bound(amount)"
    ),
    "told within a day": (
        "∀ s ∈ ship.done: ∃ n ∈ notify.done: "
        "n.order = s.order ∧ s before n ∧ n.end ≤ s.end + 1 d"
    ),
    "two others approved what was merged": (
        "∀ m ∈ merge.tried: m.change = bound(change) → |{a.by : a ∈ approve.given, "
        "a.change = m.change ∧ a.diff = m.diff ∧ a.by ≠ bound(author) ∧ a before m "
        "∧ ¬∃ a₂ ∈ approve.withdrawn: a₂.change = a.change ∧ a₂.diff = a.diff "
        "∧ a₂.by = a.by ∧ a before a₂ ∧ a₂ before m}| ≥ 2"
    ),
    "no blind retry": (
        "∀ p ∈ pay.unclear: ∀ p₂ ∈ pay.tried: p₂.invoice = p.invoice ∧ p before p₂ "
        "→ ∃ p₃ ∈ probe.done: p₃.invoice = p.invoice ∧ p₃.paid = false "
        "∧ p before p₃ ∧ p₃ before p₂"
    ),
    "paid once": "|{p ∈ pay.done : p.invoice = bound(invoice)}| = 1",
    "spend over all pages": (
        "(∃ l ∈ listing.done: l.customer = bound(customer)) "
        "∧ (∀ l ∈ listing.done: l.customer = bound(customer) "
        "→ l.number ≥ 1 ∧ l.number ≤ l.of ∧ |{l₂.number : l₂ ∈ listing.done, "
        "l₂.customer = bound(customer)}| = l.of) "
        "∧ (∀ l ∈ listing.done: l.customer = bound(customer) "
        "→ ∀ l₂ ∈ listing.done: l₂.customer = bound(customer) "
        "→ l.version = l₂.version) "
        "∧ claim(spend) = Σ {l₂.amount : l ∈ listing.done, l₂ ∈ l.lines, "
        "l.customer = bound(customer)}"
    ),
    "protected paths untouched": "¬∃ c ∈ changed.made: protected(c.path)",
    "green after the last edit": (
        "∃ t ∈ tests.done: t.suite = bound(suite) ∧ t.failed = 0 "
        "∧ ∀ c ∈ changed.made: source(c.path) → c before t"
    ),
}


@pytest.mark.parametrize("name", AS_IN_A_PAPER)
def test_the_predicates_of_the_examples_print_as_in_a_paper(name: str) -> None:
    assert unicode(duties()[name].formula) == AS_IN_A_PAPER[name]


def test_each_predicate_of_these_trades_is_in_the_table() -> None:
    assert duties().keys() == AS_IN_A_PAPER.keys()


Order = Sort("Order")
order, price, n = Order("order"), Decimal(2)("price"), Int("n")
sell = Tool("sell", takes=[order, n], returns=[price])
sold = Effect("sold", order)

SHAPES = {
    "¬∃ s ∈ sell.tried": none(sell.tried()),
    "∃ s ∈ sell.answered": some(sell.tried().marked("answered")),
    "∃ s ∈ sell.done ∨ ∃ s ∈ sell.unclear": some(sell.done()) | sell.unclear(),
    "∃ s ∈ sell.done → now ≥ 5": some(sell.done()).implies(now >= 5),
    "¬(∃ s ∈ sell.done ∧ now < frontier)": ~(some(sell.done()) & (now < frontier)),
    "now < frontier → now > 7": ~(now < frontier) | (now > 7),
    "now = 1 ∧ (now = 2 ∨ now = 3)": (now == 1) & ((now == 2) | (now == 3)),
    "now = 1 ∧ now = 2 ∨ now = 3": ((now == 1) & (now == 2)) | (now == 3),
    "now = 1 ∧ now ≠ 2 ∨ now = 3": ((now == 1).implies(now == 2).implies(now == 3)),
    "now = 1 ∧ now = 2 → now = 3": (now == 1).implies((now == 2).implies(now == 3)),
    "∀ s ∈ sell.done: s.n = 1 ∨ s.n = 2": every(
        (x.n == 1) | (x.n == 2) for x in sell.done()
    ),
    "∃ s ∈ sell.done: s.n = 1 ∧ ¬(s before s)": some(
        ~x.before(x) for x in sell.done(n=1)
    ),
    '∃ s ∈ sell.done: s.order = "a\\"b"': some(sell.done(order='a"b')),
    "∃ s ∈ sell.done: s.price = 12.50": some(sell.done(price="12.50")),
    "∃ s ∈ sell.tried: s.end ≤ now − 90 s": some(
        x.end <= now - 90_000 for x in sell.tried()
    ),
    "∃ s ∈ sell.tried: s.n − 1 − (s.n + 2) = s.n": some(
        x.n - 1 - (x.n + 2) == x.n for x in sell.tried()
    ),
    "|sell.done| = 0": count(sell.done()) == 0,
    "|{(s, s₂) : s ∈ sell.done, s₂ ∈ sell.done}| = 0": (
        count(x for x in sell.done() for _ in sell.done()) == 0
    ),
    "bound(order) = bound(order)": bound(order) == bound(order),
    "∃ o ∈ Order: o = bound(order)": some(o == bound(order) for o in Order),
    "∃ s ∈ sold.ended: s.order = bound(order)": some(sold.ended(order=bound(order))),
    "Σ {s.n : s ∈ sell.done} = claim(n)": total(x.n for x in sell.done()) == claim(n),
    "claim(share) = mean({s.n : s ∈ sell.done})": (
        claim(Ratio("share")) == mean(x.n for x in sell.done())
    ),
}


@pytest.mark.parametrize("text", SHAPES)
def test_each_shape_prints_with_no_parentheses_too_many(text: str) -> None:
    assert unicode(SHAPES[text].node) == text


PARTS: dict[str, s.Node] = {
    "sell.tried": s.Calls("sell"),
    "sold.attempted": s.Made("sold"),
    "x0.lines": s.Inside("x0", "lines"),
    "approve.withdrawn": s.Decided("approve", "withdrawn"),
    "Order": s.Entities("Order"),
    "this.price": s.Get("this", "price", "Decimal2"),
    "false": s.Not(s.TRUE),
    "known(bound(to))": s.Known(s.Equal(s.Role("to", "To"), s.Role("to", "To"))),
    "s ∈ sell.done: s.n = 1": next(
        node for node in s.walk(some(sell.done(n=1)).node) if isinstance(node, s.Bind)
    ),
    "{s ∈ sell.tried}": s.Bag((s.Bind("x0", s.Calls("sell"), s.TRUE),), None),
}


@pytest.mark.parametrize("text", PARTS)
def test_parts_of_formulas_print_alone(text: str) -> None:
    assert unicode(PARTS[text]) == text


NARROW = """\
∀ p ∈ pay.unclear:
  ∀ p₂ ∈ pay.tried:
    p₂.invoice = p.invoice ∧ p before p₂
    → ∃ p₃ ∈ probe.done:
        p₃.invoice = p.invoice
        ∧ p₃.paid = false
        ∧ p before p₃
        ∧ p₃ before p₂"""


def test_a_width_breaks_long_formulas_at_their_conjunctions() -> None:
    assert unicode(duties()["no blind retry"].formula, width=60) == NARROW


def clauses() -> list[s.Formula]:
    return [clause.formula for request in requests() for clause in eq1(request)]


@pytest.mark.parametrize("width", [60, 80])
def test_no_clause_of_these_trades_is_wider_than_it_may_be(width: int) -> None:
    lines = [line for f in clauses() for line in unicode(f, width).split("\n")]
    assert max(map(len, lines)) <= width


def test_a_width_changes_nothing_but_white_space() -> None:
    for formula in clauses():
        one = re.sub(r"\s+", "", unicode(formula))
        assert re.sub(r"\s+", "", unicode(formula, width=40)) == one


def everything() -> set[s.Formula]:
    """Return each formula of the examples, each clause, and each part of one."""
    wholes = [*clauses(), *(shape.node for shape in SHAPES.values())]
    closed = {node for f in wholes for node in s.walk(f) if not s.free(node)}
    return {node for node in closed if isinstance(node, s.Formula)}


def alike() -> list[set[s.Formula]]:
    printed: dict[str, set[s.Formula]] = {}
    for formula in everything():
        printed.setdefault(unicode(formula), set()).add(formula)
    return [found for found in printed.values() if len(found) > 1]


def test_two_different_formulas_never_print_alike() -> None:
    assert alike() == []


def test_a_printer_that_drops_a_mark_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    same = {"took": "done", "unclear": "done", "answered": "done"}
    monkeypatch.setitem(notation_terms.MARKED, s.Calls, same)
    assert alike() != []


NAMED = re.compile(r"\\text\{((?:[^{}\\#$%&_]|\\[\\#$%&_{}]|\\[a-z]+\{\})*)\}")


def faults(text: str) -> list[str]:
    """Return what LaTeX would choke on: braces, signs outside names, raw Unicode."""
    math = NAMED.sub("", text)
    bare = math.replace(r"\{", "").replace(r"\}", "")
    depth = [bare[:i].count("{") - bare[:i].count("}") for i in range(len(bare) + 1)]
    found = ["braces"] if min(depth) < 0 or depth[-1] != 0 else []
    if math.count(r"\{") != math.count(r"\}"):
        found.append("set braces")
    if re.search(r"_(?!\{\d+\})|[#$%&\"]|[a-z]{2,}", re.sub(r"\\[a-z]+", "", math)):
        found.append("raw")
    return found + ([] if text.isascii() else ["Unicode"])


def test_the_latex_of_every_clause_and_shape_is_well_formed() -> None:
    found = {latex(f): faults(latex(f)) for f in everything()}
    assert {text: wrong for text, wrong in found.items() if wrong} == {}


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (r"\text{a", "braces"),
        (r"\{p", "set braces"),
        (r"p_2", "raw"),
        (r"\text{a_b}", "raw"),
        ("∃ p", "Unicode"),
    ],
)
def test_broken_latex_is_noticed(text: str, fault: str) -> None:
    assert fault in faults(text)


ODD = Tool("do_it", takes=[Order("to_whom"), Order("k")])


def test_latex_is_exact() -> None:
    formula = some(ODD.done(to_whom="50% {a}_b\\", k=bound(order)))
    assert latex(formula.node) == (
        r"\exists d \in \text{do\_it}.\text{done}\colon d.\text{to\_whom} = "
        r"\text{\textquotedbl{}50\% \{a\}\_b\textbackslash{}\textbackslash{}"
        r"\textquotedbl{}} \land d.\text{k} = \text{bound}(\text{order})"
    )
    assert faults(latex(formula.node)) == []


def test_a_deeper_formula_numbers_its_letters() -> None:
    nested = every(
        some(every(c.n == a.n for c in sell.done(order=b.order)) for b in sell.done())
        for a in sell.done()
    )
    assert latex(nested.node).startswith(
        r"\forall s \in \text{sell}.\text{done}\colon \exists s_{2} \in"
    )
