"""What the world is made of beside its tools: effects, decisions, given relations.

What an effect *is* is its name and its arguments, never a call id or an
idempotency key. A decision is somebody's yes or no to certain arguments.
"""

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

import attrs

from . import syntax as s
from .drafts import Draft, fill
from .errors import SpecError, shown, unknown
from .sorts import NAME, Bool, Column, Sort
from .surface import Pattern
from .terms import Field, Formula, Operand, Term, formula, term

T = TypeVar("T")


def columns_of(fields: Iterable[object], what: str) -> tuple[Column, ...]:
    """Return the columns of fields, named apart; a sort alone names its own."""
    columns = []
    for field in several(fields, object, what, ""):
        match field:
            case Field():
                columns.append(field.column)
            case Column():
                columns.append(field)
            case Sort():
                columns.append(Column(field.name.lower(), field))
            case _:
                raise SpecError(
                    f"{what}={shown(field)} must be a field, as Invoice('invoice')"
                )
    names = [c.name for c in columns]
    for name in names:
        if names.count(name) > 1:
            raise SpecError(
                f"{what}: the field {name!r} is there twice; name them apart"
            )
    return tuple(columns)


def several(things: Iterable[T], kind: type[T], what: str, each: str) -> tuple[T, ...]:
    """Return ``things`` as a tuple. ``each`` says what a ``kind`` looks like."""
    if isinstance(things, str | Term) or not isinstance(things, Iterable):
        raise SpecError(f"{what}={shown(things)} must be a list: {what}=[…]")
    found = tuple(things)
    for thing in found:
        if not isinstance(thing, kind):
            raise SpecError(f"{what}: {shown(thing)} must be {each}")
    return found


def text(value: object, what: str) -> None:
    """See that ``value`` is text that says something, or raise `SpecError`."""
    if not isinstance(value, str) or not value.strip():
        raise SpecError(f"{what}={shown(value)} must be text")


def named(name: str, what: str) -> str:
    """Return ``name`` if it can name a ``what``, or raise `SpecError`."""
    if not isinstance(name, str) or not NAME.match(name):
        raise SpecError(f"{what} name={shown(name)} must be an identifier")
    return name


def whole(
    values: Mapping[str, object], columns: tuple[Column, ...], what: str
) -> dict[str, Any]:
    """Return the arguments of a call or decision, none of them missing."""
    read = fill(values, columns, f"argument of {what}")
    for column in columns:
        if column.name not in read:
            raise SpecError(
                f"{what}(…) lacks {column.name}: write {what}({column.name}=…)"
            )
    return read


def Rows(
    name: str, *fields: Field, key: Field | None = None
) -> Field:  # reads as a type
    """Make a field that holds rows: ``Rows("lines", line, amount, key=line)``.

    Rows of equal `key` are one row, reported twice; without a key, rows that are
    alike in every column are.
    """
    columns = columns_of(fields, f"Rows({name!r})")
    if not columns:
        raise SpecError(f"Rows({name!r}) needs at least one field")
    for column in columns:
        if hasattr(Term, column.name):  # lines.sort would be the sort of `lines`
            raise SpecError(f"Rows({name!r}): the name {column.name!r} is taken")
    keys = columns_of([key] if key is not None else [], f"key of {name}")
    if not set(keys) <= set(columns):
        raise unknown(f"key column of {name}", keys[0].name, (c.name for c in columns))
    return Field(Column(name, Sort("Rows"), columns, tuple(c.name for c in keys)))


@attrs.frozen
class Instance:
    """An effect with the terms that name its arguments, in one call of a tool.

    `inside` is the field whose rows each bring it about, or empty.
    """

    effect: "Effect"
    terms: tuple[s.Term, ...]
    inside: str = ""

    def when(self, condition: Formula | Field) -> "Telling":
        """Say that a read finds it exactly if its answer meets ``condition``."""
        if isinstance(condition, Field) and condition.sort == Bool:
            found: s.Formula = s.Equal(condition.node, s.Const(True, Bool.name))
        else:
            found = formula(condition).node
        return Telling(self, found)


@attrs.frozen
class Telling:
    """What a read tells: the effect holds exactly if ``when``, of its own answer."""

    instance: Instance
    when: s.Formula


@attrs.frozen(init=False)
class Effect:
    """Something brought about in the world, whatever tool did it."""

    name: str
    columns: tuple[Column, ...]

    def __init__(self, name: str, *fields: Sort | Field | Column) -> None:
        make = self.__attrs_init__  # pyright: ignore[reportAttributeAccessIssue]  # attrs
        make(named(name, "effect"), columns_of(fields, f"effect {name}"))

    def __call__(self, *terms: Operand) -> Instance:
        """Name the effect of one call: ``paid(invoice)``."""
        if len(terms) != len(self.columns):
            wanted = ", ".join(c.name for c in self.columns)
            raise SpecError(
                f"{self.name} takes {len(self.columns)} arguments ({wanted}), "
                f"not {len(terms)}"
            )
        nodes = tuple(
            term(t, c.sort).node for t, c in zip(terms, self.columns, strict=True)
        )
        rows = {name for node in nodes for name in s.free(node)} - {s.THIS}
        if len(rows) > 1 or not all(name.startswith("this.") for name in rows):
            raise SpecError(
                f"{self.name}(…) speaks of the call's own fields, "
                "and of the rows of one of them"
            )
        return Instance(self, nodes, next(iter(rows), "this.")[5:])

    def made(self, **values: object) -> Pattern:
        """Range over the calls that made it and took effect."""
        return (
            Pattern(s.Made(self.name), self.columns).matching(**values).marked("took")
        )

    def ended(self, **values: object) -> Pattern:
        """Range over the calls that ended it and took effect."""
        return (
            Pattern(s.Ended(self.name), self.columns).matching(**values).marked("took")
        )


@attrs.frozen(init=False)
class Decision:
    """A decision that people take about something: ``approve(change, diff)``."""

    name: str
    columns: tuple[Column, ...]

    def __init__(self, name: str, of: Iterable[Field | Column]) -> None:
        make = self.__attrs_init__  # pyright: ignore[reportAttributeAccessIssue]  # attrs
        make(named(name, "decision"), columns_of(of, f"decision {name}"))

    def given(self, **values: object) -> Pattern:
        """Range over the times it was given."""
        return Pattern(s.Decided(self.name, "given"), self.columns).matching(**values)

    def withdrawn(self, **values: object) -> Pattern:
        """Range over the times it was declined or revoked."""
        return Pattern(s.Decided(self.name, "withdrawn"), self.columns).matching(
            **values
        )

    def __call__(self, **values: object) -> Draft:
        """Write the decision in a script: ``approve(change="c1").by("bob")``."""
        return Draft(self.name, whole(values, self.columns, self.name), "given")


@attrs.frozen(init=False)
class Given:
    """A relation that the record gives, computed when a case is loaded."""

    name: str
    columns: tuple[Column, ...]

    def __init__(self, name: str, *fields: Sort | Field | Column) -> None:
        make = self.__attrs_init__  # pyright: ignore[reportAttributeAccessIssue]  # attrs
        make(named(name, "relation"), columns_of(fields, f"relation {name}"))

    def __call__(self, *terms: Operand) -> Formula:
        """Whether the relation holds of these."""
        if len(terms) != len(self.columns):
            raise SpecError(
                f"{self.name} takes {len(self.columns)} arguments, not {len(terms)}"
            )
        pairs = zip(terms, self.columns, strict=True)
        return Formula(
            s.Given(self.name, tuple(term(t, c.sort).node for t, c in pairs))
        )
