"""The verifier: whether all clauses hold of a certificate, at the speed of one program.

What does not change with the certificate is judged once for each ledger and contract:
the clauses that look at no table of the certificate; and of those that speak of each
citation by itself, each citation. Such a clause is a conjunction over citations, so if
it holds of one certificate, it holds of each that cites no more for the same operands.
The formulas are the same, and so is the reading.
"""

from collections.abc import Iterable
from functools import cached_property
from typing import Any

import attrs

from ...model.finish.certificate import Certificate
from ...model.finish.contract import AnswerContract
from ...model.finish.ledger import Ledger
from ...model.finish.view import View
from ...model.program import Program, compile_formula
from ...spec import syntax as s
from ...spec.termination import CLAUSES, Clause, accepted
from ...spec.termination.clauses import of_cited, of_receipts, of_scope

CLAIMED = frozenset(map(s.Calls, ("certificate", "claim", "operand")))
ALONE = (of_cited, of_receipts, of_scope)  # speak of each citation by itself


@attrs.frozen(slots=False)
class Verifier:
    """The clauses by which certificates are accepted, in the order of their checks."""

    clauses: tuple[Clause, ...] = CLAUSES

    def complete(
        self, contract: AnswerContract, ledger: Ledger, certificate: Certificate
    ) -> bool:
        """Whether every clause must hold; what is owed beside them is not asked."""
        view = View(contract, ledger, certificate)
        known = self._known(view)
        if "stands" not in known:
            known["stands"] = self._standing.must(view)
        return known["stands"] and self._sound(view, known) and self._claimed.must(view)

    def without(self, name: str) -> "Verifier":
        """Return the verifier that lacks one clause: a mutant, for tests."""
        kept = tuple(clause for clause in self.clauses if clause.name != name)
        assert len(kept) < len(self.clauses), f"no clause {name}"
        return Verifier(kept)

    def _known(self, view: View) -> dict[Any, Any]:
        """Return what was found of the ledger of ``view`` under its contract."""
        kept = view.ledger.judged
        if kept.get("by") is not self or kept["under"] is not view.contract:
            kept.clear()
            kept.update(by=self, under=view.contract)
        return kept

    def _sound(self, view: View, known: dict[Any, Any]) -> bool:
        """Whether each citation holds by itself; those that were found to are kept."""
        fresh = False
        for claim in view.certificate.claims:
            for part, ids in (("of", claim.evidence), ("against", claim.against)):
                if ids and not known.setdefault((claim.slot, part), set()).issuperset(
                    ids
                ):
                    fresh = True
        if fresh and not self._alone.must(view):
            return False
        if fresh:
            for claim in view.certificate.claims:
                for part, ids in (("of", claim.evidence), ("against", claim.against)):
                    known.setdefault((claim.slot, part), set()).update(ids)
        return True

    @cached_property
    def _standing(self) -> Program:
        return self._program(c for c in self.clauses if not looks(c, CLAIMED))

    @cached_property
    def _alone(self) -> Program:
        return self._program(c for c in self.clauses if c.over in ALONE)

    @cached_property
    def _claimed(self) -> Program:
        return self._program(
            c for c in self.clauses if c.over not in ALONE and looks(c, CLAIMED)
        )

    @staticmethod
    def _program(clauses: Iterable[Clause]) -> Program:
        return compile_formula(accepted(tuple(clauses)))


def looks(clause: Clause, tables: frozenset[s.Calls]) -> bool:
    """Whether a clause ranges over one of these tables."""
    return any(
        node in tables for node in s.walk(clause.formula) if type(node) is s.Calls
    )


VERIFIER = Verifier()
