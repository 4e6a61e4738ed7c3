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
from .histories.always import ever, lost, met, met_with_gaps, turned
from .solver.answers import Broken, beyond
from .solver.ask import Answer, Found, NoneInScope, Unanswered
from .solver.export import Query
from .solver.scope import Scope, larger
from .solver.unknown import Unencodable
from .solver.ways import Way
from .spoken import every_source, roles, sources

EXISTS, NONE, REPORT = "exists", "none", "report"
FURTHER = 10  # a look at a larger scope may cost this part of what the question may


@attrs.frozen
class Check:
    """One check of a duty and what came out.

    `name`, `question`: what is asked. `demanded`: whether a record must exist, must
    not, or is merely reported. `answer`: the record found, or none in the scope.
    `queries`: what the solver was asked, if that was to be kept.
    """

    name: str
    question: str
    demanded: str
    answer: Answer
    queries: tuple[Query, ...] = attrs.field(default=(), eq=False, repr=False)

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


@attrs.frozen
class Planned:
    """A check that is still to be made; see `Check`."""

    name: str
    question: str
    demanded: str
    ask: Callable[[Asked], Answer]

    def made(self, asked: Asked) -> Check:
        """Return the check."""
        try:
            answer = self._answer(asked)
            if isinstance(answer, NoneInScope) and self.demanded == EXISTS:
                answer = self._further(asked) or answer
        except Broken as error:
            what = f"{asked.duty.name}: {self.name}: {self.question}"
            raise Broken(f"{what}: {error}", error.query) from None
        return attrs.evolve(self.answered(answer), queries=asked.way.taken())

    def answered(self, answer: Answer) -> Check:
        """Return the check with an answer to it."""
        return Check(self.name, self.question, self.demanded, answer)

    def _answer(self, asked: Asked) -> Answer:
        try:
            return self.ask(asked)
        except Unencodable as error:
            return Unanswered(str(error))

    def _further(self, asked: Asked) -> Answer | None:
        """Return that it is the scope that is too small, if it is cheaply found."""
        way = attrs.evolve(asked.way, budget=asked.way.budget // FURTHER)
        for scope in larger(asked.scope, asked.request):
            there = attrs.evolve(asked, scope=scope, way=way, shared=None)
            found = self._answer(there)
            if isinstance(found, Found):
                needed = attrs.evolve(
                    scope, events=max(asked.scope.events, found.events)
                )
                return beyond(asked.scope, needed, found)
        return None


def verify(
    request: Request, duty: Duty, scope: Scope | None = None, way: Way | None = None
) -> Verification:
    """Return the checks of ``duty``, each with its witness, within ``scope``."""
    asked = Asked(request, duty, scope or Scope(), way or Way())
    return Verification(asked, tuple(checks(asked)))


def checks(asked: Asked, begin: int = 0) -> Iterator[Check]:
    """Yield the checks from one on, as they are made, all by one solver."""
    plan = planned(asked)[begin:]
    shared = asked.sharing()
    for check in plan:
        yield check.made(shared)


def planned(asked: Asked) -> list[Planned]:
    """Return the checks of a duty, in order."""
    return [*_plain(asked), *_hanging(asked)]


def _plain(asked: Asked) -> Iterator[Planned]:
    rule = isinstance(asked.duty, Rule)
    yield Planned(
        "dischargeable",
        "a record that establishes it",
        EXISTS,
        partial(facts.having, verdict="established"),
    )
    yield Planned(
        "missable",
        "a record that refutes it",
        EXISTS,
        partial(facts.having, verdict="refuted"),
    )
    yield Planned(
        "by nothing",
        "nothing done establishes it",
        EXISTS if rule else NONE,
        lambda asked: facts.having(asked.small(0), "established"),
    )
    if rule:
        for trigger in facts.triggers(asked.duty.formula):
            yield Planned(
                "triggered",
                f"it is set off and holds: {unicode(trigger)}",
                EXISTS,
                partial(facts.triggered, trigger=trigger),
            )
        yield Planned(
            "evidenced",
            "it holds though none of the logs it speaks of is known",
            NONE,
            partial(
                ever,
                cases=met_with_gaps,
                ask=partial(facts.with_a_gap, sources=sources(asked)),
            ),
        )
    else:
        yield Planned(
            "evidenced",
            "it is established with no ok receipt and no decision",
            NONE,
            partial(ever, cases=met, ask=facts.without_evidence),
        )
    uses_unclear = any(
        isinstance(n, s.Get) and n.field == "unclear" for n in s.walk(asked.formula)
    )
    yield Planned(
        "known",
        "forgetting one outcome overturns a definite verdict"
        + (", as it may where `unclear` is asked" if uses_unclear else ""),
        REPORT if uses_unclear else NONE,
        lambda asked: ever(asked.small(), turned, facts.overturned),
    )


def _hanging(asked: Asked) -> Iterator[Planned]:
    if not isinstance(asked.duty, Rule):
        for role in roles(asked):
            yield Planned(
                "scoped",
                f"nothing answered in it has the {role.name}",
                NONE,
                partial(ever, cases=met, ask=partial(hangs.unmatched, role=role)),
            )
    for source in every_source(asked):
        yield Planned(
            "lasting",
            f"one more {source} ends it",
            REPORT,
            partial(_shortly, hangs.ended_by, source),
        )
    yield Planned(
        "reachable",
        "a frontier at which it is lost",
        REPORT,
        partial(ever, cases=lost, ask=hangs.lost_at),
    )
    for part, scope, rest in shortened(asked.duty.formula):
        shorter = type(asked.duty)(asked.duty.name, rest, guard=asked.duty.guard).owed
        yield Planned(
            "needed",
            f"it makes a difference that {words(part, scope)}",
            EXISTS,
            partial(_soon, hangs.without_part, shorter),
        )
    for source in sources(asked, several=False):
        yield Planned(
            "needed",
            f"it makes a difference what {source} did",
            EXISTS,
            partial(_soon, hangs.without_tool, source),
        )


def _shortly(ask: Callable[[Asked, Any], Answer], what: object, asked: Asked) -> Answer:
    """Return the answer in a small scope."""
    return ask(asked.small(), what)


def _soon(ask: Callable[[Asked, Any], Answer], what: object, asked: Asked) -> Answer:
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
