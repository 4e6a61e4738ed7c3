"""Decide about a certificate: complete, or continue with everything that fails.

Deterministic and total: whatever is handed in as a certificate, there is a verdict,
and an error of our own closes to `continue`. A certificate is complete if every
clause must hold of the tables that it, the contract and the ledger make, and, where
there is a request, every duty must hold at the claim that the certificate is.
"""

from collections.abc import Iterator

import attrs

from ...model.finish.certificate import Certificate
from ...model.finish.contract import AnswerContract
from ...model.finish.document import read_certificate
from ...model.finish.ledger import Ledger
from ...model.finish.view import View
from ...model.judge import ClauseFinding
from ...model.program import compile_formula
from ...model.record import Record
from ...spec.codes import Code
from ...spec.errors import CaseError, ObligatoError, shown
from ...spec.requests import Request
from ...spec.verdicts import (
    ESTABLISHED,
    Broken,
    Established,
    Verdict,
    all_of,
    verdict,
)
from .owed import owed
from .verifier import VERIFIER, Verifier
from .witnesses import Witness, witnesses

EMPTY = Certificate("", "", "")


@attrs.frozen
class Failure:
    """One thing for which a certificate is not complete.

    `clause`: its name. `code`: what is wrong. `verdict`: refuted, not established, or
    broken. `witnesses`: which slots and receipts made it so.
    """

    clause: str
    code: Code
    verdict: Verdict
    witnesses: tuple[Witness, ...] = ()


@attrs.frozen
class Finding:
    """What is found of a certificate: its failures, in the order of the checks.

    `unread`: why it could not be read as a certificate, and so claims nothing.
    """

    failures: tuple[Failure, ...] = ()
    unread: str = ""

    @property
    def verdict(self) -> Verdict:
        """Established, or the worst failure."""
        return all_of((ESTABLISHED, *(f.verdict for f in self.failures)))

    @property
    def word(self) -> str:
        """``complete`` or ``continue``."""
        complete = isinstance(self.verdict, Established) and not self.unread
        return "complete" if complete else "continue"

    @property
    def codes(self) -> tuple[Code, ...]:
        """The codes of the failures, each once, in order."""
        return tuple(dict.fromkeys(failure.code for failure in self.failures))

    def __bool__(self) -> bool:
        """Whether it is complete."""
        return self.word == "complete"


def finish(
    request: Request,
    record: Record,
    contract: AnswerContract,
    certificate: object,
    verifier: Verifier = VERIFIER,
) -> Finding:
    """Decide whether ``certificate`` ends the work that ``request`` asked for."""
    try:
        read, unread = as_certificate(certificate)
        ledger = Ledger.of(record, request)
        failures = list(failing(contract, ledger, read, verifier))
        failures += unmet(owed(request, record, read))
        return Finding(tuple(failures), unread)
    except Exception as error:
        return closed(error)


def terminate(
    contract: AnswerContract,
    ledger: Ledger,
    certificate: object,
    verifier: Verifier = VERIFIER,
) -> Finding:
    """Decide by the clauses alone; what a request owes beside them is not asked."""
    try:
        read, unread = as_certificate(certificate)
        return Finding(tuple(failing(contract, ledger, read, verifier)), unread)
    except Exception as error:
        return closed(error)


def as_certificate(value: object) -> tuple[Certificate, str]:
    """Return a certificate, as it is or read from JSON data.

    What cannot be read claims nothing: the empty certificate, and why.
    """
    if isinstance(value, Certificate):
        return value, ""
    if isinstance(value, CaseError):  # it was no JSON either
        return EMPTY, str(value)
    try:
        return read_certificate(value), ""
    except (ObligatoError, RecursionError) as error:
        return EMPTY, str(error)


def failing(
    contract: AnswerContract,
    ledger: Ledger,
    certificate: Certificate,
    verifier: Verifier,
) -> Iterator[Failure]:
    """Yield every clause that does not hold for certain, in order."""
    if verifier.complete(contract, ledger, certificate):
        return
    view = View(contract, ledger, certificate)
    for clause in verifier.clauses:
        found = verdict(*compile_formula(clause.formula).verdict(view))
        if not isinstance(found, Established):
            who = witnesses(clause.formula, view)
            yield Failure(clause.name, clause.code, found, who)


def unmet(found: tuple[ClauseFinding, ...]) -> Iterator[Failure]:
    """Yield every duty that does not hold for certain; a contradiction once."""
    for clause in found:
        code = clause.code
        if code is None:
            continue
        if isinstance(clause.verdict, Broken) and code is not Code.AMBIGUOUS_ORDER:
            name = "the record fits some history"
            yield Failure(name, code, clause.verdict)
            return
        yield Failure(f"{clause.clause.name} is met", code, clause.verdict)


def closed(error: Exception) -> Finding:
    """Return `continue`, since we failed."""
    why = f"{type(error).__name__}: {shown(str(error))}"
    broken = Broken(Code.NOT_ESTABLISHED, why)
    return Finding((Failure("the checker came to an end", broken.code, broken),))
