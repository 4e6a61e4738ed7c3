"""A tool says what it is, and what it cannot be it refuses."""

from collections.abc import Callable

import pytest

from obligato.spec import Effect, Flag, Int, SpecError, Tool, some

from .trade import Invoice, amount, charged, cost, file, invoice, lines, paid, pay

there, listed = Flag("there"), Effect("listed", cost)
REFUSED: dict[str, tuple[Callable[[], object], str]] = {
    "a read that tells of each row of a field": (
        lambda: Tool(
            "t", returns=[lines, there], tells=[listed(lines.cost).when(there)]
        ),
        "a read tells of one effect",
    ),
    "a name that is no identifier": (lambda: Tool("a b"), "tool name='a b' must be an"),
    "a wrong repeat": (
        lambda: Tool("t", repeat="never"),
        "t: repeat='never' must be again or same",
    ),
    "a wrong fails": (
        lambda: Tool("t", fails="dirty"),
        "t: fails='dirty' must be maybe or clean",
    ),
    "a negative settles": (
        lambda: Tool("t", settles=-1),
        "t: settles=-1 must be ms, 0 or more",
    ),
    "a flag for settles": (lambda: Tool("t", settles=True), "settles=True must be ms"),
    "an error that is no flag": (
        lambda: Tool("t", returns=[amount], error=amount),
        "must be a flag it returns",
    ),
    "an error that it does not return": (
        lambda: Tool("t", returns=[amount], error=paid),
        "must be a flag it returns",
    ),
    "an effect without its arguments": (
        lambda: Tool("t", takes=[invoice], makes=[charged]),  # type: ignore[list-item]  # the trap
        "must be an effect, as paid(invoice)",
    ),
    "an effect outside a list": (
        lambda: Tool("t", takes=[invoice], makes=charged(invoice)),  # type: ignore[arg-type]  # the trap
        "must be a list: makes=[…]",
    ),
    "a field outside a list": (
        lambda: Tool("t", takes=invoice),
        "must be a list: takes=[…]",
    ),
    "text for a list of fields": (lambda: Tool("t", takes="ab"), "must be a list"),
    "text for a field": (
        lambda: Tool("t", takes=["ab"]),
        "takes='ab' must be a field, as Invoice('invoice')",
    ),
    "a telling without its condition": (
        lambda: Tool("t", takes=[invoice], tells=[charged(invoice)]),  # type: ignore[list-item]  # the trap
        "as paid(invoice).when(found)",
    ),
    "one name for two fields": (
        lambda: Tool("t", takes=[invoice], returns=[invoice]),
        "the field 'invoice' is there twice; name them apart",
    ),
    "a field misspelt in makes": (
        lambda: Tool("t", takes=[invoice], makes=[charged(Invoice("invoce"))]),
        "no field of t 'invoce'; there are:",
    ),
    "a field misspelt in requires": (
        lambda: Tool("t", takes=[invoice], requires=some(pay.done(file=file))),
        "no field of t 'file'; there are:",
    ),
    "a requirement of one row": (
        lambda: Tool("t", takes=[lines], requires=lines.cost == 3),
        "speaks of a row of a field, of which a call has many",
    ),
    "a call without an argument": (
        lambda: pay(),
        "pay(…) lacks invoice: write pay(invoice=…)",
    ),
    "a call with a misspelt argument": (
        lambda: pay(invoce="a"),
        "no argument of pay 'invoce'; there are: invoice",
    ),
    "a call with a value of another sort": (
        lambda: pay(invoice=3),
        "argument of pay invoice: value=3 is no Invoice",
    ),
    "an answer with a misspelt column": (
        lambda: pay(invoice="a").ok(fil="x"),
        "no response column of pay 'fil'; there are: amount, file, lines, paid",
    ),
    "an answer after an answer": (
        lambda: pay(invoice="a").ok().lost(),
        "pay(…) is already ok, not lost too",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_wrong_tool_says_what_would_be_right(name: str) -> None:
    write, message = REFUSED[name]

    with pytest.raises(SpecError) as error:
        write()

    assert message in str(error.value)


def test_a_tool_is_a_value() -> None:
    again = Tool(
        "pay",
        takes=[invoice],
        returns=[file, paid, amount, lines],
        makes=[charged(invoice)],
        fails="clean",
    )

    assert (again, hash(again)) == (pay, hash(pay))


def test_a_tool_that_ends_an_effect_writes() -> None:
    refund = Tool("refund", takes=[invoice], ends=[charged(invoice)])

    assert (refund.writes, Tool("read", returns=[Int("n")]).writes) == (True, False)


def test_an_error_flag_is_a_column_of_the_answer() -> None:
    refused = Flag("refused")

    assert Tool("t", returns=[refused], error=refused).error == refused.column


def test_an_effect_made_for_each_row_of_an_answer_names_the_field() -> None:
    billed = Effect("billed", lines.line.sort)

    assert billed(lines.line).inside == "lines"
