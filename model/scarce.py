"""Scarcity: a bound on a count that the sizes of an index give at once.

``¬∃ x ∈ ρ: … |{y ∈ ρ′: y.c = x.c ∧ …}| > k`` holds of every record in which no value
of ``c`` is there more than k times. So an effect that no two calls share was made once,
whatever else the count would look at.
"""

import attrs

from ..spec import syntax as s
from .indexed import conjuncts, name_of
from .tables import OPEN, Tables


@attrs.frozen
class Scarce:
    """That no value of a column is there more than so many times."""

    table: s.Table
    column: str
    most: int
    name: str

    def holds(self, tables: Tables) -> bool:
        """Whether it is so, for sure."""
        rows = tables.rows(self.table)
        values = [row[self.column] for row in rows]
        if self.most and len({*values}) == len(values):  # so no index need be made
            return not any(OPEN in r for r in rows) and all(v == v for v in values)
        index = tables.index(self.name, self.table, self.column)
        if index.others:
            return False
        return all(len(rows) <= self.most for rows in index.by.values())


def scarce(formula: s.Formula) -> Scarce | None:
    """Return what would establish a formula at once, if it denies a great count."""
    match formula:
        case s.Not(s.Some(bind, body)):
            for part in conjuncts(s.And((bind.where, body))):
                match part:
                    case s.Less(s.Const(int(most)), s.Count(s.Bag((inner,), None))):
                        found = _same(bind, inner)
                        if found is not None:
                            name = name_of(inner.table, found)
                            return Scarce(inner.table, found, most, name)
    return None


def _same(bind: s.Bind, inner: s.Bind) -> str | None:
    """Return a column in which the rows counted equal the row in question."""
    if isinstance(inner.table, s.Inside):
        return None
    for part in conjuncts(inner.where):
        match part:
            case s.Equal(s.Get(inner.var, column), s.Get(bind.var, _)):
                return column
    return None
