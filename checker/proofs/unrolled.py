"""Runs in a small universe: a theory unrolled step by step, as propositions.

The definition is the one whose invariant is proved inductive; only its quantifiers are
written out. Every switch is a Boolean of its own, so one solver answers for all of
them, and looks at one more step only when it must.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

import z3

from ...spec.theorems.formulas import Formula, Not
from ...spec.theorems.meaning import Element, Fact
from ...spec.theorems.runs import Run, Taken
from ...spec.theorems.theory import Conclusion, Step, Theory
from .ground import NEXT, NOW, Ground, joined, negated
from .text import symbol

BUDGET = 200_000_000  # units of Z3 for one question
VALUE = re.compile(r" (true|false)\)")
SAT, UNSAT = "sat", "unsat"


class Undecided(Exception):
    """The solver did not answer within its budget."""


class Unrolled:
    """One solver for all runs of one theory in its universe."""

    def __init__(self, theory: Theory, budget: int = BUDGET) -> None:
        self.theory, self.ground = theory, Ground.of(theory)
        self.context, self.depth, self.named = z3.Context(), 0, dict[str, str]()
        start = (*theory.axioms.values(), *theory.initial.values())
        self._run("(set-logic QF_FD)", f"(set-option :rlimit {budget})")
        self._run(*(_declared(symbol(name)) for name in theory.switches))
        self._run(*(_declared(self.ground.name(f)) for f in self.ground.facts(True)))
        self._run(*self._state(0))
        self._run(*(f"(assert {_at(self.ground.written(f), 0)})" for f in start))

    @cached_property
    def choices(self) -> list[tuple[Step, tuple[Element, ...]]]:
        """Every step with every choice of its parameters, in the order of the text."""
        return [
            (step, elements)
            for step in self.theory.steps
            for elements in self.ground.values(step.parameters)
        ]

    def against(self, claim: Conclusion, off: Iterable[str], depth: int) -> Run | None:
        """Return the first run of ``depth`` steps, the switches off, against a claim.

        Raises: `Undecided` if the budget did not last.
        """
        if claim.of_steps and depth == 0:
            return None
        at = depth - 1 if claim.of_steps else depth
        return self._find([(Not(claim.formula), at)], tuple(off), depth)

    def example(self, depth: int) -> Run | None:
        """Return the first run of ``depth`` steps that is an example of the theory.

        Raises: `Undecided` if the budget did not last.
        """
        begins, ends = self.theory.example
        return self._find([(begins, 0), (ends, depth)], (), depth)

    def _find(
        self, wanted: list[tuple[Formula, int]], off: tuple[str, ...], depth: int
    ) -> Run | None:
        """Return the first run of so many steps in which formulas hold when they say.

        First: by its steps in the order of the text, then by what holds at its
        beginning, as little as there can be.
        """
        while self.depth < depth:
            self._deepen()
        told = [self._named(_at(self.ground.written(f), at)) for f, at in wanted]
        told += [
            _goes(k) if k < depth else negated(_goes(k)) for k in range(self.depth)
        ]
        for name in self.theory.switches:
            told.append(negated(symbol(name)) if name in off else symbol(name))
        if not self._sat(told):
            return None
        steps = tuple(self._first(k, told) for k in range(depth))
        facts = self._least(told)
        return Run(dict(self.ground.sizes), off, facts, steps)

    def _first(self, k: int, wanted: list[str]) -> Taken:
        """Fix the k-th step to the first that can be taken."""
        picks = [_pick(i, k) for i in range(len(self.choices))]
        found = self._true(picks)
        while sooner := picks[: picks.index(found[0])]:
            if not self._sat([*wanted, self._named(joined("or", sooner))]):
                break
            found = self._true(picks)
        wanted.append(found[0])
        step, elements = self.choices[picks.index(found[0])]
        self._sat(wanted)
        return Taken(step.name, elements)

    def _least(self, wanted: list[str]) -> frozenset[Fact]:
        """Fix what holds at the beginning, fact after fact, to false if it can."""
        facts = [*self.ground.facts(True), *self.ground.facts(False)]
        names = {_at(self.ground.name(fact), 0): fact for fact in facts}
        true = set(self._true(list(names)))
        for name in reversed(names):  # so that the first elements are those that do
            if name in true and self._sat([*wanted, negated(name)]):
                true = set(self._true(list(names)))
            wanted.append(name if name in true else negated(name))
        return frozenset(names[name] for name in true)

    def _deepen(self) -> None:
        k = self.depth
        self._run(*self._state(k + 1), _declared(_goes(k)))
        self._run(*(_declared(_pick(i, k)) for i in range(len(self.choices))))
        self._run(*(f"(assert {part})" for part in self._one(k)))
        self._run(*(f"(assert {_at(part, k)})" for part in self._steps))
        self.depth += 1

    def _one(self, k: int) -> Iterator[str]:
        picks = " ".join(_pick(i, k) for i in range(len(self.choices)))
        yield f"(= {_goes(k)} (or {picks}))"
        yield f"((_ at-most 1) {picks})"

    @cached_property
    def _steps(self) -> list[str]:
        """What each choice demands, and how it changes each fact, at any moment."""
        lines, changed = list[str](), dict[Fact, list[tuple[str, str]]]()
        for i, (step, elements) in enumerate(self.choices):
            values = dict(zip(step.parameters, elements, strict=True))
            pick = _pick(i, NOW)
            for guard in step.guards.values():
                no = negated(pick)
                lines.append(joined("or", [no, self.ground.written(guard, values)]))
            for relation, update in step.updates.items():
                for chosen in self.ground.values(update.formals):
                    here = {**values, **dict(zip(update.formals, chosen, strict=True))}
                    new = self.ground.written(update.value, here)
                    if new != self.ground.name((relation, chosen)):
                        changed.setdefault((relation, chosen), []).append((pick, new))
        for fact in self.ground.facts(False):
            now, ways = self.ground.name(fact), changed.get(fact, [])
            stays = joined("and", [now, *(negated(pick) for pick, _ in ways)])
            new = joined("or", [*(joined("and", way) for way in ways), stays])
            lines.append(f"(= {self.ground.name(fact, NEXT)} {new})")
        return [line for line in lines if line != "true"]

    def _state(self, k: int) -> Iterator[str]:
        for fact in self.ground.facts(False):
            yield _declared(_at(self.ground.name(fact), k))

    def _named(self, proposition: str) -> str:
        """Return a literal that implies ``proposition``."""
        if proposition not in self.named:
            name = self.named[proposition] = f"|wanted.{len(self.named)}|"
            self._run(_declared(name), f"(assert (=> {name} {proposition}))")
        return self.named[proposition]

    def _sat(self, literals: Sequence[str]) -> bool:
        said = self._run(f"(check-sat-assuming ({' '.join(literals)}))").strip()
        if said not in (SAT, UNSAT):
            raise Undecided(said)
        return said == SAT

    def _true(self, names: list[str]) -> list[str]:
        """Return those of ``names`` that the model makes true."""
        said = self._run(f"(get-value ({' '.join(names)}))")
        values = zip(names, VALUE.findall(said), strict=True)
        return [name for name, value in values if value == "true"]

    def _run(self, *commands: str) -> str:
        text = "\n".join(commands)
        said = str(z3.Z3_eval_smtlib2_string(self.context.ref(), text))
        assert "error" not in said, f"Z3 cannot read a run: {said[:200]}"
        return said


def _declared(name: str) -> str:
    return f"(declare-const {name} Bool)"


def _pick(i: int, k: int | str) -> str:
    moment = k if isinstance(k, str) else f"@{k}"
    return f"|step.{i}{moment}|"


def _goes(k: int) -> str:
    """Return the name of: there is a k-th step."""
    return f"|goes@{k}|"


def _at(proposition: str, k: int) -> str:
    """Return a proposition about the k-th moment, and the one after it."""
    return proposition.replace(NOW, f"@{k}").replace(NEXT, f"@{k + 1}")
