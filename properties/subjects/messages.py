"""The messages between us and a verifier: one JSON object a line, as documents are.

What may be said is one set of shapes, which reads it and is its published schema.
"""

# ruff: noqa: D102  # the methods of a shape are documented once, in `Shape`

from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from ...model.canonical import canonical
from ...model.loader import parse
from ...model.parts import Record
from ...model.places import Place
from ...model.schema import published
from ...model.shapes import Definitions, Many, Member, Schema, Shape, Text, Whole, Word
from ...spec.errors import CaseError
from .declared import DECLARED, VERSION, Declared
from .robustness import Noticed, Robustness
from .verdicts import Answer, Decided, Errored, Skipped, wrong

OUTCOMES = ("verdict", "skipped", "errored")
BY = ("verifier", "adapter")


@attrs.frozen
class One:
    """An object with these keys, of which there is one of some, and not two."""

    inner: Record
    of: tuple[str, ...]

    def read(self, value: Any, place: Place) -> Any:
        found = self.inner.read(value, place)
        if sum(key in value for key in self.of) != 1:
            raise place.wrong(value, f"write one key of: {', '.join(self.of)}")
        return found

    def write(self, value: Any, place: Place) -> Any:
        return self.inner.write(value, place)

    def schema(self, defs: Definitions) -> Schema:
        one = [{"required": [key]} for key in self.of]
        return {**self.inner.schema(defs), "oneOf": one}


@attrs.frozen
class Document:
    """Any object: the documents of cases have schemas of their own."""

    def read(self, value: Any, place: Place) -> Any:
        return value

    def write(self, value: Any, place: Place) -> Any:
        return value

    def schema(self, defs: Definitions) -> Schema:
        return {"type": "object"}


SEQ = Whole(0)
SAID: Mapping[str, Member] = {
    "verdict": Member(Text(), None),
    "codes": Member(Many(Text()), ()),
    "skipped": Member(Record({"feature": Member(Text())}), None),
    "errored": Member(
        Record({"message": Member(Text()), "by": Member(Word(BY), BY[0])}), None
    ),
}
SAYS = One(Record(SAID), OUTCOMES)  # an answer to the one case that was asked
ANSWER = One(Record({"seq": Member(SEQ), **SAID}), OUTCOMES)
ANSWERS = Record({"batch": Member(Many(ANSWER))})
ERROR = Record({"error": Member(Record({"message": Member(Text())}))})
CASE: Mapping[str, Member] = {"seq": Member(SEQ), "case": Member(Document())}
START = Record({"cmd": Member(Word(("start",))), "version": Member(Word((VERSION,)))})
RUN = Record({"cmd": Member(Word(("run",))), **CASE})
BATCH = Record({"cmd": Member(Word(("run",))), "batch": Member(Many(Record(CASE)))})
STOP = Record({"cmd": Member(Word(("stop",)))})


def asks_schema() -> Schema:
    """Return the JSON Schema of what a verifier is sent."""
    shapes: dict[str, Shape] = {
        "start": START,
        "run": RUN,
        "batch": BATCH,
        "stop": STOP,
    }
    return _alternatives("What a verifier is sent", "verifier-asks", shapes)


def replies_schema() -> Schema:
    """Return the JSON Schema of what a verifier answers."""
    shapes: dict[str, Shape] = {
        "start": DECLARED,
        "run": ANSWER,
        "batch": ANSWERS,
        "error": ERROR,
    }
    return _alternatives("What a verifier answers", "verifier-replies", shapes)


def _alternatives(title: str, name: str, shapes: Mapping[str, Shape]) -> Schema:
    def body(defs: Definitions) -> Schema:
        for key, shape in shapes.items():
            defs[key] = shape.schema(defs)
        return {"oneOf": [{"$ref": f"#/$defs/{key}"} for key in shapes]}

    return published(title, f"obligato/{name}/1", body)


def start() -> bytes:
    """Return the line that asks a verifier what it is."""
    return line({"cmd": "start", "version": VERSION})


def run(cases: Sequence[tuple[int, bytes]], alone: bool = False) -> bytes:
    """Return the line that asks about these cases; ``alone``: about one, unlisted."""
    parts = [b'{"case":%b,"seq":%d}' % (case, seq) for seq, case in cases]
    if alone:
        return b'%b,"cmd":"run"}\n' % parts[0][:-1]
    return b'{"batch":[%b],"cmd":"run"}\n' % b",".join(parts)


def stop() -> bytes:
    """Return the line that tells a verifier to end."""
    return line({"cmd": "stop"})


def line(message: object) -> bytes:
    """Return a message as a line."""
    return canonical(message) + b"\n"


def read(written: bytes) -> dict[str, Any] | Noticed:
    """Return the object that a line is, or what is wrong with the line."""
    try:
        text = written.decode()
    except UnicodeDecodeError as error:
        return Noticed(Robustness.BAD_UTF8, f"byte {error.start} of a line")
    if not text.startswith("{"):
        return Noticed(Robustness.NOISE, ascii(text[:60]))
    try:
        found: dict[str, Any] = parse(text, "answer")
    except (CaseError, RecursionError) as error:
        return Noticed(Robustness.NOT_JSON, str(error))
    return found


def declared(message: dict[str, Any]) -> Declared:
    """Return what a verifier says of itself, or raise `CaseError`."""
    found: Declared = DECLARED.read(message, Place("declaration"))
    return found


def heard(said: object, kind: str, known: Declared, shape: Shape = SAYS) -> Answer:
    """Return the answer that an object is, to a case of this kind."""
    try:
        found = shape.read(said, Place("answer"))
    except CaseError as error:
        return wrong(Noticed(Robustness.NO_VERDICT, str(error)))
    if found["skipped"] is not None:
        return Answer(Skipped(found["skipped"]["feature"]))
    if found["errored"] is not None:
        message, by = found["errored"]["message"], found["errored"]["by"]
        code = Robustness.ADAPTER if by == "adapter" else Robustness.ERRORED
        return Answer(Errored(message), (Noticed(code, message),))
    word = known.word(found["verdict"], kind)
    if word is None:
        detail = f"verdict={found['verdict'][:60]!a} of a {kind}"
        return wrong(Noticed(Robustness.NO_VERDICT, detail))
    codes = [(code, known.code(code)) for code in found["codes"]]
    ours = tuple(ours for _, ours in codes if ours is not None)
    return Answer(Decided(word, ours, tuple(c for c, ours in codes if ours is None)))
