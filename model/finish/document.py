"""A case with its certificate as one document: what `obligato finish` reads.

Like the document of a case it is canonical JSON (RFC 8785), strictly read, with a
published schema that follows from the classes it is read into.
"""

from collections.abc import Mapping
from typing import Any

import attrs

from ...spec.codes import Code
from ...spec.errors import SpecError, shown
from ...spec.requests import Request
from ...spec.sorts import Ratio, Sort, find
from ..document import digest_of
from ..formulas import IDENTIFIER
from ..grammar import Grammar, Object
from ..loader import parse
from ..parts import Later, printed, version
from ..places import Place, placed
from ..record import Record
from ..record_document import SHAPE as RECORD
from ..record_document import read_record, write_record
from ..request_document import Converted, read_request, write_request
from ..request_document import shape as request_shape
from ..schema import DIALECT
from ..shapes import (
    Cell,
    Definitions,
    Maybe,
    Member,
    Schema,
    Shape,
    Text,
    Whole,
    Word,
    closed,
    fields,
)
from .certificate import Certificate, Claim
from .contract import AnswerContract, Demand, Slot
from .transforms import FOLDS, NAMES, Operand, Transform

VERSION = "obligato/finish/1"
WORDS = ("complete", "continue")


@attrs.frozen
class Expected:
    """The verdict that must be found, and, if any are named, the codes."""

    verdict: str
    codes: tuple[str, ...] = ()


@attrs.frozen
class Finish:
    """A certificate, with all that it is held against, and what must be found.

    Raises: `SpecError` if the contract asks for what the request's world does not have,
    or was made from another request.
    """

    request: Request
    record: Record
    contract: AnswerContract
    certificate: Certificate
    expected: Expected | None = None
    title: str = ""

    def __attrs_post_init__(self) -> None:
        for found, kind in (
            (self.request, Request),
            (self.record, Record),
            (self.contract, AnswerContract),
            (self.certificate, Certificate),
        ):
            if not isinstance(found, kind):
                raise SpecError(f"{shown(found)} must be of class {kind.__name__}")
        fit(self.contract, self.request)


def fit(contract: AnswerContract, request: Request) -> None:
    """See that ``contract`` asks for what the world of ``request`` has."""
    world = request.world
    for name in contract.bound:
        find(name, request.binds, "role of binds")
    for slot, _, demand in contract.demands():
        tools = [world.tool(demand.tool)] if demand.tool else world.tools
        columns = tuple(column for tool in tools for column in tool.takes)
        for name in demand.args:
            find(name, columns, f"argument that {slot.name} demands,")
    for slot in contract.slots:
        if slot.approval is not None:
            decision = world.decision(slot.approval.decision)
            for name in slot.approval.args:
                find(name, decision.columns, f"argument of {decision.name}")
    if contract.request not in ("", digest_of(request)):
        raise SpecError(
            f"{Code.ORACLE_CONFLICT}: {Code.ORACLE_CONFLICT.meaning} The contract was "
            f"made from the request of digest {shown(contract.request)}, and this one "
            f"has {digest_of(request)}"
        )


def dump(case: Finish, indent: int | None = None) -> str:
    """Return the document of a case: canonical, or for people, with an indent."""
    place = Place("case")
    document: dict[str, Any] = {
        "schema": VERSION,
        "title": case.title,
        "request": write_request(case.request, place / "request"),
        "record": write_record(case.record, case.request, place / "record"),
        "contract": CONTRACT.write(case.contract, place / "contract"),
        "certificate": CERTIFICATE.write(case.certificate, place / "certificate"),
    }
    if case.expected is not None:
        document["expected"] = EXPECTED.write(case.expected, place / "expected")
    return printed(document, "case", indent)


def load(text: str | bytes, place: str = "document") -> Finish:
    """Return the case that a document states.

    Raises: `CaseError` with the place of the first thing that is wrong.
    """
    value, here = parse(text, place), Place(place)
    version(value, here, VERSION, "a case with its certificate")
    found = fields(MEMBERS, value, here)
    request = read_request(found["request"], here / "request")
    record = read_record(found["record"], request, here / "record")
    with placed(here / "contract"):
        return Finish(
            request,
            record,
            found["contract"],
            found["certificate"],
            found["expected"],
            found["title"],
        )


def read_certificate(value: object) -> Certificate:
    """Return the certificate that JSON data state, or raise `CaseError`."""
    found: Certificate = CERTIFICATE.read(value, Place("certificate"))
    return found


def write_certificate(certificate: Certificate) -> dict[str, Any]:
    """Return a certificate as JSON data: the inverse of `read_certificate`."""
    found: dict[str, Any] = CERTIFICATE.write(certificate, Place("certificate"))
    return found


def finish_schema() -> Schema:
    """Return the JSON Schema of a case with its certificate."""
    defs: Definitions = {}
    body = closed(MEMBERS, defs)
    return {
        "$schema": DIALECT,
        "$id": f"urn:{VERSION.replace('/', ':')}",
        "title": "A case of Obligato, with a certificate",
        **body,
        "$defs": dict(sorted(defs.items())),
    }


FRACTION = Text(r"^[0-9]{1,40}(/[0-9]{1,40})?$", "a number of 0 or more, as '1/100'")
SHAPES: Mapping[Any, Shape | None] = {
    (AnswerContract, "_kept"): None,
    (Slot, "name"): IDENTIFIER,
    (Slot, "tolerance"): Converted(FRACTION, Ratio.read, str),
    (Demand, "at_least"): Whole(0),
    (Demand, "at_most"): Maybe(Whole(0)),
    (Operand, "fold"): Word(FOLDS),
    (Transform, "name"): Word(NAMES),
    (Transform, "places"): Maybe(Whole(0)),
    (Claim, "value"): Maybe(Cell()),
    (Expected, "verdict"): Word(WORDS),
    Sort: Converted(IDENTIFIER, Sort, lambda sort: sort.name),
}
GRAMMAR = Grammar(SHAPES)
CONTRACT = Object(AnswerContract, GRAMMAR)
CERTIFICATE = Object(Certificate, GRAMMAR)
EXPECTED = Object(Expected, Grammar({**SHAPES, str: Word(tuple(Code))}))
MEMBERS: Mapping[str, Member] = {
    "schema": Member(Word((VERSION,))),
    "title": Member(Text(), ""),
    "request": Member(Later(request_shape())),
    "record": Member(Later(RECORD)),
    "contract": Member(CONTRACT),
    "certificate": Member(CERTIFICATE),
    "expected": Member(EXPECTED, None),
}
