"""Find the record nearest to a given one on which a formula has a certain verdict.

Few differences come first, then a small size. Of the records that are equally near,
the one shown has the fewest new events, then differs in the latest, then has the least
values in the order of `least`; an event that is added stands as late as it can.
"""

from collections.abc import Iterable, Iterator

import attrs
import z3

from ...model.record import Call, Decided, Record
from ...model.script import record
from ...spec import syntax as s
from ...spec.drafts import At
from ...spec.requests import Request
from ...spec.resolution import conflicts
from ...spec.semantics import holds, interpret
from ..edits import Edit, New
from .ask import wish
from .decode import Model, draft, source_of
from .measure import differences, size
from .nearby import NONE, Nearby
from .pin import slots_of
from .scope import BIG, Names, Scope, constants
from .smt import compare, conj, disj, neg, number
from .symbolic import resolved
from .terms import Term, evaluated, has
from .unknown import FAILED, OK, UNKNOWN

RLIMIT = 20_000_000  # Z3's own units of work, for each question
NEAR = 9  # a number above this is taken as the solver gives it
STATUSES = (int(OK), int(FAILED), int(UNKNOWN))


@attrs.frozen
class Near:
    """An edit of the given record, the size of it, and what was not answered first.

    Without any of ``unanswered`` no smaller edit gives the verdict.
    """

    edit: Edit
    differences: int
    size: int
    unanswered: tuple[str, ...] = ()


@attrs.frozen
class NoneNear:
    """No edit with so many differences gives the verdict, or none was found."""

    differences: int
    unanswered: tuple[str, ...] = ()


class GaveUp(Exception):
    """The solver did not answer."""


def nearest(
    request: Request,
    given: Record,
    formula: s.Formula,
    verdict: str,
    scope: Scope,
    most: int,
) -> Near | NoneNear:
    """Return the least edit of ``given`` with at most ``most`` differences.

    Raises: `DoesNotFit` and `Unencodable` if the question cannot be asked.
    """
    names = Names(scope)
    for c in constants(request, [formula]):
        if isinstance(c.value, str):
            names.id(c.sort, c.value)
    names.join(request, given)
    names.close(request)
    unanswered: list[str] = []
    for free in range(1, most + 1):
        search = _Search(Nearby(request, scope, names, given, free), given)
        try:
            if search.begin(formula, verdict):
                near = search.least()
                return attrs.evolve(near, unanswered=(*unanswered, *search.unanswered))
        except GaveUp as error:
            counted = "1 difference" if free == 1 else f"{free} differences"
            unanswered.append(f"{counted}: {error}")
    return NoneNear(most, tuple(unanswered))


class _Search:
    """The solver, asked for the edits with so many differences."""

    def __init__(self, near: Nearby, given: Record) -> None:
        self.near, self.given = near, given
        self.reading = resolved(near)
        for _, formula in conflicts(near.world):
            near.text.add(neg(holds(formula, self.reading, {}, sure=True)))
        self.unanswered: list[str] = []
        self.assumed: list[z3.BoolRef] = []
        self.solver = z3.Solver(ctx=z3.Context())
        self.solver.set("rlimit", RLIMIT)
        self.parser = z3.ParserContext(self.solver.ctx)
        self.told = self.choices = 0
        self.model: z3.ModelRef | None = None

    def begin(self, formula: s.Formula, verdict: str) -> bool:
        """Return whether there is such an edit at all."""
        near = self.near
        wanted = wish(*interpret(formula, self.reading), verdict)
        for name, term in (("differences", differences(near)), ("size", size(near))):
            near.text.add(compare("=", near.var(name), term))
        few = compare("<=", near.var("differences"), number(len(near.free)))
        self._tell([f"(assert {conj((wanted, few))})"])
        return self._check()

    def least(self) -> Near:
        """Return the least edit, of those that `begin` found."""
        near = self.near
        for most in range(1, self._model("size") + 1):
            try:
                if self._choose(compare("<=", near.var("size"), str(most))):
                    break
            except GaveUp as error:
                self.unanswered.append(f"a size of {most}: {error}")
        for i in reversed(near.free):
            self._choose(neg(near.used(i)))
        kept = list(reversed(near.kept))
        while (late := self._first(map(near.out, kept))) is not None:
            kept = kept[late + 1 :]
        for i in near.free:
            self._settle(i)
        model = self._model
        return Near(self._edit(), model("differences"), model("size"))

    def _settle(self, i: int) -> None:
        """Fix what a free slot is, value by value, each the least that it can be."""
        near = self.near
        out = [j for j in near.kept if self._model(f"out.{j}")]
        self._first(compare("=", near.pair(i), number(j)) for j in (*out, -1))
        self._fix(f"e{i}.source")
        self._fix(f"e{i}.status")
        name = source_of(near, self._model(f"e{i}.source"))
        if name is None:
            return
        prefix = f"|e{i}.{name}."
        for declared in [n for n in near.text.declared if n.startswith(prefix)]:
            self._fix(declared.strip("|"))
        self._fix(f"e{i}.by")
        self._first(self._places(i))
        for side in ("start", "end"):
            self._earliest(f"e{i}.{side}")

    def _places(self, i: int) -> Iterator[str]:
        """Yield where a free slot may stand: where it stood, else late before early."""
        near, given = self.near, self.given
        start, end = near.var(f"e{i}.start"), near.var(f"e{i}.end")
        closed = compare("=", near.room(i), NONE)
        instant = compare("=", start, end)
        paired = self._model(f"pair.{i}")
        if paired >= 0:
            sides = (
                compare("=", near.var(f"e{i}.{x}"), near.var(f"e{paired}.{x}"))
                for x in ("start", "end")
            )
            yield conj((closed, *sides))
        events = [
            e for e in given.trajectory if given.claim is None or e != given.claim
        ]
        if given.claim is None:
            last = max((e.end for e in events), default=-1)
            after = number(last + 1 + i - near.free[0])
            yield conj((closed, instant, compare("=", start, near.moved(after))))
        times = {e.start for e in given.trajectory}
        for time in sorted(times, reverse=True):
            yield compare("=", near.room(i), number(time))
        yield conj((closed, instant))

    def _fix(self, name: str) -> None:
        term, value = self._term(name), self._model(name)
        if term is None:
            return
        for less in lesser(name, term, value):
            if self._assume(has(term, less)):
                return
        self.assumed.append(has(term, value))

    def _term(self, name: str) -> Term | None:
        """Return the variable of this name, if anything speaks of it."""
        called = self.near.said(name)
        match self.near.text.declared.get(f"|{called}|"):
            case None:
                return None
            case "Bool":
                return z3.Bool(called, self.solver.ctx)
        return z3.Int(called, self.solver.ctx)

    def _earliest(self, name: str) -> None:
        """Make a time as early as halving finds it."""
        low, time = 0, z3.Int(self.near.said(name), self.solver.ctx)
        while low < self._model(name):
            middle = (low + self._model(name)) // 2
            if not self._assume(time <= middle):
                low = middle + 1

    def _choose(self, condition: str) -> bool:
        """Fix a condition, and return whether it can be met."""
        self.choices += 1
        name = f"choice {self.choices}"
        self._tell([f"(declare-const |{name}| Bool)(assert (=> |{name}| {condition}))"])
        return self._assume(z3.Bool(name, self.solver.ctx))

    def _first(self, conditions: Iterable[str]) -> int | None:
        """Fix the first of some conditions that can be met; halving finds it."""
        several = list(conditions)
        if not several or not self._choose(disj(several)):
            return None
        low, high = 0, len(several)
        while high - low > 1:
            middle = (low + high) // 2
            if self._choose(disj(several[low:middle])):
                high = middle
            else:
                low = middle
        return low

    def _assume(self, condition: z3.BoolRef) -> bool:
        held = self._check(condition)
        if held:
            self.assumed.append(condition)
        return held

    def _check(self, *more: z3.BoolRef) -> bool:
        answer = self.solver.check(*self.assumed, *more)
        if answer == z3.unknown:
            reason = self.solver.reason_unknown()
            if "interrupt" in reason:  # the solver took it for its own
                raise KeyboardInterrupt
            raise GaveUp(f"the solver gave up, {reason}")
        if answer == z3.sat:
            self.model = self.solver.model()
        return bool(answer == z3.sat)

    def _tell(self, lines: list[str]) -> None:
        """Tell the solver these lines, and before them what joined the text."""
        new = self.near.text.lines[self.told :]
        self.told += len(new)
        for condition in self.parser.from_string("\n".join((*new, *lines))):
            self.solver.add(condition)

    @property
    def _model(self) -> Model:
        assert self.model is not None
        model = self.model

        def value(name: str) -> int:
            term = self._term(name)
            return 0 if term is None else evaluated(model, term)

        return value

    def _edit(self) -> Edit:
        """Return the edit for which the model stands."""
        near, model = self.near, self._model
        events = slots_of(self.given)
        new = []
        for i in near.free:
            name = source_of(near, model(f"e{i}.source"))
            if name is None:
                continue
            made = record(
                near.request, At(model(f"e{i}.start")), draft(near, model, i, name)
            )
            (event,) = made.trajectory
            assert isinstance(event, Call | Decided)
            pair = model(f"pair.{i}")
            new.append(New(event, made.ledger, events[pair].id if pair >= 0 else None))
        changed = {one.instead_of for one in new}
        out = {events[j].id for j in near.kept if model(f"out.{j}")} - changed
        rooms = (model(f"room.{i}") for i in near.free)
        return Edit(frozenset(out), tuple(new), tuple(r for r in rooms if r < BIG))


def lesser(name: str, term: Term, value: int) -> Iterator[int]:
    """Yield the values to try before ``value``, least first."""
    if isinstance(term, z3.BoolRef):
        yield from (0,) if value else ()
    elif name.endswith(".status"):
        yield from STATUSES[: STATUSES.index(value)]
    else:
        yield from range(min(value, NEAR + 1)) if value >= 0 else range(NEAR + 1)
