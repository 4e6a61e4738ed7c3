"""The reference checker of certificates: complete, or everything that fails."""

from .decide import Failure, Finding, finish, terminate
from .verifier import VERIFIER, Verifier
from .witnesses import Witness

__all__ = [
    "VERIFIER",
    "Failure",
    "Finding",
    "Verifier",
    "Witness",
    "finish",
    "terminate",
]
