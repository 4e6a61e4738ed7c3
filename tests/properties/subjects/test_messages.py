"""The messages are those of the published schemas, and what is no answer is refused."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from obligato.model.places import Place
from obligato.properties.subjects import Answer, Decided, Declared, Robustness
from obligato.properties.subjects import messages as m
from obligato.properties.subjects.declared import DECLARED
from obligato.properties.subjects.verdicts import WORDS
from obligato.spec import Code
from obligato.spec.termination import CLAUSES
from tests.docs.pages import ROOT
from tests.docs.test_docs import rows
from tests.properties.subjects.cases import FINISH

REFERENCE = ROOT / "docs" / "reference"
ASKS, REPLIES = m.asks_schema(), m.replies_schema()


@pytest.mark.parametrize(
    ("name", "made"), [("asks", m.asks_schema), ("replies", m.replies_schema)]
)
def test_the_published_schema_is_that_of_the_messages(
    name: str, made: Callable[[], Any]
) -> None:
    published = REFERENCE / f"verifier-{name}.schema.json"

    Draft202012Validator.check_schema(made())
    assert json.loads(published.read_text("utf-8")) == made()


@pytest.mark.parametrize(
    "line",
    [
        m.start(),
        m.run([(5, FINISH.document)], alone=True),
        m.run([(5, FINISH.document), (6, FINISH.document)]),
        m.run([]),
        m.stop(),
    ],
    ids=["start", "run", "batch", "empty", "stop"],
)
def test_what_is_sent_is_one_line_valid_by_its_schema(line: bytes) -> None:
    assert line.count(b"\n") == 1 and line.endswith(b"\n")
    Draft202012Validator(ASKS).validate(json.loads(line))


ANSWERS: dict[str, tuple[dict[str, Any], bool]] = {
    "a verdict": ({"seq": 1, "verdict": "continue"}, True),
    "a verdict with codes": ({"seq": 1, "verdict": "bottom", "codes": ["A"]}, True),
    "skipped": ({"seq": 1, "skipped": {"feature": "time"}}, True),
    "errored": ({"seq": 1, "errored": {"message": "no", "by": "adapter"}}, True),
    "no number": ({"verdict": "continue"}, False),
    "nothing said": ({"seq": 1}, False),
    "two things said": (
        {"seq": 1, "verdict": "complete", "skipped": {"feature": "time"}},
        False,
    ),
    "more than is known": ({"seq": 1, "verdict": "complete", "sure": False}, False),
    "a number as text": ({"seq": "1", "verdict": "complete"}, False),
    "a verdict as a flag": ({"seq": 1, "verdict": True}, False),
    "no verdict": ({"seq": 1, "verdict": None}, False),
    "codes as text": ({"seq": 1, "verdict": "continue", "codes": "A"}, False),
}


@pytest.mark.parametrize(("said", "well"), ANSWERS.values(), ids=ANSWERS)
def test_an_answer_is_refused_exactly_if_its_schema_refuses_it(
    said: dict[str, Any], well: bool
) -> None:
    found = m.heard(said, "finish", Declared(), m.ANSWER)
    codes = [noticed.code for noticed in found.noticed]

    assert (Robustness.NO_VERDICT not in codes) == well
    assert Draft202012Validator(REPLIES).is_valid(said) == well
    assert not found.done


@pytest.mark.parametrize("kind", WORDS)
@pytest.mark.parametrize(
    "word", [*WORDS["plan"], *WORDS["finish"], "Complete", "done", "skipped", ""]
)
def test_only_the_words_of_its_kind_are_verdicts(kind: str, word: str) -> None:
    found = m.heard({"verdict": word}, kind, Declared())

    assert isinstance(found.outcome, Decided) == (word in WORDS[kind])
    assert found.done == (word == WORDS[kind][0])


def test_its_own_words_and_codes_are_told_in_ours() -> None:
    known = Declared(words={"ok": "complete"}, codes={"E1": "REVOKED"})

    found = m.heard(
        {"verdict": "ok", "codes": ["E1", "VACUOUS", "E2"]}, "finish", known
    )

    assert found == Answer(Decided("complete", (Code.REVOKED, Code.VACUOUS), ("E2",)))


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"debug: 1", Robustness.NOISE),
        (b"[1]", Robustness.NOISE),
        (b"", Robustness.NOISE),
        (b'{"a": NaN}', Robustness.NOT_JSON),
        (b'{"a": 1, "a": 2}', Robustness.NOT_JSON),
        (b'{"a": 1} {', Robustness.NOT_JSON),
        (b'{"a": 1e400}', Robustness.NOT_JSON),
        (b'{"a":' + b"[" * 100_000, Robustness.NOT_JSON),
        (b'{"a": "\xff"}', Robustness.BAD_UTF8),
    ],
    ids=lambda value: str(value)[:20],
)
def test_a_line_that_is_no_message_is_told(line: bytes, code: Robustness) -> None:
    found = m.read(line)

    assert getattr(found, "code", None) is code


def test_a_claim_is_to_a_code_its_check_or_a_clause_that_has_it() -> None:
    clause = next(c for c in CLAUSES if c.code is Code.REVOKED)
    claims = ["coverage", "TASK_DIGEST", clause.name]
    known = m.declared({"version": "obligato/verifier/1", "claims": claims})

    claimed = {code for code in Code if known.checks(code)}

    assert claimed == {Code.TASK_DIGEST, Code.REVOKED} | {
        code for code in Code if code.check == "coverage"
    }


@pytest.mark.parametrize(("claims", "all_of_them"), [(None, True), ((), False)])
def test_who_claims_nothing_in_particular_claims_all_and_an_empty_list_none(
    claims: tuple[str, ...] | None, all_of_them: bool
) -> None:
    known = Declared(claims=claims)

    assert {known.checks(code) for code in Code} == {all_of_them}


def test_a_declaration_reads_as_it_is_written() -> None:
    known = Declared("v", decides=("plan",), features=(), words={"y": "accept"})

    written = DECLARED.write(known, Place("declared"))

    assert m.declared(written) == known
    assert Draft202012Validator(REPLIES).is_valid(written)


def test_the_page_lists_every_code_with_its_meaning() -> None:
    told = [
        row for row in rows("verifier-protocol.md") if row[0][1:-1] in [*Robustness]
    ]

    assert told == [[f"`{code}`", code.meaning] for code in Robustness]
