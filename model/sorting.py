"""Whether the operands of a formula are of sorts that its operators take.

The surface refuses a sum of an order and an amount while it is written. A formula
that comes out of a document goes through the same operators here, only to hear what
they refuse; that its columns, roles and slots are there is seen by the request.
"""

from collections.abc import Generator

from ..spec import answers, surface
from ..spec import syntax as s
from ..spec.errors import SpecError
from ..spec.sorts import Bool, Int, Sort, Time
from ..spec.terms import Term, ranged, term


def well_sorted(node: s.Node) -> None:
    """See that ``node`` and all below it are well sorted, or raise `SpecError`."""
    match node:
        case s.Equal(left, right):
            _ = sorted_term(left) == sorted_term(right)
        case s.Less(left, right) | s.AtMost(left, right):
            _ = sorted_term(left) < sorted_term(right)
        case s.Entities(sort) if Sort(sort).kind != "entity":
            raise SpecError(f"{sort} is not ranged over: only rows and entities are")
        case s.Get(row, "at"):
            raise SpecError(f"{row}.at is another word for {row}.end: write end")
        case s.Known():
            raise SpecError("`known` is for resolution alone; no request says it")
        case s.Plus() | s.Minus() | s.Total() | s.Apply():
            sorted_term(node)
    for child in s.children(node):
        well_sorted(child)


def sorted_term(node: s.Term) -> Term:
    """Return ``node`` with its sort, or raise `SpecError`."""
    match node:
        case s.Plus(left, right):
            return sorted_term(left) + sorted_term(right)
        case s.Minus(left, right):
            return sorted_term(left) - sorted_term(right)
        case s.Now() | s.Frontier():
            return Term(node, Time)
        case s.Count():
            return Term(node, Int)
        case s.Total(bag):
            return surface.total(_values(bag, bag.binds))
        case s.Apply():
            return _applied(node)
        case s.Const() | s.Role() | s.Slot() | s.Get():
            return Term(node, Sort(node.sort))


def _applied(node: s.Apply) -> Term:
    arguments = [
        _values(a, a.binds) if isinstance(a, s.Bag) else sorted_term(a)
        for a in node.arguments
    ]
    word = "nothing" if node.transform == "absent" else node.transform
    try:
        made = getattr(answers, word)(*arguments)
    except SpecError:
        raise
    except (TypeError, AttributeError) as error:  # too few, too many, a bag for a term
        raise SpecError(f"{node.transform}(…): {error}") from None
    sort = made.sort if isinstance(made, Term) else Bool
    return term(Term(node, sort), Sort(node.sort))


def _values(bag: s.Bag, binds: tuple[s.Bind, ...]) -> Generator[Term, None, None]:
    """Yield the value of ``bag`` as a comprehension over ``binds`` would."""
    if binds:
        for _ in ranged(binds[0].table, (), binds[0].where, binds[0].var):
            yield from _values(bag, binds[1:])
    elif bag.value is None:
        raise SpecError("value=null: a total or a transform needs values")
    else:
        yield sorted_term(bag.value)
