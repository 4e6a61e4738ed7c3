"""A grammar: the shapes of a family of attrs classes, derived from their fields.

An object of one class has a key for each field. Where several classes may stand, the
class is the one key of an object around it: ``{"not": …}``, ``{"get": {"row": …}}``;
a class with one field needs no object inside.
"""

# ruff: noqa: D102  # the methods of a shape are documented once, in `Shape`

import re
import types
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, lru_cache
from typing import Any, Union, get_args, get_origin, get_type_hints

import attrs

from ..spec.errors import CaseError, shown
from .places import Place, placed
from .shapes import (
    Cell,
    Definitions,
    Flag,
    Many,
    Maybe,
    Member,
    Named,
    Schema,
    Shape,
    Text,
    Whole,
    an_object,
    closed,
    fields,
    written,
)

BASIC: Mapping[Any, Shape] = {str: Text(), int: Whole(), bool: Flag(), Any: Cell()}


@attrs.frozen(eq=False)
class Grammar:
    """How a document departs from the fields of its classes, and what follows.

    `shapes`: of types, and of single fields, as (class, field); None is a field
    that follows from the others. `makes`: what to call instead of the class.
    `views`: what to write instead of an instance. `names`: of unions, for the schema.
    """

    shapes: Mapping[Any, Shape | None] = attrs.field(factory=dict)
    makes: Mapping[type, Callable[..., Any]] = attrs.field(factory=dict)
    views: Mapping[type, Callable[[Any], Any]] = attrs.field(factory=dict)
    names: Mapping[str, Any] = attrs.field(factory=dict)
    _known: dict[Any, Shape] = attrs.field(factory=dict, init=False, repr=False)
    _members: dict[type, dict[str, Member]] = attrs.field(
        factory=dict, init=False, repr=False
    )

    def of(self, hint: Any) -> Shape:
        """Return the shape of a type, as an annotation says it."""
        if hint not in self._known:
            known = self.shapes.get(hint) or BASIC.get(hint)
            self._known[hint] = known or self._of(hint)
        return self._known[hint]

    def _of(self, hint: Any) -> Shape:
        origin, inner = get_origin(hint), get_args(hint)
        if origin in (Union, types.UnionType):
            return self._union(inner)
        if origin is tuple:
            return Many(self.of(inner[0]))
        if origin is not None and issubclass(origin, Mapping):
            return Named(self.of(inner[1]))
        assert attrs.has(hint), f"no shape for {hint!r}"
        return Object(hint, self)

    def _union(self, members: tuple[Any, ...]) -> Shape:
        if type(None) in members:
            kinds = tuple(m for m in members if m is not type(None))
            return Maybe(self.of(Union[kinds]))  # noqa: UP007  # a tuple of types
        if not all(map(attrs.has, members)):
            return Cell()
        names = [n for n, u in self.names.items() if set(get_args(u)) == set(members)]
        return OneOf(members, self, names[0])

    def members(self, kind: type) -> dict[str, Member]:
        """Return the keys of an object that stands for a ``kind``."""
        if kind not in self._members:
            self._members[kind] = dict(self._each(kind))
        return self._members[kind]

    def _each(self, kind: type) -> Iterator[tuple[str, Member]]:
        for field in attrs.fields(kind):
            key = (kind, field.name)
            shape = (
                self.shapes[key]
                if key in self.shapes
                else self.of(hints(kind)[field.name])
            )
            if shape is not None:
                yield field.name, Member(shape, field.default)

    def make(self, kind: type, values: dict[str, Any], place: Place) -> Any:
        """Return the ``kind`` that has these values, if there can be one."""
        with placed(place):
            return self.makes.get(kind, kind)(**values)

    def view(self, value: Any) -> Any:
        """Return what is written of ``value``."""
        change = self.views.get(type(value))
        return value if change is None else change(value)


@attrs.frozen
class Object:
    """The shape of one class: an object with its fields as keys."""

    kind: type
    grammar: Grammar

    def read(self, value: Any, place: Place) -> Any:
        found = fields(self.grammar.members(self.kind), value, place)
        return self.grammar.make(self.kind, found, place)

    def write(self, value: Any, place: Place) -> Any:
        members = self.grammar.members(self.kind)
        return written(members, self.grammar.view(value), place)

    def schema(self, defs: Definitions) -> Schema:
        # Two modules have a class of one name: what was decided, and a table of it.
        name = f"{self.kind.__module__.rpartition('.')[2]}.{tag(self.kind)}"
        if name not in defs:
            defs[name] = {}  # so that what refers back to it ends here
            defs[name] = closed(self.grammar.members(self.kind), defs)
        return {"$ref": f"#/$defs/{name}"}


@attrs.frozen
class Alone:
    """The shape of a class with one field, where the class is named: the field's."""

    kind: type
    grammar: Grammar

    @property
    def field(self) -> tuple[str, Member]:
        """The field and its shape."""
        ((name, member),) = self.grammar.members(self.kind).items()
        return name, member

    def read(self, value: Any, place: Place) -> Any:
        name, member = self.field
        found = {name: member.shape.read(value, place)}
        return self.grammar.make(self.kind, found, place)

    def write(self, value: Any, place: Place) -> Any:
        name, member = self.field
        return member.shape.write(getattr(self.grammar.view(value), name), place)

    def schema(self, defs: Definitions) -> Schema:
        return self.field[1].shape.schema(defs)


@attrs.frozen
class OneOf:
    """The shape of several classes: an object whose one key says which."""

    kinds: tuple[type, ...]
    grammar: Grammar
    name: str

    @cached_property
    def tagged(self) -> dict[str, Shape]:
        """The shape of each class, by its tag."""
        return {tag(kind): self._inner(kind) for kind in self.kinds}

    def _inner(self, kind: type) -> Shape:
        single = len(self.grammar.members(kind)) == 1
        return Alone(kind, self.grammar) if single else Object(kind, self.grammar)

    def read(self, value: Any, place: Place) -> Any:
        found = an_object(value, place)
        if len(found) != 1:
            raise place.wrong(value, f"write one key of: {self._known()}")
        ((name, inner),) = found.items()
        if name not in self.tagged:
            problem = f"no {self.name} {shown(name)}"
            raise CaseError(str(place), problem, f"there are: {self._known()}")
        return self.tagged[name].read(inner, place / name)

    def write(self, value: Any, place: Place) -> Any:
        name = tag(type(value))
        return {name: self.tagged[name].write(value, place / name)}

    def schema(self, defs: Definitions) -> Schema:
        if self.name not in defs:
            defs[self.name] = {}  # so that what refers back to it ends here
            defs[self.name] = {
                "type": "object",
                "properties": {k: s.schema(defs) for k, s in self.tagged.items()},
                "additionalProperties": False,
                "minProperties": 1,
                "maxProperties": 1,
            }
        return {"$ref": f"#/$defs/{self.name}"}

    def _known(self) -> str:
        return ", ".join(sorted(self.tagged))


@lru_cache(maxsize=256)
def hints(kind: type) -> dict[str, Any]:
    """Return the type of each field of a class."""
    return get_type_hints(kind)


def tag(kind: type) -> str:
    """Return the word for a class in documents: ``at_most`` for ``AtMost``."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()
