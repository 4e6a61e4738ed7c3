"""Questions as SMT-LIB: scripts that stand by themselves and ask the same."""

import re
from collections import Counter
from functools import cache

import pytest
import z3

from examples import invoicing, refunds, review, shipping, workspace
from obligato.checker.compare import compare
from obligato.checker.solver import Found, NoneInScope, Question, Scope, Way
from obligato.checker.solver.export import KINDS, Query
from obligato.checker.verify import Check, verify
from obligato.model import record
from obligato.properties.plants import planted
from obligato.spec import Request, handoff
from obligato.spec.requests import Duty

DUTIES: dict[str, tuple[Request, Duty]] = {
    "an obligation": (invoicing.settle, invoicing.settle.owes[0]),
    "a rule": (review.review, review.approved),
    "a rule with time": (shipping.telling, shipping.told),
    "with relations": (workspace.editing, workspace.editing.duties[0]),
}
SMALL = Scope(events=2)
HEARD = re.compile(r"\(assert \(! .* :named ([a-z]+)-(\d+)\)\)")
# All that a script may say: the commands, and the functions of Core and Ints.
COMMANDS = {"set-info", "set-logic", "declare-const", "declare-fun", "define-fun"}
COMMANDS |= {"assert", "check-sat", "exit", "!", "Int"}
FUNCTIONS = {"and", "or", "not", "=>", "ite", "=", "<", "<=", "+", "-"}


@cache
def asked(which: str) -> list[Check]:
    """Return the checks of a duty with what was asked for each."""
    return list(verify(*DUTIES[which], SMALL, Way(heard=[])).checks)


def replies(query: Query) -> str:
    """Return what a solver of Z3 says to the script and to nothing else."""
    solver = z3.Solver()
    solver.from_string(query.script())
    return str(solver.check())


def every(checks: list[Check]) -> list[Query]:
    return [query for check in checks for query in check.queries]


@pytest.mark.parametrize("which", DUTIES)
def test_a_script_is_answered_as_it_says_that_it_was(which: str) -> None:
    queries = every(asked(which))

    assert {"sat", "unsat"} == {query.said for query in queries}
    assert [query.said for query in queries] == [replies(query) for query in queries]


def test_a_script_without_the_question_would_be_answered_otherwise() -> None:
    """So that the test above has something to notice."""
    lost = (
        "for kind, formulas in conditions:",
        "for kind, formulas in conditions[:2]:",
    )
    with planted("obligato.checker.solver.export", *lost):
        queries = every(asked.__wrapped__("a rule"))

    assert [query.said for query in queries] != [replies(query) for query in queries]


@pytest.mark.parametrize("which", DUTIES)
def test_a_check_says_what_its_answer_came_down_to(which: str) -> None:
    for check in asked(which):
        last = [(query.said, query.size) for query in check.queries]
        match check.answer:
            case Found(events=0):
                assert last[-1:] == [("sat", size(0))]
            case Found(events=n):
                assert last[-2:] == [("sat", size(n)), ("unsat", size(n - 1))]
            case NoneInScope(scope):
                assert last[-1:] == [("unsat", size(scope.events))]


def size(events: int) -> str:
    return f"at most {events} event{'' if events == 1 else 's'}"


@pytest.mark.parametrize("which", DUTIES)
def test_every_assertion_has_a_name_of_its_own_that_says_what_it_is(which: str) -> None:
    for query in every(asked(which)):
        asserted = [line for line in query.lines if line.startswith("(assert")]
        named = [HEARD.fullmatch(line) for line in asserted]
        names = [(name[1], name[2]) for name in named if name]

        assert len(set(names)) == len(asserted)
        assert {"bounds", "asked"} <= {kind for kind, _ in names} <= set(KINDS)


@pytest.mark.parametrize("which", DUTIES)
def test_a_script_says_nothing_that_is_not_in_the_standard(which: str) -> None:
    for query in every(asked(which)):
        text = re.sub(r"\|[^|]*\|", "x", query.script())
        code = [line for line in text.splitlines() if not line.startswith(";")]
        heads = set(re.findall(r"\(([^\s()]+)", "\n".join(code)))

        assert heads <= COMMANDS | FUNCTIONS | {"x"}


def test_nothing_is_declared_or_defined_that_is_not_used() -> None:
    for query in every(asked("with relations")):
        body = "\n".join(query.lines)
        used = Counter(re.findall(r"\|[^|]*\||\bt\d+\b", body))
        made = re.findall(r"^\((?:declare|define)\S+ (\|[^|]*\||t\d+)", body, re.M)

        assert made
        assert [name for name in made if used[name] < 2] == []


def test_what_is_asked_stands_at_the_head_and_cannot_leave_its_comment() -> None:
    (query, *_) = every(asked("a rule"))
    lines = query.script(["a rule", "break\n(assert false)"]).splitlines()

    assert lines[0] == "; a rule"
    assert lines[1].startswith("; break")
    assert "at most 0 events" in "\n".join(lines)
    assert "; source: 0 not used, 1 " in "\n".join(lines)


def test_what_is_given_has_its_name() -> None:
    prefix = record(
        invoicing.settle, invoicing.payment, handoff(), bound=invoicing.BOUND
    )
    way = Way(heard=[])

    question = Question(invoicing.settle, Scope(events=3), prefix=prefix, way=way)
    answer = question.find(invoicing.settle.owes[0].owed, "established")
    larger, smaller = way.taken()

    assert isinstance(answer, Found)
    assert (replies(larger), replies(smaller)) == ("sat", "unsat")
    assert any(":named given-" in line for line in larger.lines)


def test_a_comparison_says_what_each_way_came_down_to() -> None:
    owed = refunds.refunded.owed
    heard = compare(refunds.once, owed, owed, SMALL, Way(heard=[])).queries

    # Once in the scope, and once for every history.
    both = ["unsat", "unsat"]
    assert [[query.said for query in queries] for queries in heard] == [both] * 2
