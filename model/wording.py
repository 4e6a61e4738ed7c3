"""Rows, values, terms and comparisons in words: facts as the record has them."""

from collections.abc import Iterator, Mapping

from ..spec import syntax as s
from ..spec.resolution import confirmed, denied
from ..spec.semantics import holds, value
from ..spec.values import UNKNOWN, known
from .explained import Explained, Tree
from .plain import apart, key, kind, label, plain, shown, sort_of, time
from .tables import KEY, LANDS, OPEN, Row

SIGNS = {s.Equal: ("=", "≠"), s.Less: ("<", "≥"), s.AtMost: ("≤", ">")}
TURNED = {"=": "=", "≠": "≠", "<": ">", ">": "<", "≤": "≥", "≥": "≤"}
FLAGS = {
    "unclear": ("no answer of its own came", "its answer came"),
    "answered": ("was answered", "was not answered"),
    "again": ("a repeat makes a second effect", "a repeat makes no second effect"),
}
Names = Mapping[str, str]  # variable ↦ what its row is called


class Wording:
    """The words for one record, by its reading."""

    def __init__(self, reading: Explained) -> None:
        self.reading = reading
        self.world = reading.tables.world
        self._calls = {
            row[KEY]: (tool, row)
            for tool, rows in reading.tables.calls.items()
            for row in rows
            if OPEN not in row
        }

    def row(self, table: s.Table, row: Row) -> tuple[str, str]:
        """Return what a row is called: ``approve e2 by ann``, and in short."""
        if OPEN in row:
            call = self.source(row) if isinstance(table, s.Made | s.Ended) else ""
            lacking = f"{_article(kind(table))} that the record may lack"
            name = f"{call}, whose answer is missing" if call else lacking
            return name, name
        match table:
            case s.Calls(tool):
                name = f"{tool} {row[KEY]}"
            case s.Decided(decision, verdict):
                name = f"{decision} {row[KEY]}"
                said = "" if verdict == "given" else " withdrawn"
                return f"{name}{said} by {plain(row['by'])}", name
            case s.Made(effect) | s.Ended(effect):
                said = effect if isinstance(table, s.Made) else f"end of {effect}"
                columns = self.world.effect(effect).columns
                found = ", ".join(shown(row[c.name], c.sort.name) for c in columns)
                name = self.source(row)
                return f"{name} ({said} {found})", name
            case s.Entities(sort):
                name = f"{sort} {plain(row['self'])}"
            case s.Inside(field=field):
                name = f"row of {field} {key(row[KEY])}"
        return name, name

    def source(self, row: Row) -> str:
        """Return the call that a row of an effect comes from: ``pay e1``."""
        name = row[KEY][0] if isinstance(row[KEY], tuple) else row[KEY]
        if name in self._calls:
            return f"{self._calls[name][0]} {name}"
        return next(
            (f"{t} {n}" for n, (t, c) in self._calls.items() if _same(c, row)), ""
        )

    def doubt(self, row: Row) -> str:
        """Return why it is not known whether a call took effect."""
        if OPEN in row:
            return "the log may be incomplete"
        if row.get("unclear"):
            return "no answer came, so whether it took effect is unknown"
        return "it failed, which may have taken effect all the same"

    def effect(self, row: Row) -> str:
        """Return what is known of whether a call took effect, and from what."""
        took = row["took"]
        if took is UNKNOWN:
            return self.doubt(row)
        plainly = "took effect" if took else "took no effect"
        reader = self.settled(row)
        if reader:
            return f"{plainly}, as {reader} tells, though no answer of its own did"
        return plainly if took else "failed"

    def settled(self, row: Row) -> str:
        """Return the read that settled the outcome of a call, or nothing."""
        name = row[KEY][0] if isinstance(row[KEY], tuple) else row[KEY]
        if row["took"] is UNKNOWN or row["answered"] or name not in self._calls:
            return ""
        tool, call = self._calls[name]
        if not (row["unclear"] or self.world.tool(tool).fails == "maybe"):
            return ""
        rule = confirmed if row["took"] else denied
        told = holds(
            rule(self.world, self.world.tool(tool)),
            self.reading,
            {s.THIS: call},
            sure=True,
        )
        return next((self.row(t, r)[1] for t, r in witnesses(told)), "a later read")

    def fact(self, tree: Tree, names: Names, about: str = "") -> str:
        """Return a comparison as a fact: ``to b ≠ a (bound)``.

        `about`: the variable of the row that the sentence is about.
        """
        node, rows = tree.node, tree.rows
        match node:
            case s.Given(relation, terms):
                found = ", ".join(self.side(t, rows, names) for t in terms)
                said = "unknown whether " if tree.open else "" if tree.held else "not "
                return f"{said}{relation}: {found}"
            case s.Equal(s.Get(x, "took"), s.Const(True)):
                return self.effect(rows[x])
            case s.Equal(s.Get(x, field), s.Const(True)) if field in FLAGS:
                flag = rows[x][field]
                return FLAGS[field][not flag] if known(flag) else self.doubt(rows[x])
            case s.Equal(s.Get() as t, s.Const()) if tree.held and not tree.open:
                return self.side(t, rows, names)
            case s.Less(s.Get(x, "end"), s.Get(y, "start")) if not tree.open:
                ended, started = rows[x]["end"], rows[y]["start"]
                times = f"{time(ended)} {'<' if tree.held else '≥'} {time(started)}"
                word, others = ("after", x) if about == y else ("before", y)
                first = "" if about in (x, y) else f"{names.get(x, x)} "
                no = "" if tree.held else "not "
                return f"{first}{no}{word} {names.get(others, others)} ({times})"
            case s.Equal(t, u) | s.Less(t, u) | s.AtMost(t, u):
                yes, no = SIGNS[type(node)]
                if isinstance(t, s.Const):
                    t, u, yes, no = u, t, TURNED[yes], TURNED[no]
                sign = f"{yes}?" if tree.open else yes if tree.held else no
                for side in (t, u):
                    if known(value(side, self.reading.truth, rows)):
                        continue
                    if isinstance(side, s.Role):
                        return f"{side.name} is not bound"
                    if isinstance(side, s.Slot):
                        return f"{side.name} is not claimed"
                left = self.side(t, rows, names, other=u)
                right = self.side(u, rows, names, first=False, other=t)
                return f"{left} {sign} {right}"
        raise AssertionError(f"no comparison: {node!r}")

    def side(
        self,
        t: s.Term,
        rows: Mapping[str, Row],
        names: Names,
        first: bool = True,
        other: s.Term | None = None,
    ) -> str:
        """Return a term with its value, as the first or the second of two."""
        found = self.value(t, other, rows)
        match t:
            case s.Get(x, "self" | "took", _):
                return found
            case s.Get(x, field, _) if first:
                return f"{field} {found}"
            case s.Get(x, field, _):
                named = "" if field == label(other) else f"{field} "
                return f"{named}{found} ({names.get(x, x)})"
            case s.Role(role):
                return f"bound {role} {found}" if first else f"{found} (bound)"
            case s.Slot(slot):
                return f"claimed {slot} {found}"
            case s.Count(s.Bag(binds, counted)):
                what = kind(binds[-1].table, many=True)
                if counted is None:
                    return f"{what}: {found}"
                return f"different {label(counted, many=True)} in {what}: {found}"
            case s.Total(s.Bag(value=added)):
                return f"total of {label(added)}: {found}"
            case s.Apply(transform):
                return f"{transform}: {found}"
            case s.Now():
                return f"now {found}"
            case s.Frontier():
                return f"the handoff {found}"
        return found

    def value(self, t: s.Term, other: s.Term | None, rows: Mapping[str, Row]) -> str:
        """Return the value of a term, cut where it differs from that of another."""
        found = value(t, self.reading.truth, rows)
        beside = None if other is None else value(other, self.reading.truth, rows)
        if isinstance(found, str) and isinstance(beside, str):
            found, _ = apart(found, beside)
        return shown(found, sort_of(t))


def witnesses(tree: Tree) -> Iterator[tuple[s.Table, Row]]:
    """Yield the rows that make ``tree`` what it is, outermost first."""
    if tree.table is not None and tree.row is not None and tree.held:
        yield tree.table, tree.row
    for part in tree.parts:
        if isinstance(tree.node, s.Not) or part.held == tree.held:
            yield from witnesses(part)


def _same(call: Row, row: Row) -> bool:
    """Whether the row of an effect, whose call is not named, is of this one."""
    alike = call["start"] == row["start"] and call["by"] == row["by"]
    return bool(alike and call[LANDS] is row["end"] and call["unclear"])


def _article(noun: str) -> str:
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"
