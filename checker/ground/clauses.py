"""The ground table as clauses in the format of DIMACS, if it speaks of flags alone.

A solver takes them in at half the cost of SMT-LIB: no flag is declared, no clause is a
command. A flag is a number there, and what speaks of times or amounts has no clauses.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

import attrs

from .table import YES, All, AtMost, Literal, Table, Var


@attrs.frozen(eq=False)
class Clauses:
    """The text, and which variables it is about.

    `names`: those that imply their conditions. Above them stand the conditions that are
    reached, in order: `terms` has the variable of each, as it is written.
    """

    text: str
    table: Table
    names: Mapping[str, int]
    reached: Sequence[int]
    terms: Mapping[int, str]

    def number(self, name: str) -> int | None:
        """Return the variable of a flag or a name, None if the text has none."""
        term = self.terms.get(self.table.flags.get(name, 0))
        return self.names.get(name) if term is None else int(term)

    def flags(self, numbers: Iterable[int]) -> Iterator[str]:
        """Yield the flags among these variables."""
        for n in numbers:
            if n > len(self.names):
                condition = self.table.conditions[self.reached[n - len(self.names) - 1]]
                if isinstance(condition, Var):
                    yield condition.name


def clauses(table: Table, named: Mapping[str, Literal], every: str) -> Clauses | None:
    """Return for each name: it implies its condition; and ``every`` implies all names.

    A condition of the name "" is asked for outright. None where the table speaks of
    more than flags.
    """
    asked = {
        name: _denied(table, literal)
        for name, literal in named.items()
        if literal != YES
    }
    names = {name: n for n, name in enumerate((*filter(None, asked), every), 1)}
    found = _reached(table, chain.from_iterable(chain.from_iterable(asked.values())))
    if found is None:
        return None
    reached, inner = found
    numbers = range(len(names) + 1, len(names) + len(reached) + 1)
    terms = dict(zip(reached, map(str, numbers), strict=True))
    denied = {-k: term for k, term in terms.items()}  # a part, written as denied
    denied |= {k: f"-{term}" for k, term in terms.items()}
    said = list[str]()
    for name, all_denied in asked.items():
        head = f"-{names[name]} " if name else ""
        said += [
            head + " ".join([denied[part] for part in any_of]) for any_of in all_denied
        ]
    said += [f"-{names[every]} {n}" for n in range(1, len(names))]
    for k in inner:
        parts = table.parts(k)  # within another condition: true just if all parts are
        said += [f"{denied[k]} {denied[-part]}" for part in parts]
        said.append(" ".join((terms[k], *[denied[part] for part in parts])))
    start = f"p cnf {len(names) + len(reached)} {len(said)}\n"
    text = " 0\n".join((*said, "")) if said else ""
    text = start + text
    return Clauses(text, table, names, reached, terms)


def _denied(table: Table, literal: Literal) -> list[tuple[Literal, ...]]:
    """Return literals, of each part one does not hold just if ``literal`` holds."""
    conditions, found = table.conditions, list[tuple[Literal, ...]]()
    for part in table.clauses(literal):
        condition = conditions[-part] if part < 0 else None
        found.append(condition.parts if isinstance(condition, All) else (-part,))
    return found


def _reached(
    table: Table, literals: Iterable[Literal]
) -> tuple[list[int], list[int]] | None:
    """Return the conditions that ``literals`` are made of, and which are no flags.

    None if they are not made of flags alone. They are few beside those of the whole
    table, which is therefore not walked.
    """
    flags, found = {*table.flags.values()}, set[int]()
    new = {*map(abs, literals)}
    while new:
        found |= new
        inner = new - flags
        if any(isinstance(table.conditions[k], AtMost) for k in inner):
            return None
        new = {*map(abs, chain.from_iterable(map(table.parts, inner)))} - found
    return sorted(found), sorted(found - flags)
