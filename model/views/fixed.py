"""What a view must determine: ``(F_t, O_t)``, and the effects that may have been made.

T7: a view suffices if it determines the bindings, the receipted effects, the ambiguous
effects and what is owed. Each is itself a view, so that "determines" is a relation
between two of them.
"""

from collections.abc import Iterator

from ...spec import syntax as s
from ...spec.requests import Duty, Request
from ...spec.sorts import Time
from ..progress import still
from .logs import cells
from .view import PERHAPS, SURE, Item, View

THIS = s.THIS  # the row that is shown
PLAIN = ("Bool", Time.name, "Rows")  # what tells no row from another


def aspects(request: Request) -> tuple[View, ...]:
    """Return the four things that a sufficient view determines (T7)."""
    return (
        View("bindings", "the accepted bindings", (bindings(request),)),
        View("receipted effects", "K, by receipts", tuple(made(request, sure=True))),
        View("ambiguous effects", "U", tuple(made(request, sure=False))),
        View(
            "what is owed", "where each duty stands, and for which rows", owed(request)
        ),
    )


def bindings(request: Request) -> Item:
    """Return the value of each role, if it is known."""
    shown = ((c.name, s.Role(c.name, c.sort.name)) for c in request.binds)
    return Item("accepted", tuple(shown))


def made(request: Request, sure: bool) -> Iterator[Item]:
    """Yield each effect that stands, surely or perhaps, once each time it was made."""
    for effect in request.world.effects:
        over = s.Bind(THIS, s.Made(effect.name), still(effect))
        only = SURE if sure else PERHAPS
        yield Item(effect.name, cells(THIS, effect.columns), (over,), only)


def owed(request: Request) -> tuple[Item, ...]:
    """Return where each duty stands, and of one about every row which rows break it."""
    stand = Item("stands", tuple((duty.name, duty) for duty in request.duties))
    return (stand, *(i for duty in request.duties for i in instances(request, duty)))


def instances(request: Request, duty: Duty) -> Iterator[Item]:
    """Yield the rows that break a universal duty: an effect whole, else what it names.

    Which row it is still owed for is part of what is owed; flags and times are not.
    """
    parts = duty.formula.parts if isinstance(duty.formula, s.And) else (duty.formula,)
    for part in parts:
        if not (isinstance(part, s.Not) and isinstance(part.body, s.Some)):
            continue
        x = part.body.bind
        where = s.And((x.where, part.body.body, duty.guard))
        shown = dict(_identity(request, x))
        for node in s.walk(where):
            if isinstance(node, s.Get) and node.row == x.var and node.sort not in PLAIN:
                shown[node.field] = node
        over = s.Bind(x.var, x.table, where)
        yield Item(f"{duty.name}, for", tuple(shown.items()), (over,))


def _identity(request: Request, x: s.Bind) -> Iterator[tuple[str, s.Get]]:
    if isinstance(x.table, s.Made | s.Ended):
        for column in request.world.effect(x.table.effect).columns:
            yield column.name, s.Get(x.var, column.name, column.sort.name)
