"""A request asks only for what its world has."""

from collections.abc import Callable

import pytest

from obligato.spec import (
    Decision,
    Effect,
    Given,
    Int,
    Obligation,
    Request,
    Rows,
    Rule,
    Sort,
    SpecError,
    Tool,
    UnknownNameError,
    World,
    bound,
    claim,
    count,
    none,
    some,
)

from .trade import File, Invoice, amount, file, invoice, lines, overdue, pay, trade

PYA = Tool("pya", takes=[invoice])
owed, kept = Obligation("paid", some(pay.done())), Rule("not twice", none(pay.done()))


def asking(formula: object, *binds: object) -> Request:
    """Ask for one formula in the trade."""
    return Request("g", trade, binds=binds, owes=[Obligation("r", formula)])  # type: ignore[arg-type]  # some are wrong


def using(requires: object) -> Request:
    """Ask for something of a world whose one tool requires this."""
    tool = Tool("use", takes=[file], requires=requires, fails="clean")  # type: ignore[arg-type]  # some are wrong
    world = World("uses", tools=[tool])
    return Request("g", world, owes=[Obligation("used", some(tool.done()))])


def telling(told: object) -> Request:
    """Ask for something of a world whose one read tells this."""
    tool = Tool("look", takes=[invoice], tells=[told])  # type: ignore[list-item]  # some are wrong
    world = World("looks", tools=[tool])
    return Request("g", world, owes=[Obligation("seen", some(tool.done()))])


REFUSED: dict[str, tuple[Callable[[], object], str]] = {
    "neither obligation nor rule": (
        lambda: Request("g", trade),
        "has neither obligation nor rule, so there is nothing to check",
    ),
    "a rule in owes": (
        lambda: Request("g", trade, owes=[kept]),  # type: ignore[list-item]  # the trap
        "must be an Obligation; a Rule goes in keeps",
    ),
    "an obligation in keeps": (
        lambda: Request("g", trade, keeps=[owed]),  # type: ignore[list-item]  # the trap
        "must be a Rule; an Obligation goes in owes",
    ),
    "a formula in owes": (
        lambda: Request("g", trade, owes=[some(pay.done())]),  # type: ignore[list-item]  # the trap
        "must be an Obligation",
    ),
    "a rule outside a list": (
        lambda: Request("g", trade, keeps=kept),  # type: ignore[arg-type]  # the trap
        "must be a list: keeps=[…]",
    ),
    "None for a list": (
        lambda: Request("g", trade, owes=None),  # type: ignore[arg-type]  # the trap
        "owes=None must be a list",
    ),
    "a goal that is no text": (lambda: Request("", trade, owes=[owed]), "goal=''"),
    "a world that is none": (
        lambda: Request("g", "trade", owes=[owed]),  # type: ignore[arg-type]  # the trap
        "world='trade' must be a World",
    ),
    "two duties of one name": (
        lambda: Request("g", trade, [], [owed], [Rule("paid", none(pay.done()))]),
        "request 'g' has two duties called 'paid'",
    ),
    "two roles of one name": (
        lambda: asking(some(pay.done()), invoice, invoice),
        "binds: the field 'invoice' is there twice",
    ),
    "a duty without a name": (
        lambda: Obligation(" ", some(pay.done())),
        "name of a duty=' ' must be text",
    ),
    "a guard that is Python's": (
        lambda: Obligation("x", some(pay.done()), guard=True),  # type: ignore[arg-type]  # the trap
        "True is Python's",
    ),
    "an unknown tool": (
        lambda: asking(some(PYA.done())),
        "no tool 'pya'; there are: pay",
    ),
    "an unknown effect": (
        lambda: asking(some(Effect("changed", invoice).made())),
        "no effect 'changed'; there are: charged",
    ),
    "an unknown decision": (
        lambda: asking(some(Decision("deny", of=[invoice]).given())),
        "no decision 'deny'; there are: approve",
    ),
    "an unknown relation": (
        lambda: asking(Given("late", invoice)(bound(invoice)), invoice),
        "no relation 'late'; there are: overdue",
    ),
    "an unknown role": (
        lambda: asking(some(pay.done(invoice=bound(invoice))), file),
        "no role of binds (in 'r') 'invoice'; there are: file",
    ),
    "a role of another sort": (
        lambda: asking(some(pay.done(invoice=bound(invoice))), File("invoice")),
        "in 'r': the role of binds invoice is File in this world and Invoice in the",
    ),
    "an unknown sort": (
        lambda: asking(some(some(pay.done()) for _ in Sort("Nix"))),
        "in 'r': no sort 'Nix'; there are:",
    ),
    "a tool of another world, by a column it lacks": (
        lambda: asking(some(Tool("pay", takes=[File("doc")]).done(doc="x"))),
        "no column (in 'r') 'doc'; there are:",
    ),
    "a tool of another world, by a column of another sort": (
        lambda: asking(some(Tool("pay", takes=[File("invoice")]).done(invoice="x"))),
        "the column invoice is Invoice in this world and File in the formula",
    ),
    "a count of a column of another sort": (
        lambda: asking(
            count(p.invoice for p in Tool("pay", takes=[File("invoice")]).done()) == 1
        ),
        "the column invoice is Invoice in this world and File in the formula",
    ),
    "rows that its tool does not have": (
        lambda: asking(
            some(
                x.file == "f"
                for p in Tool("pay", returns=[Rows("pages", file)]).done()
                for x in p.pages
            )
        ),
        "no column (in 'r') 'pages'; there are:",
    ),
    "an effect of another world": (
        lambda: asking(some(Effect("charged", file).made(file="x"))),
        "no column (in 'r') 'file'",
    ),
    "a relation of another world": (
        lambda: asking(Given("overdue", file)(bound(file)), file),
        "this world gives overdue of (Invoice)",
    ),
    "a relation of another width": (
        lambda: asking(
            Given("overdue", invoice, file)(bound(invoice), bound(file)), invoice, file
        ),
        "this world gives overdue of (Invoice)",
    ),
    "a tool that requires an unknown tool": (
        lambda: using(some(pay.done())),
        "no tool 'pay'; there are: use",
    ),
    "a tool that requires an unknown decision": (
        lambda: using(some(Decision("approve", of=[file]).given(file=file))),
        "no decision 'approve'; there are:",
    ),
    "a tool that requires an effect that nothing brings about": (
        lambda: using(some(Effect("charged", file).made(file=file))),
        "no effect 'charged'; there are:",
    ),
    "a tool that requires what nothing gives": (
        lambda: using(Given("late", file)(file)),
        "no relation 'late'; there are:",
    ),
    "a tool that requires a role that is not bound": (
        lambda: using(bound(file) == file),
        "no role of binds (in 'use') 'file'",
    ),
    "a read that tells by what its world lacks": (
        lambda: telling(Effect("charged", invoice)(invoice).when(some(pay.done()))),
        "no tool 'pay'; there are: look",
    ),
    "an unknown tool in a guard": (
        lambda: Request(
            "g", trade, owes=[Obligation("r", some(pay.done()), guard=some(PYA.done()))]
        ),
        "no tool 'pya'; there are: pay",
    ),
    "a slot of two sorts": (
        lambda: asking((claim(Int("x")) == 1) & some(pay.done(file=claim(File("x"))))),
        "in 'r': claim(x) is File here and Int elsewhere",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_wrong_request_says_what_would_be_right(name: str) -> None:
    write, message = REFUSED[name]

    with pytest.raises(SpecError) as error:
        write()

    assert message in str(error.value)


def test_an_unknown_tool_is_an_unknown_name() -> None:
    with pytest.raises(UnknownNameError):
        asking(some(PYA.done()))


def test_what_is_owed_is_the_guard_implying_the_formula() -> None:
    when, then = some(overdue(p.invoice) for p in pay.tried()), some(pay.done())

    guarded = Obligation("x", then, guard=when)

    assert guarded.owed == when.implies(then).node


def test_without_a_guard_what_is_owed_is_the_formula() -> None:
    assert owed.owed == owed.formula


def test_the_slots_of_the_answer_are_those_that_the_duties_speak_of() -> None:
    request = asking((claim(amount) == 3) & some(pay.done(file=claim(file))))

    assert request.slots == (amount.column, file.column)


def test_the_slots_of_a_guard_are_asked_for_too() -> None:
    guarded = Obligation("paid", some(pay.done()), guard=claim(amount) == 3)

    assert Request("g", trade, owes=[guarded]).slots == (amount.column,)


def test_a_row_inside_a_field_has_the_columns_of_that_field() -> None:
    cheap = some(i.cost <= 3 for p in pay.done() for i in p.lines)

    assert asking(cheap).duties[0].formula == cheap.node
    assert lines.column.sort.name == "Rows"


def test_entities_of_a_sort_that_only_a_role_has_are_ranged_over() -> None:
    clerk = Sort("Clerk")

    every_clerk = some(c == bound(clerk("clerk")) for c in clerk)

    assert asking(every_clerk, clerk("clerk")).binds[0].sort == clerk
    assert Invoice != clerk
