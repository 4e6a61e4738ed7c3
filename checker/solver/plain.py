"""What keeps the free part of a record plain, so that a witness reads easily."""

from collections.abc import Iterator

from ...model.record import Record
from .pin import pinned
from .smt import FALSE, compare, conj, disj, neg, number, plus
from .unknown import FAILED, OK, SymbolicRecord

TIDY = (".start", ".end", ".by", "now")  # what the names end with that `tidy` fixes


def whole(symbolic: SymbolicRecord, first: int) -> Iterator[str]:
    """Yield: from slot ``first`` on an answer that came is whole, and no other is.

    An answer whose own flag means failed came, and the call failed.
    """
    for tool in symbolic.world.tools:
        for i in range(first, symbolic.scope.events):
            ok, came = compare("=", symbolic.status(i), OK), symbolic.is_(i, tool.name)
            nested = FALSE
            if tool.error is not None:
                flag = symbolic.var(f"e{i}.{tool.name}.{tool.error.name}", "Bool")
                yield disj((neg(came), neg(ok), neg(flag)))
                nested = conj((compare("=", symbolic.status(i), FAILED), flag))
            for column in tool.returns:
                known = symbolic.known(i, f"{tool.name}.{column.name}")
                yield f"(= {known} {conj((came, disj((ok, nested))))})"


def fresh(symbolic: SymbolicRecord, handed: bool = False) -> Iterator[str]:
    """Yield: nothing changed hands, and all roles and relations are known."""
    if not handed:
        yield neg(symbolic.var("handoff?", "Bool"))
    for role in symbolic.request.binds:
        yield symbolic.var(f"bound.{role.name}?", "Bool")
    for relation in symbolic.world.relations:
        yield symbolic.var(f"given.{relation.name}?", "Bool")
    for source in symbolic.sources:
        if not symbolic.scope.gaps:
            yield neg(symbolic.var(f"gap.{source}", "Bool"))
    if not symbolic.request.slots:
        yield neg(symbolic.claimed)


def continued(symbolic: SymbolicRecord, prefix: Record, first: int) -> Iterator[str]:
    """Yield: the record begins with ``prefix``, and the rest comes after it."""
    yield from pinned(symbolic, prefix, last=False)
    for i in range(first, symbolic.scope.events):
        yield compare("<=", number(prefix.now), symbolic.var(f"e{i}.start"))


def tidy(symbolic: SymbolicRecord, first: int, last: int, begin: int) -> Iterator[str]:
    """Yield what people write where it does not matter: instants in a row, by agent.

    The slots from ``first`` to before ``last`` are used, and start at ``begin``.
    """
    final = symbolic.var(f"e{last - 1}.end") if last > first else number(begin - 1)
    yield compare("=", symbolic.var("now"), plus((final, "1")))
    yield from in_a_row(symbolic, first, last, begin)


def in_a_row(
    symbolic: SymbolicRecord, first: int, last: int, begin: int
) -> Iterator[str]:
    """Yield what `tidy` does, but for the time of the judgement."""
    for i in range(first, last):
        start, end = symbolic.var(f"e{i}.start"), symbolic.var(f"e{i}.end")
        yield compare("=", end, start)
        if i == first:
            yield compare("=", start, number(begin))
        else:
            yield compare("=", start, plus((symbolic.var(f"e{i - 1}.end"), "1")))
        agent = str(symbolic.names.id("Party", "agent"))
        yield compare("=", symbolic.var(f"e{i}.by"), agent)
