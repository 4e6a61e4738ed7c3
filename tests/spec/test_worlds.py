"""Effects, decisions and relations are named by what they are about."""

from collections.abc import Callable

import pytest

from obligato.spec import (
    Decision,
    Effect,
    Given,
    Rows,
    Sort,
    SpecError,
    Tool,
    World,
    some,
)

from .trade import Invoice, amount, approve, charged, file, invoice, overdue, paid, pay

lines, batch = Rows("lines", amount), Rows("batch", amount)

REFUSED: dict[str, tuple[Callable[[], object], str]] = {
    "too few arguments": (
        lambda: charged(),
        "charged takes 1 arguments (invoice), not 0",
    ),
    "too many arguments": (
        lambda: charged(invoice, file),
        "charged takes 1 arguments (invoice), not 2",
    ),
    "an argument of another sort": (
        lambda: charged(file),
        "File where Invoice is wanted",
    ),
    "a relation of too few": (lambda: overdue(), "overdue takes 1 arguments, not 0"),
    "an effect over the rows of two fields": (
        lambda: Effect("both", amount, amount.sort("other"))(
            lines.amount, batch.amount
        ),
        "speaks of the call's own fields, and of the rows of one of them",
    ),
    "an effect without a name": (lambda: Effect(""), "effect name='' must be an"),
    "a decision about text": (
        lambda: Decision("d", of=["a"]),  # type: ignore[list-item]  # the trap
        "decision d='a' must be a field, as Invoice('invoice')",
    ),
    "a decision without an argument": (
        lambda: approve(),
        "approve(…) lacks invoice: write approve(invoice=…)",
    ),
    "a decision that failed": (
        lambda: approve(invoice="a").failed(),
        "approve(…).failed(): it can be given, declined, revoked",
    ),
    "rows without a field": (lambda: Rows("lines"), "needs at least one field"),
    "rows keyed by another field": (
        lambda: Rows("lines", amount, key=file),
        "no key column of lines 'file'; there are: amount",
    ),
    "rows with a name of the language": (
        lambda: Rows("lines", Sort("Order")("sort")),
        "the name 'sort' is taken",
    ),
    "a world of text": (lambda: World("w", ["pay"]), "tools: 'pay' must be a Tool"),  # type: ignore[list-item]  # the trap
    "a world of a tool": (lambda: World("w", pay), "must be a list: tools=[…]"),  # type: ignore[arg-type]  # the trap
    "a world without a name": (lambda: World("", [pay]), "world name='' must be text"),
    "two tools of one name": (
        lambda: World("w", [pay, pay]),
        "'pay' means two things in world 'w'",
    ),
    "a tool and a decision of one name": (
        lambda: World("w", [pay], decisions=[Decision("pay", of=[invoice])]),
        "'pay' means two things in world 'w'",
    ),
    "two relations of one name": (
        lambda: World("w", [pay], relations=[overdue, overdue]),
        "'overdue' means two things",
    ),
    "two effects of one name": (
        lambda: World(
            "w", [pay, Tool("b", [file], makes=[Effect("charged", file)(file)])]
        ),
        "'charged' means two things",
    ),
    "an unknown tool": (
        lambda: World("w", [pay]).tool("pya"),
        "no tool 'pya'; there are: pay",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_wrong_world_says_what_would_be_right(name: str) -> None:
    write, message = REFUSED[name]

    with pytest.raises(SpecError) as error:
        write()

    assert message in str(error.value)


def test_an_effect_is_its_name_and_its_arguments() -> None:
    assert (Effect("charged", Invoice), Effect("charged", file)) != (charged, charged)
    assert Effect("charged", invoice) == charged


def test_a_sort_alone_names_its_column() -> None:
    assert Effect("charged", Invoice).columns == charged.columns


def test_an_effect_that_two_tools_make_is_one_effect() -> None:
    card = Tool("card", [invoice], makes=[charged(invoice)])

    world = World("w", [pay, card])

    assert world.effects == (charged,)


def test_an_effect_that_is_only_told_is_one_of_the_world() -> None:
    seen = Effect("seen", invoice)
    look = Tool(
        "look", takes=[invoice], tells=[seen(invoice).when(paid)], returns=[paid]
    )

    assert World("w", [look]).effect("seen") == seen


def test_a_relation_is_a_formula() -> None:
    late = some(overdue(p.invoice) for p in pay.done())

    assert Given("overdue", invoice) == overdue
    assert late.node == some(overdue(q.invoice) for q in pay.done()).node


def test_a_world_knows_the_sorts_of_all_it_has() -> None:
    world = World("w", [pay], decisions=[approve], relations=[overdue])

    assert world.sorts() == {"Invoice", "File", "Bool", "Int", "Rows", "Line", "Party"}
