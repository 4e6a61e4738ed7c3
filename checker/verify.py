"""Whether a predicate says what its author means.

A check reports a fact with its witness. Only where the kind demands the other answer
is the fact a refutation: an obligation is something that nothing done does not meet,
a rule something that nothing done keeps.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

import attrs

from ..model.notation import unicode
from ..spec import syntax as s
from ..spec.requests import Duty, Request, Rule
from ..spec.sorts import Column, Sort
from ..spec.substitution import rename, shortened
from ..spec.verdicts import (
    ESTABLISHED,
    REFUTED,
    NotEstablished,
    Verdict,
    all_of,
)
from . import facts, hangs
from .facts import Asked
from .solver.ask import Answer, Found, NoneInScope, Question, Unanswered
from .solver.scope import Scope
from .solver.unknown import Unencodable

EXISTS, NONE, REPORT = "exists", "none", "report"


@attrs.frozen
class Check:
    """One check of a duty and what came out.

    `name`, `question`: what is asked. `demanded`: whether a record must exist, must
    not, or is merely reported. `answer`: the record found, or none in the scope.
    """

    name: str
    question: str
    demanded: str
    answer: Answer

    @property
    def verdict(self) -> Verdict | None:
        """Whether what is demanded holds in the scope; None where nothing is."""
        match self.answer:
            case _ if self.demanded == REPORT:
                return None
            case Found():
                return ESTABLISHED if self.demanded == EXISTS else REFUTED
            case NoneInScope():
                return ESTABLISHED if self.demanded == NONE else REFUTED
        return NotEstablished(self.answer.reason)


@attrs.frozen
class Verification:
    """All checks of a duty, in order, and the scope they speak of."""

    asked: Asked
    checks: tuple[Check, ...]

    @property
    def verdict(self) -> Verdict:
        """Whether all that is demanded holds in the scope."""
        return all_of(c.verdict for c in self.checks if c.verdict is not None)


def verify(request: Request, duty: Duty, scope: Scope | None = None) -> Verification:
    """Return the checks of ``duty``, each with its witness, within ``scope``."""
    asked = Asked(request, duty, scope or Scope())
    return Verification(asked, tuple(checks(asked)))


def checks(asked: Asked) -> Iterator[Check]:
    """Yield the checks one by one, as they are made."""
    rule = isinstance(asked.duty, Rule)
    kind = "rule" if rule else "obligation"
    yield _check(
        "dischargeable",
        "a record that establishes it",
        EXISTS,
        partial(facts.having, asked, "established"),
    )
    yield _check(
        "missable",
        "a record that refutes it",
        EXISTS,
        partial(facts.having, asked, "refuted"),
    )
    yield _check(
        "by nothing",
        "nothing done establishes it",
        EXISTS if rule else NONE,
        partial(
            facts.having, asked, "established", attrs.evolve(asked.scope, events=0)
        ),
    )
    if rule:
        for trigger in facts.triggers(asked.duty.formula):
            yield _check(
                "triggered",
                f"it is set off and holds: {unicode(trigger)}",
                EXISTS,
                partial(facts.triggered, asked, trigger),
            )
        yield _check(
            "evidenced",
            "it holds though none of the logs it speaks of is known",
            NONE,
            partial(facts.with_a_gap, asked, sources(asked)),
        )
    else:
        yield _check(
            "evidenced",
            "it is established with no ok receipt and no decision",
            NONE,
            partial(facts.without_evidence, asked),
        )
    uses_unclear = any(
        isinstance(n, s.Get) and n.field == "unclear" for n in s.walk(asked.formula)
    )
    yield _check(
        "known",
        "forgetting one outcome overturns a definite verdict"
        + (", as it may where `unclear` is asked" if uses_unclear else ""),
        REPORT if uses_unclear else NONE,
        partial(facts.overturned, asked.small()),
    )
    yield from _hanging(asked, kind)


def _hanging(asked: Asked, kind: str) -> Iterator[Check]:
    if kind == "obligation":
        for role in roles(asked):
            yield _check(
                "scoped",
                f"nothing answered in it has the {role.name}",
                NONE,
                partial(hangs.unmatched, asked, role),
            )
    try:
        for source, answer in hangs.ended_by(asked.small(), every_source(asked)):
            yield Check("lasting", f"one more {source} ends it", REPORT, answer)
    except Unencodable as error:
        yield Check("lasting", "one more step ends it", REPORT, Unanswered(str(error)))
    yield _check(
        "reachable",
        "a frontier at which it is lost",
        REPORT,
        partial(hangs.lost_at, asked),
    )
    for part, scope, rest in shortened(asked.duty.formula):
        shorter = type(asked.duty)(asked.duty.name, rest, guard=asked.duty.guard).owed
        yield _check(
            "needed",
            f"it makes a difference that {words(part, scope)}",
            EXISTS,
            partial(_soon, hangs.without_part, asked, shorter),
        )
    for source in sources(asked):
        yield _check(
            "needed",
            f"it makes a difference what {source} did",
            EXISTS,
            partial(_soon, hangs.without_tool, asked, source),
        )


def jointly(request: Request, scope: Scope | None = None) -> Check:
    """Return whether all of a request can be met together, with Exec and Preserve."""
    question = Question(request, scope or Scope())
    return _check(
        "jointly",
        "a record that meets all duties at once",
        EXISTS,
        partial(hangs.together, request, question),
    )


def sources(asked: Asked) -> list[str]:
    """Return the tools and decisions that the duty speaks of, by effect too."""
    found: dict[str, None] = {}
    for node in s.walk(asked.formula):
        match node:
            case s.Calls(name) | s.Decided(name):
                found[name] = None
            case s.Made(effect):
                found |= dict.fromkeys(_by(asked, effect, "makes"))
            case s.Ended(effect):
                found |= dict.fromkeys(_by(asked, effect, "ends"))
    return list(found)


def every_source(asked: Asked) -> list[str]:
    """Return every tool that writes, every decision, and what the duty speaks of."""
    world = asked.request.world
    writing = [tool.name for tool in world.tools if tool.writes]
    return list(
        dict.fromkeys([*sources(asked), *writing, *(d.name for d in world.decisions)])
    )


def roles(asked: Asked) -> list[Column]:
    """Return the roles that the duty speaks of."""
    found = {n.name: n.sort for n in s.walk(asked.formula) if isinstance(n, s.Role)}
    return [Column(name, Sort(sort)) for name, sort in found.items()]


def _soon(ask: Callable[[Asked, Any], Answer], asked: Asked, what: object) -> Answer:
    """Return the answer in a small scope if there is one, else in the whole."""
    answer = ask(asked.small(), what)
    return ask(asked, what) if isinstance(answer, NoneInScope) else answer


def words(part: s.Node, scope: Mapping[str, s.Table]) -> str:
    """Return a conjunct in words, its rows called after the tables they are of."""
    names: dict[str, str] = {}
    for var in sorted(s.free(part)):
        called = (
            str(next(iter(attrs.asdict(scope[var]).values()))) if var in scope else var
        )
        taken = sum(name.rstrip("′") == called for name in names.values())
        names[var] = called + "′" * taken
    return unicode(rename(part, names))


def _by(asked: Asked, effect: str, kind: str) -> list[str]:
    tools = asked.request.world.tools
    return [
        t.name for t in tools if any(i.effect.name == effect for i in getattr(t, kind))
    ]


def _check(name: str, question: str, demanded: str, ask: Callable[[], Answer]) -> Check:
    try:
        return Check(name, question, demanded, ask())
    except Unencodable as error:
        return Check(name, question, demanded, Unanswered(str(error)))
