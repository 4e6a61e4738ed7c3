"""Evidence-carrying termination: contract, ledger, certificate, document."""

from .certificate import Certificate, Claim
from .certify import certify
from .contract import AnswerContract, Approval, Demand, Slot
from .document import Expected, Finish, dump, load
from .ledger import Ledger
from .transforms import Operand, Transform

__all__ = [
    "AnswerContract",
    "Approval",
    "Certificate",
    "Claim",
    "Demand",
    "Expected",
    "Finish",
    "Ledger",
    "Operand",
    "Slot",
    "Transform",
    "certify",
    "dump",
    "load",
]
