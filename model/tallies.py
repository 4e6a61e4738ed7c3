"""How counts, sums and collections are gathered from a bag, as lines of Python.

Each says in source what the reading `Truth` says in Python, without making the bag.
"""

from collections.abc import Callable, Sequence

from .code import Bag, Lines, Unit, Value, gathered, steps_of
from .tables import OPEN

Namer = Callable[[str], str]  # makes a new name from a hint


def counted(bag: Bag, name: Namer) -> Value:
    """Return how many rows the bag has."""
    low, high = name("low"), name("high")

    def tally(unit: Unit) -> Lines:
        return [more(unit, high), *unit.surely.when([f"{low} += 1"])]

    return between([f"{low} = {high} = 0", *gathered(bag, tally)], low, high)


def different(bag: Bag, name: Namer) -> Value:
    """Return how many different values the bag has."""
    low, high, found = name("low"), name("high"), name("value")
    sure, others = name("sure"), name("others")

    def tally(unit: Unit) -> Lines:
        steps, flag = unit.surely.value()
        put = [*steps, f"({sure} if {flag} else {others}).add({found})"]
        have = [*unit.value.steps, f"{found} = {unit.value.text}"]
        return [*have, f"if {found} == {found}:", put, "else:", [more(unit, high)]]

    steps = [
        f"{sure}, {others}, {high} = set(), set(), 0",
        *gathered(bag, tally),
        f"{low} = len({sure})",
        f"{high} += len({sure} | {others}) if {others} else {low}",
    ]
    return between(steps, low, high)


def totalled(bag: Bag, name: Namer) -> Value:
    """Return the sum of the values over different keys."""
    total, amounts, whole = name("total"), name("amounts"), name("whole")
    value, key = name("value"), name("key")

    def add(unit: Unit) -> Lines:
        steps, flag = unit.surely.value()
        known = f"{flag} and {value} == {value} and {key} == {key}"
        another = f"{amounts}.setdefault({key}, {value}) != {value}"
        return [
            *steps,
            *unit.value.steps,
            f"{value}, {key} = {unit.value.text}, {unit.key}",
            f"if not ({known}) or {another}:",
            [f"{whole} = False"],
        ]

    steps: Lines = [
        f"{amounts}, {whole} = {{}}, True",
        *gathered(bag, add),
        f"{total} = sum({amounts}.values()) if {whole} else UNKNOWN",
    ]
    return Value(total, steps)


def collected(bag: Bag, name: Namer) -> Value:
    """Return the list of the values, each as `Truth` has it in a bag."""
    items = name("items")

    def put(unit: Unit) -> Lines:
        steps, flag = unit.surely.value()
        row = f"{OPEN!r} in {unit.var.name}"
        made = f"({unit.value.text}, {unit.key}, {flag}, {row})"
        return [*steps, *unit.value.steps, f"{items}.append({made})"]

    return Value(items, [f"{items} = []", *gathered(bag, put)])


def transformed(
    transform: str, arguments: Sequence[Value | Bag], name: Namer, sort: str
) -> Value:
    """Return the value of a transform, as `Truth` applies it."""
    values = [a if isinstance(a, Value) else collected(a, name) for a in arguments]
    result, texts = name(transform), ", ".join(v.text for v in values)
    made = f"{result} = applied({transform!r}, [{texts}])"
    return Value(result, [*steps_of(values), made], sort)


def more(unit: Unit, high: str) -> str:
    """Return the line that counts one more, or any number for an open row."""
    return f"{high} += inf if {OPEN!r} in {unit.var.name} else 1"


def between(steps: Lines, low: str, high: str) -> Value:
    """Return the number from ``low`` to ``high``; a span is made only if it is used."""
    span = f"({low} if {low} == {high} else Span({low}, {high}))"
    return Value(span, steps, "Int", low=low, high=high)
