"""The reference page of the theorems: each assumption dropped in turn.

`rows` decides every part of every theory, with all assumptions and without each; `page`
lays out what it found, as docs/reference/theorems.md.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

import attrs

from ..checker.proofs.deciding import Deciding
from ..checker.proofs.proving import Proof, proof, solvers
from ..checker.proofs.results import Answer, Open, Refuted
from ..spec.theorems.catalogue import THEOREMS, Theorem, theories
from ..spec.theorems.runs import Run
from ..spec.theorems.theory import Switch, Theory
from ..spec.theorems.writing import text
from .exits import DONE, UNDECIDED, worst
from .proof_told import code_of, fate, sized, state_of, universe


@attrs.frozen
class Row:
    """What came of a theory, without `off` if that is a switch."""

    theory: Theory
    off: Switch | None
    answers: Mapping[str, Answer]
    proof: Proof | None = None

    @property
    def about(self) -> str:
        """What the row is about, in a word."""
        return f"without {self.off.name}" if self.off else "proof"


def rows(asked: Iterable[Theory] = ()) -> Iterator[Row]:
    """Decide theories, all if none is named, then each without each of its switches."""
    for theory in asked or theories().values():
        deciding = Deciding(theory)
        proved = proof(deciding)
        yield Row(theory, None, proved.answers, proved)
        for switch in theory.switches.values():
            yield Row(theory, switch, deciding.decide((switch.name,)))


INTRO = """# Theorems

This page is written by `obligato prove --table`, and a test holds it to what is found.

A theorem is stated about a *theory*: a system of steps in a first-order language, with
switches. A switch is an assumption, about the world, or a rule, of the protocol.
With all switches on, every part is proved for any number of elements, by induction over
the steps. Then each switch is turned off: what still follows is proved, and for the
rest the shortest run against it is found in a small universe, and replayed.
A free variable stands for every element of its sort; `r′` is `r` after a step.

```console
$ obligato prove T12 --without p_closed
{example}
```

`obligato prove T1` prints a statement whole, `--format latex` for lecture notes.
The statements are this project's own: the papers' texts were not public.
Recorded tenures are held to the theory `tenure`: each entry of a journal is one step,
whose guard and update hold. That is tested on drawn tenures, and not proved.
Each switch of `tenure` on which T1 hangs is off in a run of the executable model, too,
of which just the parts of T1 named here are false: that is tested, switch by switch.
"""

COSTS = """## How they are proved

Conditions are asked of Z3 {z3}, and again of cvc5 {cvc5}. A condition whose step
changes nothing that it reads is its own premise and is not asked. Units are Z3's own
(`obligato prove --format json`). *Cycle*: sorts that quantifiers lead back to; without
one the conditions are in EPR, where every question has an answer.

| theory | conditions | unchanged | units | cvc5 agrees | cycle | example | runs up to |
|---|---|---|---|---|---|---|---|"""


def page(made: Iterable[Row]) -> Iterator[str]:
    """Yield the lines of the page."""
    found = list(made)
    proofs = {row.theory.name: row.proof for row in found if row.proof}
    yield INTRO.format(example="\n".join(example(found)))
    for theorem in THEOREMS.values():
        yield from section(theorem, proofs)
    yield from needs(found)
    known = solvers()
    yield COSTS.format(z3=known["z3"], cvc5=known["cvc5"] or "(not installed)")
    for one in proofs.values():
        yield costs(one)


def exit_of(found: Iterable[Row]) -> int:
    """Return the worst code: what is refuted counts only with nothing dropped."""
    codes = [DONE]
    for row in found:
        mine = [code_of(answer) for answer in row.answers.values()]
        codes += mine if row.off is None else [c for c in mine if c == UNDECIDED]
    return worst(codes)


def example(found: Iterable[Row]) -> list[str]:
    """Return what the command of the example prints."""
    row = next(r for r in found if r.off is not None and r.off.name == "p_closed")
    assert row.off is not None, "a row is about a switch"
    lines = [f"without {row.off.name}: {row.off.sentence}"]
    for name, answer in row.answers.items():
        lines += fate(row.theory, name, answer)
    return [*lines, *universe([row.theory])]


def section(theorem: Theorem, proofs: Mapping[str, Proof]) -> Iterator[str]:
    """Yield a theorem: what it says, and its parts."""
    yield f"## {theorem.name}, {theorem.title}\n"
    yield f"{theorem.says}\n"
    yield "| part | says | formula | theory | |"
    yield "|---|---|---|---|---|"
    for theory, claim in theorem.parts:
        state = state_of([proofs[theory.name].answers[str(claim)]])
        cells = (f"`{claim.name}`", claim.sentence, f"`{text(claim.formula)}`")
        yield f"| {' | '.join((*cells, theory.name, state))} |"
    yield ""


def needs(found: Iterable[Row]) -> Iterator[str]:
    """Yield what each assumption is needed for, theory by theory."""
    yield "## What each assumption is for\n"
    yield (
        "Beside each part that falls without it stands how many steps the run against "
        "it has; all others are proved without it.\n"
    )
    for theory, of in groupby(found, lambda row: row.theory.name):
        dropped = [row for row in of if row.off is not None]
        yield f"### {theory}: {dropped[0].theory.about}\n"
        yield "| name | kind | says | source | what falls without it |"
        yield "|---|---|---|---|---|"
        for row in dropped:
            assert row.off is not None, "it is one of those that are dropped"
            what = (row.off.kind, row.off.sentence, row.off.source)
            yield f"| `{row.off.name}` | {' | '.join(what)} | {fallen(row.answers)} |"
        yield ""


def fallen(answers: Mapping[str, Answer]) -> str:
    """Return what falls, with the lengths of the runs, and what is open."""
    lost = [
        f"{n} {len(a.run.steps)}" for n, a in answers.items() if isinstance(a, Refuted)
    ]
    left = [f"{n} open ({a.tried})" for n, a in answers.items() if isinstance(a, Open)]
    return ", ".join((*lost, *left)) or "nothing falls"


def costs(one: Proof) -> str:
    """Return the row of a theory in the table of costs."""
    second = "–" if one.second is None else str(one.second.get("unsat", 0))
    cycle = "; ".join(", ".join(cycle) for cycle in one.cycles) or "none"
    met = one.example
    steps = f"{len(met.steps)} steps" if isinstance(met, Run) else "none"
    moving = bool(one.theory.steps)
    runs = f"{one.theory.depth} steps, " * moving + sized(one.theory)
    if isinstance(met, Run) and not moving:
        steps = "a model"
    cells = (one.theory.name, one.asked, one.same, f"{one.rlimit:,}", second, cycle)
    return f"| {' | '.join(map(str, (*cells, steps, runs)))} |"
