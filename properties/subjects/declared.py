"""What a subject says of itself before it is asked anything: the handshake."""

from collections.abc import Mapping

import attrs

from ...model.grammar import Grammar, Object
from ...model.shapes import Many, Named, Whole, Word
from ...spec.codes import Code
from ...spec.errors import SpecError, unknown
from ...spec.termination import CLAUSES
from .verdicts import WORDS

VERSION = "obligato/verifier/1"
CHECKS = frozenset(code.check for code in Code)
CLAUSE_CODES: Mapping[str, Code] = {clause.name: clause.code for clause in CLAUSES}
VERDICTS = tuple(word for words in WORDS.values() for word in words)
MOST = 1_000  # cases in one message, whatever is declared


@attrs.frozen
class Limits:
    """How much a subject takes at once: cases in a batch, bytes in a case."""

    batch: int = 1
    bytes: int | None = None


@attrs.frozen
class Declared:
    """What a subject decides, and what it claims to check.

    `features`: what it understands, or None for all. `claims`: the codes, checks or
    clauses that it claims to check, or None for all. `words`, `codes`: what its own
    words and codes are called here; those that are not there are taken as they are.
    """

    name: str = ""
    version: str = VERSION
    language: str = ""
    decides: tuple[str, ...] = tuple(WORDS)
    features: tuple[str, ...] | None = None
    claims: tuple[str, ...] | None = None
    words: Mapping[str, str] = attrs.field(factory=dict)
    codes: Mapping[str, str] = attrs.field(factory=dict)
    limits: Limits = Limits()

    def __attrs_post_init__(self) -> None:
        if not self.decides:
            raise SpecError(f"decides=[] decides nothing; say {' or '.join(WORDS)}")
        known = {*Code, *CHECKS, *CLAUSE_CODES}
        for name in self.claims or ():
            if name not in known:
                raise unknown("code, check or clause", name, [*CHECKS, *Code])

    def checks(self, code: Code) -> bool:
        """Whether it claims to check what ``code`` says is wrong."""
        if self.claims is None:
            return True
        return any(
            name in (code, code.check) or CLAUSE_CODES.get(name) is code
            for name in self.claims
        )

    def lacks(self, features: frozenset[str]) -> str:
        """Return a feature that it does not understand, the first by name; or none."""
        if self.features is None:
            return ""
        return min(features - set(self.features), default="")

    def word(self, said: str, kind: str) -> str | None:
        """Return what a word of its own says of a case of this kind, if it is one."""
        word = self.words.get(said, said)
        return word if word in WORDS[kind] else None

    def code(self, said: str) -> Code | None:
        """Return the code that one of its own stands for, if it is one of ours."""
        code = self.codes.get(said, said)
        return Code[code] if code in Code.__members__ else None


DECLARED = Object(
    Declared,
    Grammar(
        {
            (Declared, "version"): Word((VERSION,)),
            (Declared, "decides"): Many(Word(tuple(WORDS))),
            (Declared, "words"): Named(Word(VERDICTS)),
            (Declared, "codes"): Named(Word(tuple(Code))),
            (Limits, "batch"): Whole(1),
        }
    ),
)
