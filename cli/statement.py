"""The statement of a theorem: its parts, and what each theory takes for granted."""

from collections.abc import Iterator

from ..spec.theorems.catalogue import Theorem
from ..spec.theorems.theory import ASSUMPTION, RULE, Conclusion, Switch, Theory
from ..spec.theorems.writing import latex, text
from .latex import escaped
from .output import wrapped

KINDS = {ASSUMPTION: "Assumed", RULE: "Rules of the protocol"}


def lines(theorem: Theorem) -> Iterator[str]:
    """Yield the statement in lines that fit the terminal."""
    yield from wrapped(f"{theorem.name}, {theorem.title}. {theorem.says}")
    for theory in theorem.theories:
        yield ""
        yield from wrapped(f"{theory.name}: {theory.about}")
        for claim in parts(theorem, theory):
            yield from wrapped(f"{claim.name}: {claim.sentence}", "  ", "    ")
            yield from wrapped(text(claim.formula), "      ", "        ")
        for kind, switches in by_kind(theory):
            yield f"  {KINDS[kind]}"
            for switch in switches:
                said = f"{switch.name}: {switch.sentence} [{switch.source}]"
                yield from wrapped(said, "    ", "      ")
                for place, formula in theory.where(switch.name):
                    at = f"{place}: " if place else ""
                    yield from wrapped(at + text(formula), "        ", "          ")


def fragment(theorem: Theorem) -> Iterator[str]:
    """Yield the statement in LaTeX, to stand in lecture notes; it needs `amssymb`."""
    yield rf"\paragraph{{{theorem.name}, {_escaped(theorem.title)}.}}"
    yield _escaped(theorem.says)
    for theory in theorem.theories:
        yield rf"\emph{{{_escaped(theory.name)}: {_escaped(theory.about)}}}"
        yield r"\begin{description}"
        for claim in parts(theorem, theory):
            yield rf"  \item[{_escaped(claim.name)}] {_escaped(claim.sentence)}:"
            yield rf"    $ {latex(claim.formula)} $"
        yield r"\end{description}"
        for kind, switches in by_kind(theory):
            yield rf"{KINDS[kind]}:"
            yield r"\begin{description}"
            for switch in switches:
                said = f"{_escaped(switch.sentence)} ({_escaped(switch.source)})"
                yield rf"  \item[\texttt{{{_escaped(switch.name)}}}] {said}"
                for place, formula in theory.where(switch.name):
                    at = f"{_escaped(place)}: " if place else ""
                    yield rf"    {at}$ {latex(formula)} $"
            yield r"\end{description}"


def parts(theorem: Theorem, theory: Theory) -> list[Conclusion]:
    """Return the conclusions of a theory that are parts of the theorem."""
    return [claim for of, claim in theorem.parts if of is theory]


def by_kind(theory: Theory) -> Iterator[tuple[str, list[Switch]]]:
    """Yield what is assumed and which rules there are, each if there is one."""
    for kind in KINDS:
        found = [switch for switch in theory.switches.values() if switch.kind == kind]
        if found:
            yield kind, found


def _escaped(said: str) -> str:
    """Return words so that LaTeX prints them as they are, what is code as code."""
    pieces = escaped(said).replace("⊥", r"$\bot$").split("`")
    return "".join(
        rf"\texttt{{{piece}}}" if i % 2 else piece for i, piece in enumerate(pieces)
    )
