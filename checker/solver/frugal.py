"""How many names a record uses: an entity counts once, however often it is named."""

from collections.abc import Iterator
from typing import TypeAlias

from ...spec.sorts import Column
from ...spec.worlds import Given
from .smt import FALSE, TRUE, compare, conj, ite, neg, plus
from .unknown import SymbolicRecord

Use: TypeAlias = tuple[str, str, str]  # where it is one, a term that names an entity


NAMES = "names used"  # the variable that counts them
COUNT = "count"  # what says how they are counted, and nothing of the record


def counted(symbolic: SymbolicRecord) -> None:
    """Add to the text of a record how many names it uses, and how many tuples hold.

    A name that is used counts; so may one that is not, unless the number is made least.
    """
    text = symbolic.text
    flags: dict[str, None] = {}
    for condition, term, sort in uses(symbolic):
        for id in range(symbolic.names.size(sort)):
            flag = text.declare(f"used {sort} {id}", "Bool")
            flags[flag] = None
            named = conj((condition, compare("=", term, str(id))))
            text.add(TRUE if named == FALSE else f"(=> {named} {flag})", COUNT)
    total = plus(ite(flag, "1", "0") for flag in flags)
    text.add(compare("=", text.declare(NAMES, "Int"), total), COUNT)
    for relation in symbolic.world.relations:
        atoms = (ite(atom, "1", "0") for atom, _ in tuples(symbolic, relation))
        size = text.declare(f"given.{relation.name}#", "Int")
        text.add(compare("=", size, plus(atoms)), COUNT)


def tuples(
    symbolic: SymbolicRecord, relation: Given
) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield what says that a relation holds of some names, and their ids."""
    sorts = [column.sort.name for column in relation.columns]
    table = symbolic.text.relation(f"given.{relation.name}", len(sorts))
    for ids in symbolic.names.tuples(sorts):
        yield f"({table} {' '.join(map(str, ids))})", ids


def uses(symbolic: SymbolicRecord) -> Iterator[Use]:
    """Yield each place of the record that names an entity, with the sort of it."""
    for i in symbolic.slots:
        somebody = neg(compare("=", symbolic.source(i), "0"))
        yield somebody, symbolic.var(f"e{i}.by"), "Party"
        for tool in symbolic.world.tools:
            here, prefix = symbolic.is_(i, tool.name), f"e{i}.{tool.name}"
            yield from _cells(symbolic, prefix, tool.takes, here)
            for column in tool.returns:
                came = conj((here, symbolic.known(i, f"{tool.name}.{column.name}")))
                yield from _cells(symbolic, prefix, (column,), came)
        for decision in symbolic.world.decisions:
            here = symbolic.is_(i, decision.name)
            prefix = f"e{i}.{decision.name}"
            yield from _cells(symbolic, prefix, decision.columns, here)
    request = symbolic.request
    for kind, columns in (("bound", request.binds), ("claim", request.slots)):
        for column in columns:
            known = symbolic.var(f"{kind}.{column.name}?", "Bool")
            yield from _cells(symbolic, kind, (column,), known)
    yield from _of_relations(symbolic)
    for sort in symbolic.names.sorts():
        declared = symbolic.var(f"entities.{sort}?", "Bool")
        for id in range(symbolic.names.size(sort)):
            there = symbolic.var(f"entities.{sort}.{id}", "Bool")
            yield conj((declared, there)), str(id), sort


def _of_relations(symbolic: SymbolicRecord) -> Iterator[Use]:
    for relation in symbolic.world.relations:
        given = symbolic.var(f"given.{relation.name}?", "Bool")
        for atom, ids in tuples(symbolic, relation):
            for column, id in zip(relation.columns, ids, strict=True):
                yield conj((given, atom)), str(id), column.sort.name


def _cells(
    symbolic: SymbolicRecord, prefix: str, columns: tuple[Column, ...], here: str
) -> Iterator[Use]:
    for column in columns:
        name = f"{prefix}.{column.name}"
        if column.sort.kind != "Ratio":  # which has no encoding
            symbolic.cell(prefix, column, here)  # declares what it is made of
        if column.columns:
            size = symbolic.var(f"{name}#")
            for k in range(symbolic.scope.rows):
                there = conj((here, compare("<", str(k), size)))
                yield from _cells(symbolic, f"{name}.{k}", column.columns, there)
        elif column.sort.kind == "entity":
            yield here, symbolic.var(name), column.sort.name
