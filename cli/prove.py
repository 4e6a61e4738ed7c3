"""``obligato prove``: the theorems, proved; and the run that breaks one."""

from typing import TYPE_CHECKING

import click

from .exits import DONE, worst

if TYPE_CHECKING:
    from ..checker.proofs.results import Answer
    from ..spec.theorems.catalogue import Theorem
    from ..spec.theorems.theory import Theory

EXITS = """\b
Exit  0    every part is proved, and a run meets the premises of each
      1    a part is refuted: without the assumption there is a run against it
      2    usage, or there is no such theorem or assumption
      3    a part is neither proved nor refuted
      4    two solvers exclude each other, or a run is none: a fault of obligato
"""


@click.command("prove", epilog=EXITS)
@click.argument("theorem", required=False)
@click.option("--without", metavar="ASSUMPTION", help="Drop an assumption or a rule.")
@click.option("--table", is_flag=True, help="Drop each: docs/reference/theorems.md.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "latex", "json"]),
    default="text",
    help="latex: the statement alone.",
)
def command(theorem: str | None, without: str | None, table: bool, form: str) -> int:
    """Prove the theorems, for any number of actions, effects, receipts and duties.

    A proof is an induction over the steps of an abstract protocol, found by Z3 and
    confirmed by cvc5 if it is installed. Without an assumption or a rule, what still
    follows is proved, and for the rest the shortest run against it is printed.
    THEOREM is T0 to T13; without it, all.
    """
    from ..spec.theorems.catalogue import THEOREMS
    from ..spec.theorems.catalogue import theorem as named
    from .output import say

    asked = [named(theorem)] if theorem else list(THEOREMS.values())
    if table:
        if theorem or without or form != "text":
            raise click.UsageError("--table is of all theorems, and text: say it alone")
        return _table()
    if form == "latex":
        from .statement import fragment

        if without:
            raise click.UsageError("--format latex is the statement: no --without")
        say("\n".join(line for one in asked for line in fragment(one)))
        return DONE
    if without:
        return _without(asked, without, form)
    return _proved(asked, form, alone=theorem is not None)


def _table() -> int:
    from .output import progress, say
    from .theorem_page import exit_of, page, rows

    made = list(progress(rows(), lambda row: f"{row.theory.name}: {row.about}"))
    say("\n".join(page(made)))
    return exit_of(made)


def _proved(asked: "list[Theorem]", form: str, alone: bool) -> int:
    from ..checker.proofs.deciding import Deciding
    from ..checker.proofs.proving import proof, solvers
    from .output import progress, say
    from .proof_told import brief, cost, entry, exit_of, summary, whole
    from .report import dump

    theories = {t.name: t for one in asked for t in one.theories}.values()
    made = (proof(Deciding(theory)) for theory in theories)
    proofs = {p.theory.name: p for p in progress(made, lambda p: p.theory.name)}
    codes = [exit_of(one, proofs) for one in asked]
    if form == "json":
        entries = [entry(one, proofs) for one in asked]
        told = {p.theory.name: cost(p) for p in proofs.values()}
        about = {"solvers": solvers(), "theories": told}
        say(dump({"exit": worst(codes), "theorems": entries, **about}))
        return worst(codes)
    for one in asked:
        say("\n".join(whole(one, proofs) if alone else brief(one, proofs)))
    say("\n".join(summary(proofs.values())))
    return worst(codes)


def _without(asked: "list[Theorem]", off: str, form: str) -> int:
    from ..checker.proofs.deciding import Deciding
    from ..spec.errors import unknown
    from .output import progress, say
    from .proof_told import answer_entry, code_of, fate, universe
    from .report import dump

    theories = [theory for one in asked for theory in one.theories]
    known = {name: s for t in theories for name, s in t.switches.items()}
    if off not in known:
        raise unknown("assumption or rule", off, known)
    kept: dict[str, Deciding] = {}

    def decided(theorem: "Theorem", theory: "Theory") -> "dict[str, Answer]":
        deciding = kept.setdefault(theory.name, Deciding(theory))
        claims = tuple(claim for of, claim in theorem.parts if of is theory)
        return deciding.decide((off,), claims)

    pairs = [(one, t) for one in asked for t in one.theories if off in t.switches]
    made = ((one, theory, decided(one, theory)) for one, theory in pairs)
    found = list(progress(made, lambda row: f"{row[0].name}: {row[1].name}"))
    code = worst(code_of(a) for _, _, answers in found for a in answers.values())
    if form == "json":
        entries = {
            name: answer_entry(theory, answer)
            for _, theory, answers in found
            for name, answer in answers.items()
        }
        say(dump({"exit": code, "without": off, "parts": entries}))
        return code
    say(f"without {off}: {known[off].sentence}")
    for _, theory, answers in found:
        for name, answer in answers.items():
            say("\n".join(fate(theory, name, answer)))
    say("\n".join(universe(theory for _, theory, _ in found)))
    return code
