"""What is said of a proof: in lines, and as data."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ..checker.proofs.proving import Proof, solvers
from ..checker.proofs.results import Answer, Open, Proved, Refuted
from ..spec.theorems.catalogue import Theorem
from ..spec.theorems.runs import Run, script
from ..spec.theorems.theory import Theory
from .exits import DONE, NOT_DONE, UNDECIDED, worst
from .output import wrapped
from .statement import lines

Proofs = Mapping[str, Proof]
MARKS = {"proved": "✓", "refuted": "✗", "open": "?"}


def brief(theorem: Theorem, proofs: Proofs) -> list[str]:
    """Tell in one line what came of a theorem, and of each part that is not proved."""
    answers = answers_of(theorem, proofs)
    state = state_of(answers.values())
    count = f"{len(answers)} part{'s' * (len(answers) != 1)}"
    head = f"{MARKS[state]} {theorem.name} {theorem.title}: {state}, {count}"
    left = [f"{name}: {state_of([a])}" for name, a in answers.items() if code_of(a)]
    return [*wrapped(head, "", "    "), *(f"    {line}" for line in left)]


def whole(theorem: Theorem, proofs: Proofs) -> Iterator[str]:
    """Tell a theorem: its statement, what came of it, a run of each theory."""
    yield from lines(theorem)
    yield ""
    for name, answer in answers_of(theorem, proofs).items():
        state = state_of([answer])
        yield f"{MARKS[state]} {name}: {state}"
    for theory in theorem.theories:
        example = proofs[theory.name].example
        yield ""
        if isinstance(example, Run):
            what = f"that meets every premise of {theory.name}"
            yield from run_lines(theory, example, what)
        else:
            yield from wrapped(f"? no example of {theory.name}: {example.tried}")
    yield ""


def summary(proofs: Iterable[Proof]) -> Iterator[str]:
    """Tell how it was proved, by whom and at what cost."""
    proofs, known = list(proofs), solvers()
    asked, same = sum(p.asked for p in proofs), sum(p.same for p in proofs)
    spent, most = sum(p.rlimit for p in proofs), max(p.costliest for p in proofs)
    yield from wrapped(
        f"any number of elements, by induction: {asked} conditions, and {same} whose "
        f"step changes nothing in them; z3 {known['z3']}, {spent:,} units, at most "
        f"{most:,} for one"
    )
    unsure = sum(p.asked - p.second.get("unsat", 0) for p in proofs if p.second)
    if known["cvc5"] is None:
        yield "one solver: cvc5, the second, is not installed"
    elif unsure:
        yield f"one solver of {unsure} conditions: cvc5 {known['cvc5']} decides none"
    else:
        yield f"two solvers agree: cvc5 {known['cvc5']} confirms every condition"
    cyclic = [p.theory.name for p in proofs if p.cycles]
    if cyclic:
        names = ", ".join(cyclic)
        yield from wrapped(f"quantifiers form no cycle (EPR), except in: {names}")
    else:
        yield "quantifiers form no cycle (EPR)"


def fate(theory: Theory, name: str, answer: Answer) -> Iterator[str]:
    """Tell what becomes of a part without an assumption, with the run against it."""
    match answer:
        case Refuted(run):
            claim = next(c for c in theory.conclusions if str(c) == name)
            yield from wrapped(f"✗ {name}: {claim.sentence}", "", "    ")
            yield from run_lines(theory, run, "against it")
        case Open(tried):
            yield from wrapped(f"? {name}: open; {tried}", "", "    ")
        case _:
            yield f"✓ {name}: proved all the same"


def run_lines(theory: Theory, run: Run, what: str) -> Iterator[str]:
    """Tell a run, replayed, as a script."""
    count = f"{len(run.steps)} step{'s' * (len(run.steps) != 1)}"
    yield f"  a run of {count} {what}:" if run.steps else f"  a model {what}:"
    for about, line in script(theory, run):
        yield from wrapped(line, f"  {about:>5}  ", " " * 9)


def answers_of(theorem: Theorem, proofs: Proofs) -> dict[str, Answer]:
    """Return what came of each part of a theorem."""
    return {
        str(claim): proofs[theory.name].answers[str(claim)]
        for theory, claim in theorem.parts
    }


def exit_of(theorem: Theorem, proofs: Proofs) -> int:
    """Return the code of a theorem: its parts, and whether its premises can be met."""
    codes = [code_of(answer) for answer in answers_of(theorem, proofs).values()]
    met = (isinstance(proofs[t.name].example, Run) for t in theorem.theories)
    return worst([*codes, DONE if all(met) else UNDECIDED])


def code_of(answer: Answer) -> int:
    """Return the code of one part."""
    match answer:
        case Proved():
            return DONE
        case Refuted():
            return NOT_DONE
    return UNDECIDED


def state_of(answers: Iterable[Answer]) -> str:
    """Return the word for several parts together."""
    words = {DONE: "proved", NOT_DONE: "refuted"}
    return words.get(worst(map(code_of, answers)), "open")


def entry(theorem: Theorem, proofs: Proofs) -> dict[str, Any]:
    """Return a theorem as data."""
    theories = {claim: theory for theory, claim in theorem.parts}
    answers = answers_of(theorem, proofs)
    return {
        "theorem": theorem.name,
        "title": theorem.title,
        "says": theorem.says,
        "parts": {
            str(claim): {
                "says": claim.sentence,
                "theory": theory.name,
                **answer_entry(theory, answers[str(claim)]),
            }
            for claim, theory in theories.items()
        },
    }


def answer_entry(theory: Theory, answer: Answer) -> dict[str, Any]:
    """Return what came of a part as data."""
    state = {"verdict": state_of([answer])}
    if isinstance(answer, Refuted):
        run = answer.run
        return {**state, "steps": len(run.steps), "run": script_entry(theory, run)}
    return {**state, "tried": answer.tried} if isinstance(answer, Open) else state


def script_entry(theory: Theory, run: Run) -> list[list[str]]:
    """Return a run as data: its lines, each with what it is about."""
    return [list(line) for line in script(theory, run)]


def cost(proof: Proof) -> dict[str, Any]:
    """Return how a theory was proved, as data."""
    example = proof.example
    met = script_entry(proof.theory, example) if isinstance(example, Run) else None
    return {
        "conditions": proof.asked,
        "unchanged": proof.same,
        "rlimit": proof.rlimit,
        "costliest": proof.costliest,
        "cvc5": None if proof.second is None else dict(proof.second),
        "cycles": [list(cycle) for cycle in proof.cycles],
        "example": met,
    }


def universe(theories: Iterable[Theory]) -> Iterator[str]:
    """Tell where proofs and runs without an assumption were looked for."""
    yield from wrapped(
        "proved: for any number of elements, by z3 alone; refuted: "
        "by the shortest run there is, replayed by the definition"
    )
    seen = {theory.name: theory for theory in theories}
    for name, theory in seen.items():
        steps = f"runs of {name}: of at most {theory.depth} steps, with"
        where = steps if theory.steps else f"models of {name}: with"
        yield from wrapped(f"{where} {sized(theory)}", "", "    ")


def sized(theory: Theory) -> str:
    """Tell how many elements of each sort there are in the runs of a theory."""
    more = [f"{n} of {sort}" for sort, n in theory.sizes.items()]
    return f"{', '.join(more)} and 1 of all else" if more else "1 of each sort"
