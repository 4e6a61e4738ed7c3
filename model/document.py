"""The case: a request, a record of it, and what must be found, as one document.

A document is canonical JSON (RFC 8785) and says by which version of the form it is
read. Reading checks everything that writing in Python would.
"""

from collections.abc import Mapping
from typing import Any

import attrs

from ..spec.errors import SpecError, shown, unknown
from ..spec.requests import Request
from ..spec.verdicts import Broken, Established, NotEstablished, Refuted
from .canonical import digest
from .handoff.plan import Plan
from .handoff.plan_document import SHAPE as PLAN
from .handoff.plan_document import read_plan, write_plan
from .loader import parse
from .parts import Later, printed, version
from .places import Place, placed
from .record import Record
from .record_document import SHAPE as RECORD
from .record_document import read_record, write_record
from .request_document import read_request, write_request
from .request_document import shape as request_shape
from .shapes import Member, Named, Schema, Shape, Text, Word, closed, fields

VERSION = "obligato/case/1"
KINDS = (Established, NotEstablished, Refuted, Broken)
EXPECTED = ("E", "N", "R", *(kind.name for kind in KINDS))


@attrs.frozen
class Case:
    """A record of a request, and the verdict that each duty in `expected` must get.

    Verdicts are words, ``established``, or letters: E, N (not established), R.
    `proposal`: a plan of what is left to do, for `admit`.
    """

    request: Request
    record: Record
    expected: Mapping[str, str] | None = None
    title: str = ""
    proposal: Plan | None = None

    def __attrs_post_init__(self) -> None:
        for found, kind in ((self.request, Request), (self.record, Record)):
            if not isinstance(found, kind):
                raise SpecError(f"{shown(found)} must be a {kind.__name__}")
        names = [duty.name for duty in self.request.duties]
        for name, wanted in (self.expected or {}).items():
            if name not in names:
                raise unknown("obligation or rule", name, names)
            if wanted not in EXPECTED:
                raise unknown("verdict", wanted, EXPECTED)


def dump(case: Case, indent: int | None = None) -> str:
    """Return the document of a case: canonical, or for people, with an indent."""
    place = Place("case")
    document: dict[str, Any] = {
        "schema": VERSION,
        "title": case.title,
        "request": write_request(case.request, place / "request"),
        "record": write_record(case.record, case.request, place / "record"),
    }
    if case.expected is not None:
        document["expected"] = dict(case.expected)
    if case.proposal is not None:
        document["proposal"] = write_plan(case.proposal, case.request)
    return printed(document, "case", indent)


def load(text: str | bytes, place: str = "document") -> Case:
    """Return the case that a document states.

    Raises: `CaseError` with the place of the first thing that is wrong.
    """
    value, here = parse(text, place), Place(place)
    version(value, here, VERSION, "a case")
    found = fields(MEMBERS, value, here)
    request = read_request(found["request"], here / "request")
    record = read_record(found["record"], request, here / "record")
    told = found["proposal"]
    plan = None if told is None else read_plan(told, request, here / "proposal")
    with placed(here / "expected"):
        return Case(request, record, found["expected"], found["title"], plan)


def digest_of(request: Request, record: Record | None = None) -> str:
    """Return the SHA-256 of a request's document, or of the document of its record."""
    if record is None:
        return digest(write_request(request, Place("request")))
    return digest(write_record(record, request, Place("record")))


def schema(defs: dict[str, Schema]) -> Schema:
    """Return the JSON Schema of a case, putting named parts into ``defs``."""
    return closed(MEMBERS, defs)


VERDICTS: Shape = Named(Word(EXPECTED))
MEMBERS: Mapping[str, Member] = {
    "schema": Member(Word((VERSION,))),
    "title": Member(Text(), ""),
    "request": Member(Later(request_shape())),
    "record": Member(Later(RECORD)),
    "expected": Member(VERDICTS, None),
    "proposal": Member(Later(PLAN), None),
}
