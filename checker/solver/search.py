"""The search of one solver for the least record that meets a condition."""

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

import z3

from ...model.record import Record
from .answers import Answer, Found, NoneInScope, Unanswered
from .decode import decode
from .least import Least
from .pin import slots_of
from .plain import TIDY, continued, fresh, tidy, whole
from .session import Session
from .smt import compare, conj

if TYPE_CHECKING:
    from .ask import Question

PLAIN, GIVEN, ASKED = "plain", "given", "asked"  # what the conditions say
Confirm: TypeAlias = Callable[[Record], None]  # raises `Disagreement` if it is not so


class Search:
    """What is asked of a solver: a condition on the records of a question's scope.

    `handed`: whether the condition itself says if and when the work changed hands.
    `rough`: whether any record with the fewest events will do.
    """

    def __init__(
        self, question: "Question", wanted: str, handed: bool, rough: bool = False
    ) -> None:
        self.rough = rough
        self.question, self.symbolic = question, question.symbolic
        self.scope, prefix = question.scope, question.prefix
        self.first = 0 if prefix is None else len(slots_of(prefix))
        self.begin = 0 if prefix is None else prefix.now + 1
        plain, begun = [*whole(self.symbolic, self.first)], list[str]()
        if prefix is None:
            plain += fresh(self.symbolic, handed)
        else:
            begun = [*continued(self.symbolic, prefix, self.first)]
        roles = self.symbolic.request.binds if prefix is None else ()
        self.settled = tuple(f"bound.{role.name}?" for role in roles)
        self.parts = {PLAIN: plain, GIVEN: begun, ASKED: [wanted]}
        self.conditions = [*plain, *begun, wanted]

    def only(self, n: int) -> str:
        """Return: no more than so many slots are used."""
        if n == len(self.question.base.slots):
            return "true"
        return compare("=", self.symbolic.source(n), "0")

    def neat(self, n: int) -> str:
        """Return: so many slots are used, and their times are what people write."""
        return conj(tidy(self.symbolic, self.first, n, self.begin))

    def on(self, session: Session, confirm: Confirm) -> Answer:
        """Return the least record, by what the solver of a session says."""
        session.allow(self.question.way.budget)
        sizes = range(self.first, self.scope.events + 1)
        few = {n: session.literal(self.only(n)) for n in sizes}
        neat = {n: session.literal(self.neat(n)) for n in sizes}
        answer, proved = z3.unsat, True
        with session.on_top(self.conditions):
            for n in sizes:
                for assumed, tidied in (([few[n], neat[n]], TIDY), ([few[n]], ())):
                    answer = session.check(*assumed)
                    if answer == z3.sat and self.rough:
                        values = session.values(session.solver.model())
                        record = decode(self.symbolic, values)
                        confirm(record)
                        return Found(record, n, False)
                    if answer == z3.sat:
                        least = Least(
                            session, self.symbolic, n, (*tidied, *self.settled)
                        )
                        session.solver.add(*assumed)
                        record = decode(self.symbolic, least.model())
                        confirm(record)
                        return Found(record, n, proved and least.proved)
                    proved = proved and answer == z3.unsat
        if answer == z3.unsat:  # of the last look, at all records of the scope
            return NoneInScope(self.scope)
        return Unanswered(f"the solver gave up: {session.reason}")
