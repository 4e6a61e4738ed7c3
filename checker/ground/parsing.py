"""From the text of the solver's reading to the ground table.

The reading writes SMT-LIB; here it is read back, so what a call needs is said once.
"""

import re
from collections.abc import Iterator

from ..solver.smt import Text
from .table import NO, YES, Literal, Sum, Table

TOKEN = re.compile(r"\|[^|]*\||[()]|[^\s()|]+")
Term = Literal | Sum


class Reader:
    """Reads terms of a text into a table."""

    def __init__(self, text: Text, table: Table) -> None:
        self.text, self.table = text, table
        self._defined: dict[str, Term] = {"true": YES, "false": NO}
        self._read = 0
        self.asserted: list[Literal] = []

    def literal(self, term: str) -> Literal:
        """Return the condition that a Bool term stands for."""
        self._catch_up()
        return self.term(term)

    def term(self, term: str) -> Literal:
        """Return the condition of a Bool term that uses no definition of the text."""
        found = self._term(term)
        assert isinstance(found, int), term
        return found

    def _catch_up(self) -> None:
        """Read the definitions and assertions that joined the text."""
        lines = self.text.lines[self._read :]
        self._read += len(lines)
        for line in lines:
            if line.startswith("(define-fun "):
                _, name, rest = line.split(" ", 2)
                term = rest.split(" ", 2)[2][:-1]  # after the () and the sort
                self._defined[name] = self._term(term)
            elif line.startswith("(assert "):
                found = self._term(line[len("(assert ") : -1])
                assert isinstance(found, int)
                self.asserted.append(found)

    def _term(self, text: str) -> Term:
        found = self._defined.get(text)
        if found is not None:
            return found
        tokens = iter(TOKEN.findall(text))
        first = next(tokens)
        return self._rest(tokens) if first == "(" else self._atom(first)

    def _rest(self, tokens: Iterator[str]) -> Term:
        """Return the term whose opening bracket was read."""
        operator, arguments = next(tokens), []
        for token in tokens:
            if token == ")":
                break
            arguments.append(self._rest(tokens) if token == "(" else self._atom(token))
        return self._made(operator, arguments)

    def _atom(self, token: str) -> Term:
        found = self._defined.get(token)
        if found is None:
            found = self._new(token)
            self._defined[token] = found
        return found

    def _new(self, token: str) -> Term:
        if token.isdecimal():
            return Sum(int(token))
        if self.text.declared[token] == "Bool":
            return self.table.variable(token)
        return Sum(0, (((token, YES), 1),))

    def _made(self, operator: str, arguments: list[Term]) -> Term:
        table = self.table
        flags = [a for a in arguments if isinstance(a, int)]
        sums = [a for a in arguments if isinstance(a, Sum)]
        match operator, flags, sums:
            case "and", _, []:
                return table.conj(flags)
            case "or", _, []:
                return table.disj(flags)
            case "not", [body], []:
                return -body
            case "=>", [left, right], []:
                return table.disj((-left, right))
            case "=", [left, right], []:
                both, neither = table.conj(flags), table.conj((-left, -right))
                return table.disj((both, neither))
            case "ite", [test, then, other], []:
                return table.conj(
                    (table.disj((-test, then)), table.disj((test, other)))
                )
            case "<=", [], [left, right]:
                return table.at_most(left, right)
            case "<", [], [left, right]:
                return table.at_most(left.plus(Sum(1)), right)
            case "=", [], [left, right]:
                return table.conj(
                    (table.at_most(left, right), table.at_most(right, left))
                )
            case "+", [], [first, *others]:
                for other in others:
                    first = first.plus(other)
                return first
            case "-", [], [only]:
                return Sum().plus(only, -1)
            case "-", [], [first, *others]:
                for other in others:
                    first = first.plus(other, -1)
                return first
            case "ite", [test], [then, other]:
                return self._either(test, then, other)
        raise AssertionError(f"({operator} …) is no term of a reading")

    def _either(self, test: Literal, then: Sum, other: Sum) -> Sum:
        """Return one of two sums, each part of them behind the test or its opposite."""
        if test in (YES, NO) or then == other:
            return then if test == YES else other
        gap = then.plus(other, -1)
        if not gap.parts:
            return other.plus(gap.where(test))
        return self._where(then, test).plus(self._where(other, -test))

    def _where(self, total: Sum, test: Literal) -> Sum:
        found = Sum(total.constant).where(test)
        for (name, gate), n in total.parts:
            both = self.table.conj((gate, test))
            if both != NO:
                found = found.plus(Sum(0, (((name, YES), n),)).where(both))
        return found
