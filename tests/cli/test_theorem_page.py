"""docs/reference/theorems.md says what is found, and leaves nothing open."""

import re
import time
from pathlib import Path

import attrs
import pytest

from obligato.checker.proofs.deciding import Deciding
from obligato.checker.proofs.proving import proof, solvers
from obligato.checker.proofs.results import Open
from obligato.cli.theorem_page import Row, costs, exit_of, fallen, needs, page, rows
from obligato.spec.theorems.catalogue import THEOREMS, theories
from obligato.spec.theorems.probe import PROBE
from obligato.spec.theorems.writing import text

PAGE = Path(__file__).resolve().parents[2] / "docs" / "reference" / "theorems.md"
FEW = [theories()[name] for name in ("probe", "omission", "frame", "views", "adding")]


def plain(lines: list[str]) -> list[str]:
    """Leave out what another version of a solver says otherwise."""
    here = solvers()
    if f"Z3 {here['z3']}, and again of cvc5 {here['cvc5']}." in PAGE.read_text():
        return lines
    told = (re.sub(r"\b[\d,]+\b|[Zz]3 [\d.]+|cvc5 [\d.]+", "…", line) for line in lines)
    return list(told)


def written() -> list[str]:
    return PAGE.read_text(encoding="utf-8").splitlines()


def test_what_is_found_of_a_few_theories_is_on_the_page() -> None:
    found = list(rows(FEW))
    lines = [line for block in needs(found) for line in block.splitlines() if line]
    lines += [costs(row.proof) for row in found if row.proof is not None]

    assert set(plain(lines)) - set(plain(written())) == set()


def test_every_part_is_on_the_page_with_its_formula() -> None:
    said = PAGE.read_text(encoding="utf-8")

    for theorem in THEOREMS.values():
        for theory, claim in theorem.parts:
            cells = f"| `{claim.name}` | {claim.sentence} | `{text(claim.formula)}` |"
            assert f"{cells} {theory.name} | proved |" in said


def test_every_assumption_is_on_the_page() -> None:
    said = PAGE.read_text(encoding="utf-8")

    for theory in theories().values():
        for switch in theory.switches.values():
            row = f"| `{switch.name}` | {switch.kind} | {switch.sentence} |"
            assert row in said


def test_no_cell_is_open() -> None:
    assert not any("open (" in line for line in written())


def test_an_open_cell_would_be_shown_as_open() -> None:
    answers = {"T12.no_duplicate": Open("no run of at most 6 steps")}
    *_, row, _ = needs([Row(PROBE, PROBE.switches["quiet"], answers)])

    assert fallen(answers) == "T12.no_duplicate open (no run of at most 6 steps)"
    assert row.endswith("open (no run of at most 6 steps) |")


@pytest.mark.long
def test_the_page_is_what_the_command_writes() -> None:
    start = time.process_time()
    lines = "\n".join(page(rows())).splitlines()
    spent = time.process_time() - start

    assert plain(lines) == plain(written())
    print(f"the table of dropped assumptions: {spent:.0f} s of CPU")


@pytest.mark.long
def test_all_theorems_are_proved_within_a_minute() -> None:
    start = time.process_time()
    proofs = [proof(Deciding(theory)) for theory in theories().values()]
    spent = time.process_time() - start

    assert all(p.agreed for p in proofs)
    assert spent < 60
    print(f"{sum(p.asked for p in proofs)} conditions: {spent:.0f} s of CPU")


def test_the_table_ends_well_only_if_nothing_is_open() -> None:
    found = list(rows([PROBE]))
    proved, dropped = found[0], found[1]
    left = {"T12.no_duplicate": Open("no run of at most 6 steps")}

    assert exit_of(found) == 0
    assert exit_of([*found, attrs.evolve(dropped, answers=left)]) == 3
    assert exit_of([attrs.evolve(proved, answers=dropped.answers)]) == 1
