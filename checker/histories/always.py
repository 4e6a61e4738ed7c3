"""Whether a question that no record in scope answers is answered by none at all.

A question asks for a record with a property P. By the theorem of `enough`, a record of
any length that has P holds a small one that has it too: leave out, one by one, the
events that no witness needs. So if there is none of that size, there is none of any.

P may first be made weaker, since what nothing has of the weaker nothing has of P: by
conjuncts left out, and by asking about records that contradict themselves as well.

A scope says more than sizes: that logs are complete, roles bound and answers whole.
That stays as it is. *Every history* is every one of that kind, however long.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import partial

import attrs

from ...model.record import Record
from ...spec import syntax as s
from ...spec.requests import Request, Rule, World
from ...spec.resolution import conflicts
from ...spec.semantics import holds, interpret
from ..facts import Asked
from ..solver.ask import Answer, NoneInScope, Question
from ..solver.scope import Scope
from ..solver.symbolic import Symbolic, resolved
from ..solver.unknown import SymbolicRecord
from .enough import MOST, TooMany, enough
from .extent import extent, kinds
from .shape import Shape
from .shaped import Tree, Var, neg
from .weaker import conjuncts, without

FEW = 3  # events, that are tried first


@attrs.frozen
class NoneEver(NoneInScope):
    """There is no such record, however long.

    `scope`: where there would be one if there were any. `kinds`: of what its events
    would be.
    """

    kinds: str

    @property
    def said(self) -> str:
        """The answer in words: that there is none, and how that is known."""
        n, names = self.scope.events, self.scope.entities
        if not n:
            return "none in every history (no event matters)"
        events, matter = ("event", "matters") if n == 1 else ("events", "matter")
        how = f"asked with {n} {events}, {names} further entities of each sort"
        most = f"at most {n} {events} {matter}"
        return f"none in every history ({most}: {self.kinds}; {how})"


class Loose(Question):
    """A question about all records, those that contradict themselves among them."""

    def view(self, look: SymbolicRecord) -> Symbolic:
        """Return the reading of a look at the record, whether a history fits or not."""
        return resolved(look)

    def search(
        self,
        wanted: str,
        confirm: Callable[[Record], None],
        handed: bool = False,
        rough: bool = True,
    ) -> Answer:
        """Return whether there is one; nobody sees it, so nobody need confirm it."""
        return super().search(wanted, lambda record: None, handed, rough=True)


@attrs.frozen
class LooselyAsked(Asked):
    """A duty of which `Loose` questions are asked."""

    def _question(self, scope: Scope) -> Question:
        return Loose(self.request, scope, [self.formula], way=self.way)


@attrs.frozen
class Case:
    """One way to have P: truths, and one event of any of some tools."""

    trees: tuple[Tree, ...]
    also: tuple[Var, ...] = ()


Cases = Callable[[Asked], Iterable[Case]]  # the ways to have what a question asks for


def ever(asked: Asked, cases: Cases, ask: Callable[[Asked], Answer]) -> Answer:
    """Return the answer to a question about a duty, for every history if it is so.

    `cases`: what the question asks for. `ask`: asks it in the scope of a duty.
    """
    answer = ask(asked)
    if not isinstance(answer, NoneInScope):
        return answer
    loose = LooselyAsked(asked.request, asked.duty, asked.scope, asked.way)
    light = (lightened(loose, cases, most) for most in (FEW, MOST))
    for weaker in (*light, asked) if cases in MONOTONE else (loose, asked):
        found = proved(
            asked.request,
            cases(weaker),
            partial(_within, ask, weaker),
        )
        if found is not None:
            return found
    return answer


def proved(
    request: Request, cases: Iterable[Case], ask: Callable[[Scope], Answer]
) -> NoneEver | None:
    """Return that no record of any length is one of ``cases``, if that is proved.

    `ask`: asks for one, in a scope.
    """
    try:
        found = [enough(case.trees, case.also) for case in cases]
        scope = extent(found, request)
    except TooMany:
        return None
    answer = ask(scope)
    if not isinstance(answer, NoneInScope):
        return None
    return NoneEver(answer.scope, kinds(found))


def _within(ask: Callable[[Asked], Answer], asked: Asked, scope: Scope) -> Answer:
    return ask(attrs.evolve(asked, scope=scope, shared=None))


def met(asked: Asked) -> Iterator[Case]:
    """Yield what it is to establish a duty, beside what is asked of each event."""
    yield _established(asked, Shape(asked.request.world))


def met_with_gaps(asked: Asked) -> Iterator[Case]:
    """Yield what it is to establish a duty though logs are incomplete."""
    yield _established(asked, Shape(asked.request.world, gaps=True))


MONOTONE = (met, met_with_gaps)  # a duty that says less is established where it is


def turned(asked: Asked) -> Iterator[Case]:
    """Yield each way in which forgetting one outcome overturns a verdict."""
    world = asked.request.world
    full, poor = Shape(world), Shape(world, view="forgotten")
    must, may = interpret(asked.formula, full)
    less, more = interpret(asked.formula, poor)
    fits = (*fitting(asked, full), *fitting(asked, poor))
    call = tuple(Var("event", tool.name, tool.columns) for tool in world.tools)
    yield Case((must, neg(more), *fits), call)
    yield Case((neg(may), less, *fits), call)


def lost(asked: Asked) -> Iterator[Case]:
    """Yield what it is that a duty cannot be met any more, whatever follows."""
    world = asked.request.world
    now, later = Shape(world), Shape(world, view="later", gaps=True)
    may = holds(asked.formula, later, {}, sure=False)
    yield Case((neg(may), *fitting(asked, now), *fitting(asked, later)))


def exceeded(
    world: World, more: s.Formula, less: s.Formula, fit: bool
) -> Iterator[Case]:
    """Yield each way in which one formula says a bit that another does not.

    `fit`: whether some history must fit the record.
    """
    shape = Shape(world)
    bits = (interpret(formula, shape) for formula in (more, less))
    for one, other in zip(*bits, strict=True):
        yield Case((one, neg(other), *(fits(world, shape) if fit else ())))


def fitting(asked: Asked, shape: Shape) -> list[Tree]:
    """Return: some history fits the record, where that is asked."""
    loose = isinstance(asked, LooselyAsked)
    return [] if loose else fits(asked.request.world, shape)


def fits(world: World, shape: Shape) -> list[Tree]:
    """Return: some history fits the record."""
    return [neg(holds(f, shape, {}, sure=True)) for _, f in conflicts(world)]


def lightened(asked: Asked, cases: Cases, most: int) -> Asked:
    """Return the duty with as many of its conjuncts as ``most`` events allow."""
    formula = asked.formula if isinstance(asked.duty, Rule) else asked.met
    found, dropped = asked, set(conjuncts(formula))
    for part in sorted(dropped, key=lambda path: (len(path), path)):
        less = without(formula, dropped - {part})
        duty = type(asked.duty)(asked.duty.name, less)
        lighter = attrs.evolve(asked, duty=duty)
        try:
            for case in cases(lighter):
                enough(case.trees, case.also, most=most)
        except TooMany:
            continue
        dropped.remove(part)
        found = lighter
    return found


def _established(asked: Asked, shape: Shape) -> Case:
    formula = asked.formula if isinstance(asked.duty, Rule) else asked.met
    must = holds(formula, shape, {}, sure=True)
    return Case((must, *fitting(asked, shape)))
