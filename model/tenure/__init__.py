"""The tenure: checked execution on a live world, and a world to try it on."""

from .adversary import KINDS, Fault
from .authority import Budget
from .environment import Environment
from .file_lines import FileLines
from .history import History
from .journal import Journal, Memory
from .lease import Lease, LeaseError, Leases, Registry, lost, seen, stale
from .outcome import Bottom, End, Stuck, Success, passed_on
from .port import Functions, Order, Port, ToolError
from .tenure import Tenure

__all__ = [
    "KINDS",
    "Bottom",
    "Budget",
    "End",
    "Environment",
    "Fault",
    "FileLines",
    "Functions",
    "History",
    "Journal",
    "Lease",
    "LeaseError",
    "Leases",
    "Memory",
    "Order",
    "Port",
    "Registry",
    "Stuck",
    "Success",
    "Tenure",
    "ToolError",
    "lost",
    "passed_on",
    "seen",
    "stale",
]
