"""Tools: what can be called, and what the live tool itself does and enforces.

In a tool's `requires`, `makes`, `ends` and `tells` a field is that of the call
itself, so that they read as the tool's own documentation would.
"""

from collections.abc import Iterable

import attrs

from . import syntax as s
from .drafts import Draft
from .errors import SpecError, shown, unknown
from .sorts import EVENT, Bool, Column
from .surface import Pattern
from .terms import Field, Formula, Matching, formula
from .worlds import Instance, Telling, columns_of, named, several, whole


def _name(name: str) -> str:
    return named(name, "tool")


def _takes(fields: Iterable[object]) -> tuple[Column, ...]:
    return columns_of(fields, "takes")


def _returns(fields: Iterable[object]) -> tuple[Column, ...]:
    return columns_of(fields, "returns")


def _makes(instances: Iterable[Instance]) -> tuple[Instance, ...]:
    return several(instances, Instance, "makes", "an effect, as paid(invoice)")


def _ends(instances: Iterable[Instance]) -> tuple[Instance, ...]:
    return several(instances, Instance, "ends", "an effect, as paid(invoice)")


def _tells(tellings: Iterable[Telling]) -> tuple[Telling, ...]:
    each = "an effect with its condition, as paid(invoice).when(found)"
    return several(tellings, Telling, "tells", each)


def _requires(condition: Formula | Matching | s.Formula) -> s.Formula:
    return condition if isinstance(condition, s.Formula) else formula(condition).node


def _error(flag: Field | Column | None) -> Column | None:
    return flag.column if isinstance(flag, Field) else flag


@attrs.frozen(cache_hash=True)
class Tool:
    """Something that can be called.

    `takes`, `returns`: its arguments and the columns of its answer.
    `requires`: what the live tool itself enforces, never what we wish.
    `makes`, `ends`: the effects a call brings about and undoes.
    `tells`: what a read reports about effects.
    `repeat`: ``again`` (a repeat makes a second effect) or ``same`` (it does not).
    `fails`: ``maybe`` (a failed call may have taken effect) or ``clean``.
    `settles`: ms after its end from which an unanswered call can no longer take
    effect; None is never.
    `error`: a flag of the answer that means failed, whatever the transport said.
    """

    name: str = attrs.field(converter=_name)
    takes: tuple[Column, ...] = attrs.field(converter=_takes, default=())
    returns: tuple[Column, ...] = attrs.field(converter=_returns, default=())
    requires: s.Formula = attrs.field(
        converter=_requires,
        default=s.TRUE,
        kw_only=True,
    )
    makes: tuple[Instance, ...] = attrs.field(
        converter=_makes, default=(), kw_only=True
    )
    ends: tuple[Instance, ...] = attrs.field(converter=_ends, default=(), kw_only=True)
    tells: tuple[Telling, ...] = attrs.field(converter=_tells, default=(), kw_only=True)
    repeat: str = attrs.field(default="again", kw_only=True)
    fails: str = attrs.field(default="maybe", kw_only=True)
    settles: int | None = attrs.field(default=None, kw_only=True)
    error: Column | None = attrs.field(
        converter=_error,
        default=None,
        kw_only=True,
    )

    def __attrs_post_init__(self) -> None:
        columns_of(self.columns, f"tool {self.name}")
        for name, value, allowed in (
            ("repeat", self.repeat, ("again", "same")),
            ("fails", self.fails, ("maybe", "clean")),
        ):
            if value not in allowed:
                raise SpecError(
                    f"{self.name}: {name}={shown(value)} must be {' or '.join(allowed)}"
                )
        if self.settles is not None and (
            type(self.settles) is not int or self.settles < 0
        ):
            raise SpecError(
                f"{self.name}: settles={shown(self.settles)} must be ms, 0 or more"
            )
        if self.error is not None and not (
            isinstance(self.error, Column)
            and self.error in self.returns
            and self.error.sort == Bool
        ):
            raise SpecError(
                f"{self.name}: error={shown(self.error)} must be a flag it returns"
            )
        for kind, instances in (("makes", self.makes), ("ends", self.ends)):
            for instance in instances:
                self._own(kind, *instance.terms)
        for telling in self.tells:
            self._own("tells", *telling.instance.terms)
            if telling.instance.inside:
                raise SpecError(
                    f"{self.name}: tells={telling.instance.effect.name} for each row "
                    f"of {telling.instance.inside}: a read tells of one effect"
                )
            self._whole("tells", telling.when)
        self._whole("requires", self.requires)

    def _whole(self, kind: str, condition: s.Formula) -> None:
        """See that a condition is about the call, not about one row of a field."""
        self._own(kind, condition)
        if s.free(condition) - {s.THIS}:
            raise SpecError(
                f"{self.name}: {kind} speaks of a row of a field, of which a call has "
                "many: say what holds of the call"
            )

    def _own(self, kind: str, *nodes: s.Node) -> None:
        """See that these speak of no row but the call, and of no column it lacks."""
        own = {s.THIS: self.columns}
        own |= {f"{s.THIS}.{c.name}": c.columns for c in self.columns if c.columns}
        for node in nodes:
            for name in s.free(node) - own.keys():
                raise SpecError(
                    f"{self.name}: {kind} speaks of {name}, no field of the call"
                )
            for found in s.walk(node):
                if isinstance(found, s.Get) and found.row in own:
                    names = {c.name for c in own[found.row]} | {*EVENT}
                    if found.field not in names:
                        raise unknown(f"field of {self.name}", found.field, names)

    @property
    def columns(self) -> tuple[Column, ...]:
        """The columns of its rows: arguments, then answers."""
        return self.takes + self.returns

    @property
    def told(self) -> tuple[s.Node, ...]:
        """The formulas and terms in which it speaks of its own calls."""
        telling = tuple(telling.instance for telling in self.tells)
        terms = (t for i in (*self.makes, *self.ends, *telling) for t in i.terms)
        return (self.requires, *(telling.when for telling in self.tells), *terms)

    @property
    def writes(self) -> bool:
        """Whether a call brings about or undoes an effect."""
        return bool(self.makes or self.ends)

    def done(self, **values: object) -> Pattern:
        """Range over the calls that took effect."""
        return self.tried(**values).marked("took")

    def tried(self, **values: object) -> Pattern:
        """Range over all calls."""
        return Pattern(s.Calls(self.name), self.columns).matching(**values)

    def unclear(self, **values: object) -> Pattern:
        """Range over the calls whose own answer never came, whatever reads told."""
        return self.tried(**values).marked("unclear")

    def __call__(self, **values: object) -> Draft:
        """Write a call in a script: ``pay(invoice="INV-42").ok(file="txn7.pdf")``."""
        return Draft(
            self.name, whole(values, self.takes, self.name), "pending", self.returns
        )
