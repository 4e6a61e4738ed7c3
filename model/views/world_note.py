"""The structured note of a tool world: its deterministic fields, as a view.

In a repository an edit changes a file and a validation passes or fails. Here a write
makes an effect, and a check is a read that answers with a flag.
"""

from collections.abc import Iterable, Iterator

from ...spec import syntax as s
from ...spec.requests import Request, World
from ...spec.surface import Pattern, none, some
from ...spec.terms import Formula, Row
from ...spec.tools import Tool
from ..progress import still
from .logs import THIS, cells, flag, outcome, sources
from .view import SURE, Item, View


def note(request: Request) -> View:
    """Return what changed, what came up, how it was last checked, and the label."""
    world = request.world
    changed = any_of(some(standing) for standing in _standing(world))
    checked = {tool: latest(world, tool) for tool in world.tools if is_check(tool)}
    runs = checked.items()
    passed = any_of(some(p.such(Formula(passing(tool)))) for tool, p in runs)
    failed = any_of(some(p.such(Formula(failing(tool)))) for tool, p in runs)
    seen = any_of(some(p) for _, p in runs)
    worked = any_of(some(Pattern(table, ())) for _, table, _ in sources(request))
    ended = (("checked", seen), ("passed", passed), ("failed", failed))
    items = (
        Item("change state", (("changed", changed),)),
        *_subjects(world),
        *_artifacts(world),
        Item("validation after the last change", ended),
        *(i for tool, found in runs for i in _evidence(tool, found)),
        Item("label", tuple(labels(changed, passed, failed, worked))),
    )
    return View("note", "the deterministic fields of a structured note", items)


def is_check(tool: Tool) -> bool:
    """Whether a call of ``tool`` checks something: a read that answers with a flag.

    No field of a tool says so, as nothing else can pass or fail: a check passed if it
    was answered and every flag of its answer is set, and failed if it came back
    otherwise (this project's definition).
    """
    return not tool.writes and any(c.sort.kind == "Bool" for c in tool.returns)


def passing(check: Tool) -> s.Formula:
    """Return: the check `this` was answered, and all its flags are set."""
    flags = [c.name for c in check.returns if c.sort.kind == "Bool"]
    return s.And((flag(THIS, "answered"), *(flag(THIS, name) for name in flags)))


def failing(check: Tool) -> s.Formula:
    """Return: the check `this` came back, and did not pass."""
    return s.And((s.Not(flag(THIS, "unclear")), s.Not(passing(check))))


def latest(world: World, check: Tool) -> Pattern:
    """Range over the last check of all, if it is of this tool and no write followed."""
    found = Pattern(s.Calls(check.name), check.columns, Row(THIS, check.columns))
    for tool in world.tools:
        later = tool.tried()
        since = later.such(later.row.start > found.row.start)
        if tool.writes:
            found = found.such(none(since.marked("answered")))
        elif is_check(tool):
            found = found.such(none(since))
    return found


def labels(
    changed: s.Formula, passed: s.Formula, failed: s.Formula, worked: s.Formula
) -> Iterator[tuple[str, s.Formula]]:
    """Yield the labels of a state by the paper's code; one of them holds."""
    neither = s.And((s.Not(passed), s.Not(failed)))
    yield "source-change-with-failing-validation", s.And((changed, failed))
    validated = s.And((changed, passed, s.Not(failed)))
    yield "source-change-validated-by-predecessor", validated
    yield "source-change-needs-verification", s.And((changed, neither))
    yield "no-source-change-work-observed", s.And((s.Not(changed), worked))
    yield "no-source-change-observed", s.And((s.Not(changed), s.Not(worked)))


def _standing(world: World) -> Iterator[Pattern]:
    """Yield what ranges over the effects of each name that surely stand."""
    for effect in world.effects:
        row = Row(THIS, effect.columns)
        yield Pattern(s.Made(effect.name), effect.columns, row, s.Known(still(effect)))


def _subjects(world: World) -> Iterator[Item]:
    """Yield what was changed: the first argument of each effect that surely stands."""
    for effect, found in zip(world.effects, _standing(world), strict=True):
        subject = cells(THIS, effect.columns[:1])
        title = f"changed: {effect.name}"
        yield Item(title, subject, (_over(found),), SURE, distinct=True)


def _artifacts(world: World) -> Iterator[Item]:
    """Yield what else came up: the names that answers brought."""
    for tool in world.tools:
        for column in tool.returns:
            if column.sort.kind == "entity":
                term = s.Get(THIS, column.name, column.sort.name)
                where = s.Known(s.Equal(term, term))
                over = s.Bind(THIS, s.Calls(tool.name), where)
                title = f"brought by {tool.name}"
                yield Item(title, ((column.name, term),), (over,), SURE, distinct=True)


def _evidence(check: Tool, found: Pattern) -> Iterator[Item]:
    """Yield the last check, and what it answered."""
    told = (*cells(THIS, check.returns), *outcome(check, True))
    yield Item(f"last check: {check.name}", cells(THIS, check.takes), (_over(found),))
    yield Item(f"evidence: {check.name}", told, (_over(found),))


def _over(pattern: Pattern) -> s.Bind:
    return s.Bind(THIS, pattern.table, pattern.where)


def any_of(parts: Iterable[Formula]) -> s.Formula:
    """Return: one of these holds; of none, false."""
    return s.Not(s.And(tuple(s.Not(part.node) for part in parts)))
