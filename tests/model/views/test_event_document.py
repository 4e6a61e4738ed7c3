"""Event logs and their records are read strictly, and written back."""

import json
from typing import Any

import attrs
import pytest
from hypothesis import given, settings

from obligato.model.places import Place
from obligato.model.views.event_document import is_log, read, read_log, write
from obligato.model.views.events import (
    Checkpoint,
    EventLog,
    GitSnapshot,
    HandoffPackage,
    Kind,
    TaskSpec,
    TraceEvent,
)
from obligato.spec.errors import CaseError
from tests.model.views.logs import TASK, event, logs

POINT = Checkpoint("p-1", Kind.VALIDATION, 3, "why", ("src/a.py",), "pytest")
PACKAGE = HandoffPackage("t-1", "p-1", "note", "text", "/w")
RECORDS = [TASK, event(1, "x", {"src/a.py": "x"}).git, event(2), POINT, PACKAGE]


@pytest.mark.parametrize("record", RECORDS, ids=lambda r: type(r).__name__)
def test_a_record_is_read_back(record: Any) -> None:
    assert read(type(record), write(record), Place("here")) == record


@settings(max_examples=20)
@given(logs)
def test_a_log_is_read_back_in_each_of_its_forms(log: EventLog) -> None:
    written = [write(one) for one in log.events]
    whole = json.dumps({"task": write(log.task), "events": written})
    lines = "\n".join(map(json.dumps, written))

    assert read_log(whole) == log
    assert read_log(json.dumps(written)).events == log.events
    if len(written) > 1:
        assert read_log(lines).events == log.events


def document(**changes: Any) -> dict[str, Any]:
    """Return the document of an event, with some of its values changed."""
    return {**write(event(1, "x", {"src/a.py": "x"})), **changes}


GIT = document()["git"]
WRONG = [
    ("{}", "lacks task"),
    ("3", "write a list of events"),
    ("[3]", "log/0: value=3; write an object"),
    (json.dumps([document(stepp=1)]), "key='stepp'; the keys are: step"),
    (json.dumps([document(step="1")]), "log/0/step"),
    (json.dumps([document(step=-1)]), "log/0/step"),
    (json.dumps([document(text=None)]), "log/0/text"),
    (json.dumps([document(raw=[])]), "log/0/raw: value=[]; write an object"),
    (json.dumps([document(git={"step": 1})]), "log/0/git: lacks workspace"),
    (
        json.dumps([document(git={**GIT, "diff_name_status": [["M"]]})]),
        "write a letter and a path",
    ),
    (json.dumps([document(), document()]), "log/1/step: step=1 follows step=1"),
    ('[{"step": 1,}]', "log line 1"),
    ('{"step": 1}\n{"step": }', "log line 2"),
]


@pytest.mark.parametrize(("text", "said"), WRONG)
def test_what_is_no_log_is_refused_with_its_place(text: str, said: str) -> None:
    with pytest.raises(CaseError) as error:
        read_log(text)

    assert said in str(error.value)


def test_names_of_kinds_and_views_are_those_of_the_paper_or_of_its_code() -> None:
    told = {**write(POINT), "kind": "post_first_validation_result"}
    handed = {**write(PACKAGE), "view": "structured_notes"}

    assert read(Checkpoint, told, Place("p")) == POINT
    assert read(HandoffPackage, handed, Place("p")) == PACKAGE
    assert write(POINT)["kind"] == "after first validation result"
    with pytest.raises(CaseError, match="p/kind: no kind of handoff point 'soon'"):
        read(Checkpoint, {**told, "kind": "soon"}, Place("p"))
    with pytest.raises(CaseError, match="p/view: no view 'all'"):
        read(HandoffPackage, {**handed, "view": "all"}, Place("p"))


def test_numbers_with_a_point_of_the_logs_own_form_are_kept_as_text() -> None:
    text = json.dumps([document(raw={"cost": 0.25})])

    assert read_log(text).events[0].raw == {"cost": "0.25"}


def test_a_log_is_told_from_a_case() -> None:
    assert is_log(json.dumps([document()]))
    assert not is_log('{"schema": "obligato/case/1"}')
    assert not is_log("pay().ok()")


def test_the_records_are_frozen() -> None:
    for kind in (TaskSpec, GitSnapshot, TraceEvent, Checkpoint, HandoffPackage):
        assert attrs.has(kind)
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        POINT.step = 4  # type: ignore[misc]  # that is what is tested
