"""Whatever the surface refuses, it says what is wrong and what would be right."""

import pytest

import obligato.spec
from obligato.spec import (
    Obligation,
    Party,
    SpecError,
    UnknownNameError,
    answers,
    bound,
    some,
)
from obligato.spec.surface import Pattern
from obligato.spec.terms import Row

from . import trade
from .trade import file, invoice, lines, pay

PAID = some(pay.done())

CONSTANT = "Python's; what the record says is never constant"
NO_TRUTH = "has no truth value, so no if, and, or, not, any, all"
NO_KEY = "is no key of a set or dict"
STRAY = "stands in some, every, none, count or total"
MIXED = "ranges over a Python collection too"
LISTED = "takes a pattern or a comprehension"


def forgetful(row: Row) -> None:
    """Compare, and forget to return it."""
    _ = row.amount == 1


WORDS = {
    **vars(obligato.spec),
    **vars(answers),
    **vars(trade),
    "PAID": PAID,
    "forgetful": forgetful,
}
# What is written, and what the message must say. It is text, as the type checkers
# and the linter refuse most of it too.
REFUSED = {
    "a formula in an if": ("1 if PAID else 0", NO_TRUTH),
    "a pattern in an and": ("pay.done() and 1", NO_TRUTH),
    "a formula in an or": ("PAID or 1", NO_TRUTH),
    "a term in a not": ("not bound(invoice)", NO_TRUTH),
    "a chain of comparisons": ("1 <= count(pay.done()) <= 3", "nor a < b < c"),
    "a condition of a comprehension": (
        'some(p.file == "f" for p in pay.done() if p.amount == 1)',
        NO_TRUTH,
    ),
    "any": ("any(p.amount == 1 for p in pay.done())", "write & | ~ and some"),
    "all": ("all(p.amount == 1 for p in pay.done())", "write & | ~ and some"),
    "sum": ("sum(p.amount for p in pay.done())", STRAY),
    "max": ("max(p.amount for p in pay.done())", STRAY),
    "a list of rows": ("[p.amount for p in pay.done()]", STRAY),
    "a loop": ("[none(q.before(p) for q in pay.done()) for p in pay.done()]", STRAY),
    "len": ("len(pay.done())", "has no length: write count(pattern)"),
    "some over a list": ("some([PAID])", LISTED),
    "every over a list": ("every([PAID])", LISTED),
    "some over a tool": ("some(pay)", LISTED),
    "some over a formula": ("some(PAID)", LISTED),
    "a quantifier over nothing": (
        'some(bound(invoice) == i for i in ["a"])',
        "ranges over nothing: write for x in tool.done(…)",
    ),
    "a quantifier over an empty list": (
        "some(bound(invoice) == i for i in [])",
        "ranges over nothing",
    ),
    "a Python list inside": (
        'some(p.invoice == i for p in pay.done() for i in ["a", "b"])',
        MIXED,
    ),
    "a Python list outside": (
        'some(p.invoice == i for i in ["a", "b"] for p in pay.done())',
        MIXED,
    ),
    "an empty Python list inside": (
        "some(p.invoice == i for p in pay.done() for i in [])",
        "no Python collection within",
    ),
    "every over a pattern": (
        "every(pay.done())",
        "says nothing: write every(… for x in pattern)",
    ),
    "a total of a pattern": (
        "total(pay.done())",
        "needs a value: write total(x.amount for x in …)",
    ),
    "a total of entities": (
        "total(p.invoice for p in pay.done())",
        "adds numbers, not values of the sort Invoice",
    ),
    "a total of times": ("total(p.at for p in pay.done())", "adds numbers"),
    "a mean of entities": ("mean(p.file for p in pay.done())", "adds numbers"),
    "the least entity": ("least(p.file for p in pay.done())", "without order"),
    "a range over numbers": (
        "some(i == 1 for i in Int)",
        "Int is not ranged over: only rows and entities are",
    ),
    "a range over a column": (
        'some(i == "a" for p in pay.done() for i in p.invoice)',
        "Invoice is not ranged over",
    ),
    "a column misspelt in a pattern": (
        'pay.done(invoce="a")',
        "no column 'invoce'; there are: amount, at, by, end, file, invoice",
    ),
    "a column misspelt on a row": (
        'some(p.invoce == "a" for p in pay.done())',
        "no column 'invoce'; there are: amount, at, by",
    ),
    "a column misspelt inside rows": (
        "some(i.coast == 1 for p in pay.done() for i in p.lines)",
        "no column 'coast'; there are: cost, line",
    ),
    "a column misspelt of a field of rows": (
        "lines.coast",
        "no column of lines 'coast'; there are: cost, line",
    ),
    "the time of a row inside": (
        "some(i.at == 1 for p in pay.done() for i in p.lines)",
        "no column 'at'; there are: cost, line",
    ),
    "a column of a field without rows": ("invoice.paid", "no attribute"),
    "a term as a key": ("{bound(invoice): 1}", NO_KEY),
    "a pattern as a key": ("hash(pay.done())", NO_KEY),
    "a formula as a key": ("{PAID}", NO_KEY),
    "a set of terms": ("{p.invoice for p in pay.done()}", NO_KEY),
    "in a pattern": ('"a" in pay.done()', "`in` asks Python, not the record"),
    "in a row": ('every("a" in p for p in pay.done())', "`in` asks Python"),
    "in a list of formulas": ("PAID in [some(pay.done())]", "is not compared"),
    "in a list of terms": ("bound(invoice) in [bound(invoice)]", NO_TRUTH),
    "two formulas compared": ("some(pay.done()) == PAID", "each implies the other"),
    "two rows compared": (
        "every(p == q for p in pay.done() for q in pay.done())",
        "of rows compare columns, as a.invoice == b.invoice",
    ),
    "two rows ordered": (
        "every(p < q for p in pay.done() for q in pay.done())",
        "has no order: of rows, write a.before(b)",
    ),
    "a flag compared": (
        "every(p.paid == True for p in pay.done())",
        "say it in the pattern, as tool.done(flag=True)",
    ),
    "a flag that differs": (
        "every(p.paid != False for p in pay.done())",
        "tool.done(flag=False)",
    ),
    "a flag as a formula": (
        "every(p.paid for p in pay.done())",
        "a flag is no formula: say it in the pattern",
    ),
    "a flag denied": ("every(~p.paid for p in pay.done())", "a flag is no formula"),
    "any other, outside a pattern": (
        "bound(invoice) == ~bound(invoice)",
        "stands in a pattern: by=~bound(x)",
    ),
    "entities in an order": (
        'every(p.invoice < "b" for p in pay.done())',
        "Invoice is a sort without order: only ==, != and patterns",
    ),
    "entities added": ('bound(invoice) + "b"', "without order"),
    "two sorts compared": (
        "every(p.invoice == p.file for p in pay.done())",
        "File where Invoice is wanted",
    ),
    "a number compared to a time": (
        "every(p.amount < p.at for p in pay.done())",
        "Time where Int is wanted",
    ),
    "two times added": ("now + now", "Time where Int is wanted"),
    "text for a number": ('bound(amount) == "3"', "value='3' is no Int"),
    "a float for a number": ("bound(amount) == 3.0", "value=3.0 is no Int"),
    "a flag for a number": ("bound(amount) == True", "value=True is no Int"),
    "a number for a flag": ("pay.done(paid=1)", "a flag is true or false"),
    "None for an entity": ("pay.done(invoice=None)", "an entity is text"),
    "a lone surrogate": ('pay.done(invoice="\\ud800")', "lone surrogate"),
    "a number of 5,000 digits": (
        "pay.done(amount=10**5000)",
        "<int too large to print> is beyond",
    ),
    "a role by its name": ('bound("invoice")', "takes a field, as Invoice('invoice')"),
    "a claim of a value": ("claim(3)", "takes a field"),
    "after a pattern": (
        "pay.done().after(pay.tried())",
        "expected a row of a comprehension, the x of for x in tool.done(…)",
    ),
    "a call that stands": ("pay.done().standing()", "only decisions given and"),
    "Python's True for a formula": ("PAID & True", CONSTANT),
    "a comprehension of Python's True": ("every(True for _ in pay.done())", CONSTANT),
    "a function without return": (
        "some(forgetful(p) for p in pay.done())",
        "got None: does a function in it lack its return?",
    ),
    "a comprehension not in a quantifier": (
        'Obligation("x", (p.amount == 1 for p in pay.done()))',
        "expected a formula, got the generator",
    ),
    "a field outside any row": (
        'Obligation("x", invoice == "a")',
        "write bound(field), claim(field), or x.field",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_misuse_says_what_would_be_right(name: str) -> None:
    code, message = REFUSED[name]

    with pytest.raises(SpecError) as error:
        eval(code, WORDS)

    assert message in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("name", REFUSED)
def test_after_a_misuse_the_next_formula_is_right(name: str) -> None:
    code, _ = REFUSED[name]
    before = some(p.amount == 1 for p in pay.done())

    with pytest.raises(SpecError):
        eval(code, WORDS)

    assert some(p.amount == 1 for p in pay.done()).node == before.node


def test_an_unknown_name_is_an_attribute_error_too() -> None:
    with pytest.raises(UnknownNameError) as error:
        _ = lines.coast

    assert isinstance(error.value, AttributeError)
    assert not hasattr(invoice, "paid")


def test_a_pattern_is_a_value_that_narrowing_leaves_alone() -> None:
    pattern: Pattern = pay.done()
    before = some(pattern).node

    pattern.matching(amount=1)

    assert some(pattern).node == before


def test_parties_are_ranged_over_as_entities_are() -> None:
    anyone = some(some(pay.done(by=who)) for who in Party)

    assert Obligation("somebody paid", anyone).formula == anyone.node


def test_a_file_is_no_invoice_even_under_one_name() -> None:
    with pytest.raises(SpecError, match="File where Invoice is wanted"):
        pay.done(invoice=bound(file))


def test_at_is_when_a_call_ended_on_a_row_as_in_a_pattern() -> None:
    assert some(pay.done(at=5)).node == some(pay.done(end=5)).node
