"""Termination: by which clauses a certificate is accepted. Formulas, and no code."""

from .accepting import CLAUSES, FITS, ORDER, TERMINATION, accepted
from .clauses import Clause

__all__ = ["CLAUSES", "FITS", "ORDER", "TERMINATION", "Clause", "accepted"]
