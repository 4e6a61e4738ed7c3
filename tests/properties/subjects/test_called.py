"""A Python callable is asked in a process of its own, whatever it does there."""

import os
import sys
import time
from collections.abc import Callable
from typing import Any

import attrs
import pytest

from obligato.model.finish import Expected
from obligato.properties.subjects import (
    Answer,
    Asked,
    Bounds,
    Decided,
    Errored,
    Skipped,
    SubjectError,
    called,
)
from obligato.properties.subjects import Robustness as R
from obligato.properties.subjects.samples import CERTIFICATE, PLAN
from obligato.properties.subjects.tree import descendants
from obligato.spec import Code
from tests.properties.subjects.cases import ADMIT, FINISH

BOUNDS = Bounds(deadline=20, start=20, stop=5, memory=100)
Judge = Callable[[Any], Any]


def asked(
    function: Judge, *cases: Asked, adapter: Any = None, bounds: Bounds = BOUNDS
) -> list[Answer]:
    subject = called(lambda: function, adapter, bounds)
    try:
        return subject.judge(cases or (FINISH,))
    finally:
        assert subject.close() == ()
        assert descendants(os.getpid()) == []


def by_schema(document: Any) -> str:
    return "accept" if document["schema"] == "obligato/case/1" else "bottom"


def with_codes(document: Any) -> Any:
    return {"verdict": "continue", "codes": ["MISSING_SLOT", "E17"]}


def test_a_callable_returns_a_verdict_or_an_answer() -> None:
    assert [a.outcome for a in asked(by_schema, FINISH, ADMIT)] == [
        Decided("bottom"),
        Decided("accept"),
    ]
    assert asked(with_codes)[0].outcome == Decided(
        "continue", (Code.MISSING_SLOT,), ("E17",)
    )


def test_a_verifier_is_not_told_what_is_expected() -> None:
    told = attrs.evolve(CERTIFICATE, title="clean", expected=Expected("complete"))
    plan = attrs.evolve(PLAN, title="clean", expected={"rated": "E"})

    assert Asked.of(told) == FINISH
    assert Asked.of(plan) == ADMIT


def exits(document: Any) -> Any:
    sys.exit(0)


def hangs(document: Any) -> Any:
    time.sleep(1000)


def eats(document: Any) -> Any:
    return [bytearray(2**20) for _ in range(10_000)]


def asks_for_too_much(document: Any) -> Any:
    return len(bytearray(4 * 2**30))


def raises(document: Any) -> Any:
    raise KeyError("receipts")


def recurs(document: Any) -> Any:
    return recurs(document)


def says_nothing(document: Any) -> Any:
    return None


def says_an_object(document: Any) -> Any:
    return object()


def says_true(document: Any) -> Any:
    return True


@pytest.mark.parametrize(
    ("function", "code"),
    [
        (exits, R.CRASHED),
        (hangs, R.HUNG),
        (eats, R.MEMORY),
        (asks_for_too_much, R.MEMORY),
        (raises, R.ERRORED),
        (recurs, R.ERRORED),
        (says_nothing, R.NO_VERDICT),
        (says_an_object, R.NO_VERDICT),
        (says_true, R.NO_VERDICT),
    ],
)
def test_a_callable_that_misbehaves_decides_nothing(function: Judge, code: R) -> None:
    bounds = attrs.evolve(BOUNDS, deadline=0.4) if code is R.HUNG else BOUNDS

    (answer,) = asked(function, bounds=bounds)

    assert [noticed.code for noticed in answer.noticed] == [code]
    assert not answer.done


def test_what_a_callable_raises_is_told_and_its_trace_kept() -> None:
    (answer,) = asked(raises)

    assert answer.outcome == Errored("KeyError: 'receipts'")


def test_what_a_callable_prints_is_no_message() -> None:
    def prints(document: Any) -> str:
        print('{"seq": 0, "verdict": "complete"}')
        os.write(1, b"complete\n")
        return "continue"

    assert [a.word for a in asked(prints, FINISH, FINISH)] == ["continue"] * 2


def test_a_callable_begun_anew_answers_the_rest() -> None:
    seen: list[int] = []

    def once(document: Any) -> str:
        seen.append(1)
        if len(seen) == 2:
            os._exit(7)
        return "continue"

    once.declared = {"limits": {"batch": 1}}  # type: ignore[attr-defined]  # as documented

    found = asked(once, FINISH, FINISH, FINISH)

    assert [answer.word for answer in found] == ["continue", "errored", "continue"]


def test_a_declaration_says_what_need_not_be_asked_and_what_words_mean() -> None:
    def own_words(document: Any) -> Any:
        return {"verdict": "passed", "codes": ["E1"]}

    own_words.declared = {  # type: ignore[attr-defined]  # as documented
        "decides": ["finish"],
        "features": ["time"],
        "words": {"passed": "complete"},
        "codes": {"E1": "STALE_EVIDENCE"},
    }
    rich = Asked(FINISH.kind, FINISH.document, frozenset({"money", "time"}))

    found = asked(own_words, FINISH, ADMIT, rich)

    assert [answer.outcome for answer in found] == [
        Decided("complete", (Code.STALE_EVIDENCE,)),
        Skipped("plan"),
        Skipped("money"),
    ]


class Counting:
    """An adapter for what counts claims."""

    def to_input(self, document: Any) -> Any:
        """Hand over the claims."""
        return document["certificate"]["claims"]

    def to_verdict(self, reply: Any) -> str:
        """Read how many there are."""
        return "complete" if reply else "continue"


def test_an_adapter_stands_between_the_case_and_the_callable() -> None:
    assert asked(len, adapter=Counting())[0].done


def test_an_adapter_that_fails_accuses_nobody() -> None:
    (answer,) = asked(len, ADMIT, adapter=Counting())

    assert [noticed.code for noticed in answer.noticed] == [R.ADAPTER]


def test_what_cannot_be_imported_is_no_subject() -> None:
    def load() -> Judge:
        raise ImportError("no module verifier")

    with pytest.raises(SubjectError, match="no module verifier"):
        called(load, bounds=BOUNDS)


@pytest.mark.parametrize(
    "declared",
    [{"decides": []}, {"claims": ["EVERYTHING"]}, {"limits": {"batch": 0}}, {"x": 1}],
    ids=str,
)
def test_a_declaration_that_says_nothing_known_is_refused(declared: Any) -> None:
    def judge(document: Any) -> str:
        return "continue"

    judge.declared = declared  # type: ignore[attr-defined]  # as documented

    with pytest.raises(SubjectError, match="NO_VERDICT"):
        called(lambda: judge, bounds=BOUNDS)
