"""Quantifiers form no cycle, except where a theory says why."""

import pytest

from obligato.checker.proofs.alternation import alternation, cycles, edges
from obligato.spec.theorems.catalogue import THEOREMS, theories
from obligato.spec.theorems.draft import Words
from obligato.spec.theorems.theory import Theory

WORDS = Words.of("A: a b\nB: x y", "r(a,x): {} has {}\np(a): {} is so", "")
PLAIN = ("T1", "T2", "T3", "T5", "T6", "T9", "T12", "T13")


@pytest.mark.parametrize("theory", theories().values(), ids=lambda t: t.name)
def test_a_cycle_is_noted_and_only_a_cycle(theory: Theory) -> None:
    assert bool(theory.note) == bool(cycles(theory))


@pytest.mark.parametrize("name", PLAIN)
def test_the_theorems_of_the_protocol_have_none(name: str) -> None:
    assert [cycles(theory) for theory in THEOREMS[name].theories] == [
        [] for _ in THEOREMS[name].theories
    ]


def test_a_tenure_alternates_from_duties_to_receipts() -> None:
    assert alternation(theories()["tenure"]) == {
        ("Action", "Value"),
        ("Asked", "Obligation"),
        ("Obligation", "Action"),
        ("Obligation", "Receipt"),
        ("Obligation", "Value"),
    }


@pytest.mark.parametrize(
    ("said", "sign", "found"),
    [
        ("∀a: ∃x: r(a,x)", True, {("A", "B")}),
        ("∀a: ∃x: r(a,x)", False, set()),
        ("∃x: ∀a: r(a,x)", False, {("B", "A")}),
        ("(∀a: ∃x: r(a,x)) → ∃b: p(b)", True, set()),
        ("(∃x: ∀a: r(a,x)) → ∃b: p(b)", True, {("B", "A")}),
        ("∀b: p(b) ↔ ∃x: r(b,x)", True, {("A", "B")}),
        ("∀b: p(b) ↔ ∀x: r(b,x)", True, {("A", "B")}),
        ("∀a: ∃b: p(a) ∧ p(b)", True, {("A", "A")}),
        ("¬∃a: ∀x: r(a,x)", True, {("A", "B")}),
    ],
)
def test_an_edge_is_an_element_to_be_found_for_each(
    said: str, sign: bool, found: set[tuple[str, str]]
) -> None:
    assert set(edges(WORDS.reader(said).formula(), sign)) == found
