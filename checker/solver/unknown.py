"""A record that is not yet known: bounded tables of symbolic rows.

It has a fixed number of event slots, in order of their start, the used ones first;
each is a call of some tool or a decision. What is true of every record, and the
bounds of the scope, become assertions. Resolution is `spec.resolution`, read here
as everywhere else.
"""

from collections.abc import Iterator

from ...model.tables import LANDS
from ...spec import syntax as s
from ...spec.errors import ObligatoError
from ...spec.requests import Request
from ...spec.sorts import Column, Sort
from ...spec.tools import Tool
from ...spec.values import NEVER
from ...spec.worlds import Instance
from . import symbols as y
from .bounds import bounds
from .scope import BIG, EXACT, Names, Scope
from .smt import FALSE, TRUE, Text, between, compare, conj, disj, ite, neg, number, plus
from .symbols import Name, Num, Row, Sym

KEPT = ("by", "start", "took", "unclear", "answered", "again")
FAILED, OK, UNKNOWN = "0", "1", "2"  # the status of a call
GIVEN, DECLINED, REVOKED = "0", "1", "2"  # the verdict of a decision


class SymbolicRecord:
    """The tables of a bounded record of ``request``, and what is true of each."""

    def __init__(
        self, request: Request, scope: Scope, names: Names, text: Text | None = None
    ) -> None:
        """Declare a record; with ``text`` look anew at the one declared there."""
        self.request, self.scope, self.names = request, scope, names
        self.world, self.claims = request.world, request.slots
        self.text = Text() if text is None else text
        logs = [t.name for t in self.world.tools]
        logs += [d.name for d in self.world.decisions]
        self.sources = {name: str(i + 1) for i, name in enumerate(logs)}
        self.slots = range(scope.events)
        self._derived: dict[s.Table, list[Row]] = {}
        self._cells: dict[tuple[int, str], dict[str, Sym | list[Row]]] = {}
        self.took = [self._raw_took(i) for i in self.slots]
        self.claimed = self.var("claimed", "Bool")
        for condition in bounds(self) if text is None else ():
            self.text.add(condition)

    def var(self, name: str, sort: str = "Int") -> str:
        """Return the variable called ``name``."""
        return self.text.declare(self.said(name), sort)

    def said(self, name: str) -> str:
        """Return what the variable is called in the text."""
        return name

    def source(self, i: int) -> str:
        """Return what slot ``i`` is a call or decision of; 0: it is not used."""
        return self.var(f"e{i}.source")

    def status(self, i: int) -> str:
        """Return the status of the call, or the verdict of the decision, in slot i."""
        return self.var(f"e{i}.status")

    def is_(self, i: int, source: str) -> str:
        """Return: slot ``i`` is used for ``source``."""
        return compare("=", self.source(i), self.sources[source])

    def cell(self, prefix: str, column: Column, known: str) -> Sym | list[Row]:
        """Return the value of a column, with the variables it is made of."""
        match column.sort.kind:
            case "Bool":
                return Name(self.var(f"{prefix}.{column.name}", "Bool"), known)
            case "Rows":
                return self._inside(f"{prefix}.{column.name}", column, known)
            case "entity":
                term = self.var(f"{prefix}.{column.name}")
                self.within(term, 0, max(0, self.names.size(column.sort.name) - 1))
                return Name(term, known)
            case "Int" | "Time" | "Decimal":
                term = self.var(f"{prefix}.{column.name}")
                self.within(term, -EXACT, EXACT)
                return y.num(term, known)
        raise Unencodable(f"a {column.sort.name} has no encoding")

    def known(self, i: int, column: str) -> str:
        """Return: the answer in slot ``i`` came with this column."""
        return self.var(f"e{i}.{column}?", "Bool")

    def named(self, kind: str, name: str, sort: str) -> Sym:
        """Return the value of a role (``bound``) or of a slot (``claim``)."""
        known = self.var(f"{kind}.{name}?", "Bool")
        found = self.cell(kind, Column(name, Sort(sort)), known)
        assert not isinstance(found, list)
        return found

    def now(self) -> Num:
        """Return the time of the judgement."""
        return y.num(self.var("now"))

    def frontier(self) -> Num:
        """Return when the work last changed hands; before everything, if never."""
        handed = self.var("handoff?", "Bool")
        return y.num(ite(handed, self.var("handoff"), number(NEVER)))

    def rows(self, table: s.Table, outer: Row | None = None) -> list[Row]:
        """Return the rows that may be in ``table``."""
        if isinstance(table, s.Inside):
            assert outer is not None
            inside = outer.cells.get(table.field)
            return (
                inside
                if isinstance(inside, list)
                else [Row({}, outer.possible, FALSE, open=True)]
            )
        if table not in self._derived:
            self._derived[table] = list(self._rows(table))
        return self._derived[table]

    def _rows(self, table: s.Table) -> Iterator[Row]:
        match table:
            case s.Calls(name):
                tool = self.world.tool(name)
                for i in self.slots:
                    there = self.is_(i, name)
                    if there != FALSE:
                        yield Row(self.call(i, tool), there, there, (i,))
                yield from self._gap(name, tool.columns, again=tool.repeat == "again")
            case s.Decided(name, verdict):
                columns = self.world.decision(name).columns
                for i in self.slots:
                    given = compare("=", self.status(i), GIVEN)
                    right = given if verdict == "given" else neg(given)
                    there = conj((self.is_(i, name), right))
                    yield Row(self._event(i, name, columns), there, there, (i,))
                yield from self._gap(name, columns)
            case s.Made(effect) | s.Ended(effect):
                for tool in self.world.tools:
                    instances = tool.makes if isinstance(table, s.Made) else tool.ends
                    for instance in instances:
                        if instance.effect.name == effect:
                            yield from self._brought_about(tool, instance)
            case s.Entities(sort):
                declared = self.var(f"entities.{sort}?", "Bool")
                for id in range(self.names.size(sort)):
                    there = conj((declared, self.var(f"entities.{sort}.{id}", "Bool")))
                    yield Row({"self": Name(str(id))}, there, there, (Name(str(id)),))
                yield Row({"self": y.UNKNOWN_NAME}, neg(declared), FALSE, open=True)

    def call(self, i: int, tool: Tool) -> dict[str, Sym | list[Row]]:
        """Return the cells of slot ``i`` as a call of ``tool``."""
        cells = dict(self._event(i, tool.name, tool.takes))
        if (i, f"{tool.name}()") not in self._cells:
            self._cells[i, f"{tool.name}()"] = {
                c.name: self.cell(
                    f"e{i}.{tool.name}", c, self.known(i, f"{tool.name}.{c.name}")
                )
                for c in tool.returns
            }
        cells.update(self._cells[i, f"{tool.name}()"])
        end, lag = self.var(f"e{i}.end"), BIG if tool.settles is None else tool.settles
        late = ite(compare("=", self.status(i), UNKNOWN), plus((end, str(lag))), end)
        cells[LANDS] = Num(end, late)
        cells["took"] = self.took[i]
        cells["unclear"] = Name(compare("=", self.status(i), UNKNOWN))
        cells["answered"] = Name(compare("=", self.status(i), OK))
        cells["again"] = Name(TRUE if tool.repeat == "again" else FALSE)
        return cells

    def _event(
        self, i: int, source: str, columns: tuple[Column, ...]
    ) -> dict[str, Sym | list[Row]]:
        if (i, source) not in self._cells:
            cells = {c.name: self.cell(f"e{i}.{source}", c, TRUE) for c in columns}
            cells["by"] = Name(self.var(f"e{i}.by"))
            cells["start"] = y.num(self.var(f"e{i}.start"))
            cells["end"] = y.num(self.var(f"e{i}.end"))
            self._cells[i, source] = cells
        return self._cells[i, source]

    def _gap(
        self, source: str, columns: tuple[Column, ...], again: bool = True
    ) -> Iterator[Row]:
        gap = self.var(f"gap.{source}", "Bool")
        time = Num(self.var(f"gap.{source}.since"), self.var(f"gap.{source}.until"))
        cells: dict[str, Sym | list[Row]] = {c.name: blank(c) for c in columns}
        fixed: dict[str, Sym] = {
            **dict.fromkeys(("took", "unclear", "answered"), y.UNKNOWN_FLAG),
            "again": Name(TRUE if again else FALSE),
            "by": y.UNKNOWN_NAME,
            "start": time,
            "end": time,
            LANDS: time,
        }
        yield Row({**cells, **fixed}, gap, FALSE, open=True)

    def _inside(self, prefix: str, column: Column, known: str) -> list[Row]:
        size = self.var(f"{prefix}#")
        self.within(size, 0, self.scope.rows)
        found = []
        for k in range(self.scope.rows):
            cells = {
                c.name: self.cell(f"{prefix}.{k}", c, TRUE) for c in column.columns
            }
            there = conj((known, compare("<", str(k), size)))
            names = column.key or tuple(c.name for c in column.columns)
            found.append(Row(cells, there, there, tuple(cells[name] for name in names)))
        blanks: dict[str, Sym | list[Row]] = {c.name: blank(c) for c in column.columns}
        return [*found, Row(blanks, neg(known), FALSE, open=True)]

    def _brought_about(self, tool: Tool, instance: Instance) -> Iterator[Row]:
        columns = instance.effect.columns
        for call in self.rows(s.Calls(tool.name)):
            kept = {k: call.cells[k] for k in KEPT} | {"end": call.cells[LANDS]}
            inner = call.cells[instance.inside] if instance.inside else None
            rows = (
                inner
                if isinstance(inner, list)
                else [Row({}, TRUE, TRUE, open=call.open)]
            )
            for j, row in enumerate(rows):
                cells: dict[str, Sym | list[Row]] = {
                    c.name: blank(c)
                    if row.open and instance.inside
                    else self._of(term, call, row)
                    for c, term in zip(columns, instance.terms, strict=True)
                }
                possible, sure = (
                    conj((call.possible, row.possible)),
                    conj((call.sure, row.sure)),
                )
                yield Row(
                    {**cells, **kept},
                    possible,
                    sure,
                    (*call.key, tool.name, j),
                    row.open or call.open,
                )

    def _of(self, term: s.Term, call: Row, inner: Row) -> Sym | list[Row]:
        match term:
            case s.Const(constant, sort):
                return self.constant(constant, sort)
            case s.Get(s.THIS, field):
                return call.cells[field]
            case s.Get(_, field):
                return inner.cells[field]
        raise AssertionError(
            f"an effect is named by fields and constants, not {term!r}"
        )

    def constant(self, constant: str | int | bool, sort: str) -> Sym:
        """Return a constant of a sort."""
        if isinstance(constant, bool):
            return Name(TRUE if constant else FALSE)
        if isinstance(constant, str):
            return Name(str(self.names.id(sort, constant)))
        return y.exact(constant)

    def settled(self, took: list[Name]) -> None:
        """Take these for what became of the calls, and forget what was derived."""
        self.took = took
        self._derived.clear()

    def _raw_took(self, i: int) -> Name:
        clean = disj(
            self.is_(i, t.name) for t in self.world.tools if t.fails == "clean"
        )
        failed = compare("=", self.status(i), FAILED)
        ok = compare("=", self.status(i), OK)
        return Name(ok, disj((ok, conj((failed, clean)))))

    def within(self, term: str, low: int, high: int) -> None:
        """Say that a number lies from ``low`` to ``high``."""
        self.text.add(between(term, low, high))


def blank(column: Column) -> Sym | list[Row]:
    """Return a cell of which nothing is known."""
    match column.sort.kind:
        case "Bool":
            return y.UNKNOWN_FLAG
        case "Rows":
            cells: dict[str, Sym | list[Row]] = {
                c.name: blank(c) for c in column.columns
            }
            return [Row(cells, TRUE, FALSE, open=True)]
        case "entity":
            return y.UNKNOWN_NAME
    return y.UNKNOWN_NUM


class Unencodable(ObligatoError):
    """The question needs something that the solver's encoding does not have."""

    def __str__(self) -> str:
        """Say what has none, and what can still be done."""
        return f"{self.args[0]}, so the solver cannot be asked; `check` judges records"
