"""What accepts a certificate: all clauses, in the order of the five checks (ECT 2.2).

The checks and their order are the paper's; the clauses and their codes are this
project's definition. Every failure is reported, not the first alone.
"""

from collections.abc import Iterable

from .. import syntax as s
from ..requests import Request, Rule, World
from ..terms import Row
from . import binding, coverage, evidence, replay, scope
from .clauses import Clause, fused
from .evidence import fit
from .scope import in_scope
from .tables import TABLES, contract, demand, receipt

ORDER = ("contract", "binding", "coverage", "evidence", "scope", "replay")

CLAUSES: tuple[Clause, ...] = (
    *binding.CLAUSES,
    *coverage.CLAUSES,
    *evidence.CLAUSES,
    *scope.CLAUSES,
    *replay.CLAUSES,
)

TERMINATION = Request(
    "accept a certificate",
    World("termination", TABLES),
    keeps=[Rule(clause.name, clause.formula) for clause in CLAUSES],
)


K, D, R = (
    Row(n, x.columns) for n, x in zip("kdr", (contract, demand, receipt), strict=True)
)
FITS: s.Formula = (fit(K, R) & in_scope(D, R)).node  # of the free variables k, d and r


def accepted(clauses: Iterable[Clause] = CLAUSES) -> s.Formula:
    """Return what holds exactly of the certificates that these clauses accept."""
    return fused(clauses)
