"""What `verify` and `compare` ask of a record, asked of each record written down.

In the order of the checks of `verify`, each hunt with the name of its check.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

import attrs

from obligato.checker.facts import Asked
from obligato.checker.solver import Scope
from obligato.checker.spoken import every_source, roles, sources
from obligato.model import Record
from obligato.model.record import Call, Decided, Values, outcome
from obligato.spec import Request
from obligato.spec import syntax as s
from obligato.spec.correctness import eq1
from obligato.spec.drafts import Gap
from obligato.spec.requests import Duty, Rule
from obligato.spec.sorts import Column, Party
from obligato.spec.substitution import shortened
from tests.checker.brute import Tiny
from tests.checker.entry import Entry, judged, source_of

Test: TypeAlias = Callable[[Entry], "Record | None"]  # the record to show, if any


@attrs.frozen
class Hunt:
    """A question: what record to show of one written down, or None.

    `most`: events to look at, at the most.
    """

    name: str
    test: Test
    most: int = 4


@attrs.frozen
class Prey:
    """What a hunt found: the fewest events, and the first tidy record of so many."""

    events: int
    neat: Entry | None


def hunted(tiny: Tiny, hunts: Iterable[Hunt], events: int) -> list[Prey | None]:
    """Return what each hunt finds among the records of a tiny world."""
    wanted = list(hunts)
    found: list[Prey | None] = [None] * len(wanted)
    for entry in tiny.entries(events):
        for i, hunt in enumerate(wanted):
            best = found[i]
            if entry.events > hunt.most or (best and not _better(entry, best)):
                continue
            shown = hunt.test(entry)
            if shown is not None:
                found[i] = Prey(
                    entry.events, Entry(tiny, shown) if entry.neat else None
                )
    return found


def _better(entry: Entry, best: Prey) -> bool:
    if entry.events > best.events or not entry.neat:
        return False
    return best.neat is None or entry.rank < best.neat.rank


def verified(request: Request, duty: Duty) -> Iterator[Hunt]:
    """Yield the hunts for the checks of a duty."""
    asked, rule = Asked(request, duty, Scope()), isinstance(duty, Rule)
    owed, met = duty.owed, s.And((duty.guard, duty.formula))
    wanted = owed if rule else met
    yield Hunt("dischargeable", _must(wanted))
    yield Hunt("missable", _if(lambda e: not e.bits(owed)[1]))
    yield Hunt("by nothing", _must(wanted), most=0)
    if rule:
        for trigger in _triggers(duty.formula):
            both = s.And((trigger, owed))
            yield Hunt("triggered", _must(both))
        yield Hunt("evidenced", _gapped(owed, sources(asked)))
    else:
        yield Hunt("evidenced", _if(lambda e: _unseen(e) and e.bits(met)[0]))
    yield Hunt("known", _if(lambda e: _overturned(e, owed)))
    for role in () if rule else roles(asked):
        yield Hunt("scoped", _unmatched(met, role))
    steady = [c.formula for c in eq1(request) if c.conjunct != "Complete"]
    for source in every_source(asked):
        yield Hunt("lasting", _ending(owed, source, steady))
    yield Hunt("reachable", _if(lambda e: _lost(e, owed)))
    for _, _, rest in shortened(duty.formula):
        short = type(duty)(duty.name, rest, guard=duty.guard).owed
        yield Hunt("needed", _unlike(owed, short))
    for source in sources(asked, several=False):
        yield Hunt("needed", _hangs(owed, source))


def exceeding(more: s.Formula, less: s.Formula) -> Hunt:
    """Return the hunt for a record of which ``more`` says what ``less`` does not."""

    def exceeds(entry: Entry) -> bool:
        pairs = zip(entry.bits(more), entry.bits(less), strict=True)
        return any(a and not b for a, b in pairs)

    return Hunt("exceeding", _if(exceeds))


def together(request: Request) -> Hunt:
    """Return the hunt for a record that meets all of Eq. 1."""
    clauses = [clause.formula for clause in eq1(request)]
    return Hunt("jointly", _if(lambda e: all(e.bits(c)[0] for c in clauses)))


def _if(holds: Callable[[Entry], bool]) -> Test:
    return lambda entry: entry.record if holds(entry) else None


def _must(formula: s.Formula) -> Test:
    return _if(lambda entry: entry.bits(formula)[0])


def _unlike(owed: s.Formula, shorter: s.Formula) -> Test:
    return _if(lambda entry: entry.bits(owed) != entry.bits(shorter))


def _unmatched(met: s.Formula, role: Column) -> Test:
    return _if(lambda e: e.bits(met)[0] and not _mentions(e, role))


def _triggers(formula: s.Formula) -> Iterator[s.Formula]:
    for part in formula.parts if isinstance(formula, s.And) else (formula,):
        if isinstance(part, s.Not) and isinstance(part.body, s.Some):
            yield s.Some(part.body.bind, s.TRUE)


def _gapped(owed: s.Formula, hidden: list[str]) -> Test:
    """Return: it is established although these logs may lack anything."""
    gaps = tuple(Gap(source) for source in hidden)

    def test(entry: Entry) -> Record | None:
        poorer = attrs.evolve(entry.record, gaps=gaps)
        tables = entry.twin(gaps, poorer)
        held = bool(gaps) and tables is not None and judged(owed, tables)[0]
        return poorer if held else None

    return test


def _unseen(entry: Entry) -> bool:
    decided = any(isinstance(step, Decided) for step in entry.steps)
    return not decided and not _answers(entry)


def _answers(entry: Entry) -> dict[str, Values]:
    """Return the answer of each call that went well, by the id of the call."""
    found, world = {}, entry.request.world
    for step in entry.steps:
        if isinstance(step, Call):
            receipt = entry.record.receipt(step, world)
            if receipt and outcome(world.tool(step.tool), receipt) == "ok":
                found[step.id] = receipt.values
    return found


def _overturned(entry: Entry, owed: s.Formula) -> bool:
    must, may = entry.bits(owed)
    if may and not must:
        return False
    poorer = [judged(owed, tables) for tables in entry.forgotten() if tables]
    return any((must and not b) or (a and not may) for a, b in poorer)


def _mentions(entry: Entry, role: Column) -> bool:
    """Whether something answered or decided has the value of a role."""
    world, wanted = entry.request.world, entry.record.bound[role.name]
    told = _answers(entry)
    for step in entry.steps:
        if isinstance(step, Call):
            seen, columns = step.id in told, world.tool(step.tool).columns
        else:
            seen = step.verdict == "given"
            columns = world.decision(step.decision).columns
        cells = {**step.args, **told.get(step.id, {})}
        named = [cells.get(c.name) for c in columns if c.sort == role.sort]
        if seen and wanted in (*named, *([step.by] if role.sort == Party else [])):
            return True
    return False


def _ending(owed: s.Formula, source: str, steady: list[s.Formula]) -> Test:
    """Return: the last step, of ``source``, is admissible and ends it."""

    def test(entry: Entry) -> Record | None:
        last = entry.steps[-1] if entry.steps else None
        if source_of(last) != source:
            return None
        before, after = entry.handed()
        if before is None or after is None:
            return None
        ended = judged(owed, before)[0] and not judged(owed, after)[0]
        fine = ended and all(judged(c, after)[0] for c in steady)
        return after.record if fine else None

    return test


def _lost(entry: Entry, owed: s.Formula) -> bool:
    later = entry.later()
    return later is not None and not judged(owed, later)[1]


def _hangs(owed: s.Formula, source: str) -> Test:
    """Return: it makes a difference what ``source`` did."""

    def holds(entry: Entry) -> bool:
        tables = entry.without(source)
        return tables is not None and judged(owed, tables) != entry.bits(owed)

    return _if(holds)
