"""Brute force for twins: how near any two records of a tiny world are.

It knows no slots, no rooms and no solver: two records are sequences of events, and
what they have in common is their longest common subsequence.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any, TypeAlias

from obligato.checker.solver import Scope
from obligato.checker.twins import NoTwin, Twin, twins
from obligato.model import record
from obligato.model.record import Call, Decided
from obligato.spec import syntax as s
from obligato.spec.requests import Duty, Obligation
from tests.checker.brute import Tiny
from tests.checker.entry import Entry

# The tool or decision, the arguments, the outcome, the answer, and who did it.
Step: TypeAlias = tuple[str, tuple[Any, ...], str, tuple[Any, ...], str]
Steps: TypeAlias = tuple[Step, ...]


def steps(entry: Entry) -> Steps:
    """Return the events of a record without their times."""
    return tuple(_step(entry, event) for event in entry.steps)


def _step(entry: Entry, event: Call | Decided) -> Step:
    args = tuple(sorted(event.args.items()))
    if isinstance(event, Decided):
        return (event.decision, args, event.verdict, (), event.by)
    receipt = entry.record.receipt(event, entry.request.world)
    if receipt is None:
        return (event.tool, args, "unknown", (), event.by)
    nested = entry.request.world.tool(event.tool).error
    failed = nested is not None and receipt.values.get(nested.name) is True
    values = tuple((k, _frozen(v)) for k, v in sorted(receipt.values.items()))
    status = "failed" if failed else receipt.status
    return (event.tool, args, status, values, event.by)


def _frozen(value: Any) -> Any:
    if isinstance(value, tuple | list):
        return tuple(tuple(sorted(row.items())) for row in value)
    return value


def apart(a: Steps, b: Steps) -> int:
    """Return how many events differ: those beyond the longest common subsequence."""
    return max(len(a), len(b)) - common(a, b)


@cache
def common(a: Steps, b: Steps) -> int:
    """Return the length of the longest common subsequence."""
    if not a or not b:
        return 0
    if a[0] == b[0]:
        return 1 + common(a[1:], b[1:])
    return max(common(a[1:], b), common(a, b[1:]))


def size(a: Steps, b: Steps) -> int:
    """Return the least size of what is different between two that differ in one."""
    return min(_sizes(a, b))


def _sizes(a: Steps, b: Steps) -> Iterator[int]:
    for i, j in product((None, *range(len(a))), (None, *range(len(b)))):
        if _without(a, i) != _without(b, j):
            continue
        if i is None and j is None:
            yield 0
        elif j is None:
            yield 1
        elif i is None:
            yield _cells(b[j])
        elif a[i][0] != b[j][0]:
            yield 1 + _cells(b[j])
        else:
            yield _changed(a[i], b[j]) + (i != j)


def _without(steps: Steps, i: int | None) -> Steps:
    return steps if i is None else steps[:i] + steps[i + 1 :]


def _cells(step: Step) -> int:
    return 1 + len(step[1]) + len(step[3])


def _changed(a: Step, b: Step) -> int:
    same = [x == y for x, y in zip(a[1], b[1], strict=True)]
    same += [dict(a[3]).get(k) == v for k, v in b[3]] if a[2] == b[2] else [False]
    return (*same, a[4] == b[4]).count(False)


def around(tiny: Tiny, frame: dict[str, Any], events: int) -> list[Entry]:
    """Return the records of a tiny world with one frame, up to so many events."""
    drafts, found = tiny.drafts(), list[Entry]()
    for count in range(events + 1):
        for chosen in product(drafts, repeat=count):
            made = record(tiny.scribe, *chosen, **frame, now=count)
            entry = Entry(tiny, made)
            if entry.tables is not None:
                found.append(entry)
    return found


def wanted(duty: Duty, entry: Entry) -> tuple[s.Formula, str]:
    """Return what is asked of the records near to one, and with which verdict."""
    if entry.bits(duty.owed)[0]:
        return duty.owed, "refuted"
    if isinstance(duty, Obligation):
        return s.And((duty.guard, duty.formula)), "established"
    return duty.owed, "established"


def has(entry: Entry, formula: s.Formula, verdict: str) -> bool:
    """Whether a formula has a verdict on a record."""
    must, may = entry.bits(formula)
    return must if verdict == "established" else not may


def unlike(
    tiny: Tiny, frame: dict[str, Any], events: int, within: int, stride: int
) -> tuple[Counter[int | None], list[str]]:
    """Return how often which distance was least, and the twins that are not so near.

    Of every ``stride``-th record with at most so many events, and each duty. The size
    is compared where one event differs.
    """
    entries = [(steps(e), e) for e in around(tiny, frame, events + within)]
    given = [pair for pair in entries if len(pair[0]) <= events][::stride]
    scope = Scope(entities=1, rows=tiny.rows)
    counts, wrong = Counter[int | None](), list[str]()
    for own, entry in given:
        close = [
            (apart(own, other), other, one)
            for other, one in entries
            if abs(len(other) - len(own)) <= within and apart(own, other) <= within
        ]
        for duty in tiny.request.duties:
            asked = wanted(duty, entry)
            near = [(d, other) for d, other, one in close if has(one, *asked)]
            least = min((d for d, _ in near), default=None)
            sizes = [size(own, other) for d, other in near if d == 1]
            answer, *_ = twins(tiny.request, duty, entry.record, within, scope)
            found, of = measured(answer)
            counts[least] += 1
            if answer.unanswered or found != least or (least == 1 and of != min(sizes)):
                wrong.append(f"{duty.name} of {own}: {found} of {of}, not {least}")
    return counts, wrong


def measured(answer: Twin | NoTwin) -> tuple[int | None, int]:
    """Return how many events of a twin differ, and the size of what differs."""
    if isinstance(answer, NoTwin):
        return None, 0
    return len(answer.differences), sum(d.size for d in answer.differences)
