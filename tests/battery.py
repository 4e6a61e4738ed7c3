"""All laws over a fixed corpus: what a planted bug has to get past."""

import importlib
from collections.abc import Callable, Iterator

from examples.judged import Judged
from obligato.checker.solver import Question, Scope
from obligato.checker.solver.ask import VERDICTS
from obligato.checker.solver.continuation import CONJUNCTS, continuation
from obligato.checker.solver.pin import slots_of
from obligato.model import check, record
from obligato.spec import at, claim, gap, handoff
from obligato.spec.verdicts import Broken
from tests import laws

WORLDS = (
    "invoicing",
    "payments",
    "refunds",
    "review",
    "shipping",
    "spending",
    "workspace",
)
LETTERS = {"established": "E", "refuted": "R", "not established": "N", "broken": "B"}


def judged() -> Iterator[Judged]:
    """Yield the judged records of the nine predicates."""
    for name in WORLDS:
        yield from importlib.import_module(f"examples.{name}").JUDGED


def further() -> Iterator[Judged]:
    """Yield records of what the nine tables leave out: late evidence, gaps in a log."""
    pays = importlib.import_module("examples.invoicing")
    lines = (pays.payment, pays.delivery, claim(), pays.arrival)
    late = record(pays.settle, *lines, bound=pays.BOUND)
    yield Judged(
        pays.settle, "tracked after the claim", late, {"receipt delivered": "R"}
    )
    edits = importlib.import_module("examples.workspace")
    for label, verdict, hole in (
        ("edits unknown at any time", "N", gap(edits.write)),
        ("edits unknown before the tests", "E", gap(edits.write, until=5)),
        ("edits unknown after the tests", "N", gap(edits.write, since=5)),
    ):
        made = record(
            edits.editing,
            hole,
            at(10),
            edits.passing,
            bound=edits.BOUND,
            given=edits.GIVEN,
        )
        yield Judged(edits.editing, label, made, {edits.green.name: verdict})


def verdicts() -> None:
    """Each judged record gets its verdicts and standings through `Truth`."""
    for case in (*judged(), *further()):
        found = check(case.request, case.record)
        assert not isinstance(found.broken, Broken), case.label
        for finding in found.findings:
            name = finding.duty.name
            if name in case.verdicts:
                assert LETTERS[finding.verdict.name] == case.verdicts[name], case.label
            if name in case.standings:
                assert finding.standing == case.standings[name], case.label


def solved() -> None:
    """Each judged record gets its verdicts through `Symbolic`."""
    for case in judged():
        scope = Scope(events=max(1, len(slots_of(case.record))))
        question = Question(case.request, scope, known=[case.record])
        for duty in case.request.duties:
            if duty.name in case.verdicts:
                found = question.bits(duty.owed, case.record)
                assert found is not None, case.label
                letter = "E" if found[0] else "N" if found[1] else "R"
                assert letter == case.verdicts[duty.name], case.label


def found() -> None:
    """Whatever the solver finds is confirmed by `Truth`; a mismatch raises."""
    for name in WORLDS:
        request = importlib.import_module(f"examples.{name}").JUDGED[0].request
        for duty in request.duties:
            for verdict in VERDICTS:
                Question(request, Scope(events=4)).find(duty.owed, verdict)


def continued() -> None:
    """Continuations of the running example meet Eq. 1, or fail one conjunct alone."""
    world = importlib.import_module("examples.invoicing")
    prefix = record(world.settle, world.payment, handoff(), bound=world.BOUND)
    for fails in (None, *CONJUNCTS):
        continuation(world.settle, prefix, Scope(events=5), fails)


def lawful(size: int = 120) -> None:
    """Every law holds over the corpus."""
    for formula, case in laws.corpus(size):
        for law in laws.LAWS:
            law(formula, case)


def resolved(size: int = 60) -> None:
    """T0 and T8 hold of records in which reads tell of lost calls."""
    for case in laws.probes(size):
        for formula in laws.RESOLVING:
            laws.sound(formula, case)
            laws.forgetting(formula, case)


def decoded(size: int = 40) -> None:
    """Pinning a record and decoding the model gives the record back."""
    for _, case in laws.corpus(size)[1::2]:
        laws.decoded(case)


def agreed(size: int = 40) -> None:
    """`Symbolic` agrees with `Truth` over the corpus."""
    for formula, case in laws.corpus(size):
        laws.solver_agrees(formula, case)
    for case in laws.probes(60)[: len(laws.KNOWN)]:
        for formula in laws.RESOLVING:
            laws.solver_agrees(formula, case)


BATTERY: tuple[Callable[[], None], ...] = (
    verdicts,
    found,
    continued,
    resolved,
    lawful,
    solved,
    decoded,
    agreed,
)
