"""The handoff: the residual contract, the plan of a remainder, and its admission."""

from .admitted import Admitted
from .contract import Contract
from .plan import Action, Bound, Claiming, Edge, Field, Literal, Plan, Test

__all__ = [
    "Action",
    "Admitted",
    "Bound",
    "Claiming",
    "Contract",
    "Edge",
    "Field",
    "Literal",
    "Plan",
    "Test",
]
