"""Why a formula holds, fails or is open: an `Explained` tree told in lines."""

from collections.abc import Iterator
from typing import Any

import attrs

from ..spec import syntax as s
from ..spec.semantics import bag, holds, outer, value
from ..spec.values import known
from .explained import NEAREST, Explained, Tree, near
from .plain import key, kind, shown, sort_of
from .tables import KEY, OPEN, Row
from .why import NO, NOTE, OTHERWISE, PERHAPS, UNSURE, YES, Why
from .wording import Names, Wording


def tell(tree: Tree, reading: Explained) -> tuple[Why, ...]:
    """Return why ``tree``, a tree of ``reading``, holds or does not."""
    return tuple(_Telling(reading).told(tree, False, {}))


class _Telling:
    """The recursion over a tree: `against` counts whether a negation stands above."""

    def __init__(self, reading: Explained) -> None:
        self.reading, self.words = reading, Wording(reading)

    def told(self, tree: Tree, against: bool, names: Names) -> list[Why]:
        if tree.skipped:
            return []
        good = tree.held != against
        match tree.node:
            case s.Not():
                return self.told(tree.parts[0], not against, names)
            case s.Known():
                return self.told(tree.parts[0], against, names)
            case s.And():
                # What made it so: all parts of what holds, the failed ones of the rest.
                parts = [p for p in tree.parts if p.held == tree.held]
                lines = [line for p in parts for line in self.told(p, against, names)]
                if against and not good and len(lines) > 1:
                    state = UNSURE if tree.open else NO
                    return [
                        Why(
                            state,
                            OTHERWISE,
                            parts=tuple(lines),
                        )
                    ]
                return lines
            case s.Some(bind) if tree.held:
                return [self.row(bind, tree.parts[0], against, names)]
            case s.Some(bind):
                return [self.none(bind, tree, against, names)]
        parts_ = tuple(self.evidence(tree, names))
        text = self.words.fact(tree, names)
        return [Why(_state(tree, good), text, parts=parts_)]

    def row(
        self,
        bind: s.Bind,
        tree: Tree,
        against: bool,
        names: Names,
        amiss_only: bool = False,
    ) -> Why:
        """Tell of one row: its condition in one line, what is said of it below.

        Its mark says whether the row meets the condition or, under a negation,
        whether it is what must not be.
        """
        assert tree.table is not None and tree.row is not None
        where, *rest = tree.parts
        full, name = self.words.row(tree.table, tree.row)
        names = {**names, bind.var: name}
        fine: list[str] = []
        amiss: list[str] = []
        below: list[Why] = []
        for part in where.parts if isinstance(where.node, s.And) else (where,):
            wrong = not part.held or part.open
            if OPEN in tree.row or part.skipped or (amiss_only and not wrong):
                continue
            if _comparison(part):
                fact = self.words.fact(part, names, bind.var)
                (amiss if wrong else fine).append(fact)
                below += self.evidence(part, names)
            else:
                below += self.told(part, False, names)
        if where.held and OPEN not in tree.row:
            below += [line for p in rest for line in self.told(p, against, names)]
        if against:
            good, unsure = not tree.held, tree.held and any(p.open for p in tree.parts)
        else:
            good = where.held
            unsure = where.open if where.held else _possible(where)
        text = ", ".join(f for f in fine + amiss if f != "took effect")
        return Why(
            UNSURE if unsure else YES if good else NO,
            text,
            full,
            _ids(tree.row),
            ", ".join(amiss),
            tuple(below),
        )

    def none(self, bind: s.Bind, tree: Tree, against: bool, names: Names) -> Why:
        """Tell that no row was found: well, or not."""
        noun = kind(bind.table)
        unsure = tree.open and not against
        state = UNSURE if unsure else YES if against else NO
        rows = [p for p in tree.parts if not unsure or _possible(p)]
        if against:
            parts = [self.unbroken(bind, p, names) for p in rows]
        else:
            parts = [self.row(bind, p, False, names) for p in rows]
        if tree.missed and not against:
            parts.append(Why(UNSURE, f"the record may lack a {noun}"))
        text = f"no {noun}"
        if tree.tried and against and isinstance(tree.node, s.Some):
            every = isinstance(tree.node.body, s.Not)
            text = f"every {noun} is in order" if every else f"no {noun} breaks it"
        elif tree.tried:
            text += " surely fits" if unsure else " fits"
        if tree.tried > len(rows):
            text += f" ({len(rows)} of {tree.tried} shown)"
        return Why(state, text, parts=tuple(parts))

    def unbroken(self, bind: s.Bind, tree: Tree, names: Names) -> Why:
        """Tell why one row does not break what none may break."""
        if tree.parts[0].held:
            return self.row(bind, tree, True, names)
        line = self.row(bind, tree, False, names, amiss_only=True)
        text = f"not concerned: {line.text}" if line.text else "not concerned"
        return attrs.evolve(line, state=NOTE, text=text, amiss="")

    def evidence(self, tree: Tree, names: Names) -> Iterator[Why]:
        """Tell which rows a comparison counted or added up, and which it left out."""
        if isinstance(tree.node, s.Equal | s.Less | s.AtMost):
            for side in (tree.node.left, tree.node.right):
                for term in s.walk(side):
                    if isinstance(term, s.Count | s.Total):
                        yield from self.counted(term, tree, names)

    def counted(
        self, term: s.Count | s.Total, tree: Tree, names: Names
    ) -> Iterator[Why]:
        if not s.free(term) <= tree.rows.keys():
            return  # inside another count, whose own rows are told
        items = bag(term.of, self.reading.truth, tree.rows)
        words = [(self.item(item, term.of), item[2]) for item in items]
        if any(sure for _, sure in words):
            verb = "added" if isinstance(term, s.Total) else "counted"
            yield Why(NOTE, f"{verb}: {', '.join(w for w, sure in words if sure)}")
        value_ = value(term, self.reading.truth, tree.rows)
        if not known(value_) and words and all(sure for _, sure in words):
            yield Why(NOTE, "rows of one key have different values")
        if len(term.of.binds) != 1:
            if not all(sure for _, sure in words):
                found = ", ".join(w for w, sure in words if not sure)
                yield Why(NOTE, f"{PERHAPS}: {found}")
            return
        bind = term.of.binds[0]
        yield from self.settled(bind, items)
        for row in self.left_out(bind, tree)[:NEAREST]:
            line = self.row(bind, row, False, names, amiss_only=True)
            word = PERHAPS if line.state == UNSURE else "left out"
            yield Why(NOTE, f"{word}: {line.line}", parts=line.parts)

    def settled(self, bind: s.Bind, items: list[Any]) -> Iterator[Why]:
        """Tell which of the counted calls took effect by what a read told later."""
        counted = [name for _, name, sure, _ in items if sure]
        for row in self.reading.tables.rows(bind.table):
            if OPEN in row or row[KEY] not in counted or row.get("took") is not True:
                continue
            if self.words.settled(row):
                name, _ = self.words.row(bind.table, row)
                yield Why(NOTE, f"{name}: {self.words.effect(row)}")

    def left_out(self, bind: s.Bind, tree: Tree) -> list[Tree]:
        """Return the rows that a count does not surely take, nearest first."""
        found = []
        for row in self.reading.tables.rows(bind.table, outer(bind, tree.rows)):
            inner = {**tree.rows, bind.var: row}
            where = holds(bind.where, self.reading, inner, True)
            if OPEN in row or not where.held:
                found.append(Tree(False, table=bind.table, row=row, parts=(where,)))
        return sorted(found, key=near, reverse=True)

    def item(self, item: Any, of: s.Bag) -> str:
        value, name, *_ = item
        if isinstance(of.binds[-1].table, s.Made | s.Ended) and isinstance(name, tuple):
            name = name[0]  # the call that made it, without which of its effects
        if of.value is None:
            return key(name)
        return f"{shown(value, sort_of(of.value))} ({key(name)})"


def _comparison(tree: Tree) -> bool:
    return isinstance(tree.node, s.Equal | s.Less | s.AtMost | s.Given)


def _possible(tree: Tree) -> bool:
    """Whether all that failed is left open."""
    if tree.node is None or isinstance(tree.node, s.And):
        return all(p.skipped or p.held or _possible(p) for p in tree.parts)
    return tree.open


def _state(tree: Tree, good: bool) -> str:
    return UNSURE if tree.open else YES if good else NO


def _ids(row: Row) -> tuple[str, ...]:
    found = row.get(KEY, ())
    name = found[0] if isinstance(found, tuple) and found else found
    return (name,) if isinstance(name, str) else ()
