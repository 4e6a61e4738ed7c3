"""What the two bits of a formula say of the histories that fit a record: T0, and T8.

One step of an induction over formulas: if it is so of the parts of a formula, it is so
of the formula. Atoms are where a record may know less than the history does.
"""

from .draft import Words
from .theory import RULE, Switch

SORTS = """
Formula: k f g
History: h
"""
SHAPE = """
atom(k): {} is an atom
no(k,f): {} is the negation of {}
all_of(k): {} is a conjunction
some_of(k): {} is a disjunction
part(k,f): {1} is a part of {0}
"""
SHAPES = """
shape: atom(k) ∨ all_of(k) ∨ some_of(k) ∨ ∃f: no(k,f)
one_shape: (no(k,f) → ¬atom(k) ∧ ¬all_of(k) ∧ ¬some_of(k) ∧ ¬part(k,g))
    ∧ (atom(k) → ¬all_of(k) ∧ ¬some_of(k) ∧ ¬part(k,f)) ∧ ¬(all_of(k) ∧ some_of(k))
below: ¬part(k,k) ∧ ¬no(k,k) ∧ ¬(part(k,f) ∧ part(f,k)) ∧ ¬(no(k,f) ∧ no(f,k))
    ∧ ¬(part(k,f) ∧ no(f,k))
"""
BELOW = "(part(k,f) ∨ no(k,f))"
FLIPS = Switch(
    "flips", "negation turns must into not-may, and back", "this project", RULE
)
ALL = Switch(
    "all_parts", "a conjunction has a bit if all parts have", "this project", RULE
)
SOME = Switch(
    "some_part", "a disjunction has a bit if one part has", "this project", RULE
)
NOTE = "a formula leads to its parts, which are formulas; decided all the same"


def rules(*pairs: tuple[str, str]) -> str:
    """Return how bits, given as pairs of must and may, come from those of the parts."""
    both = [pair for must, may in pairs for pair in ((must, may), (may, must))]
    turned = " ∧ ".join(f"({one}(k) ↔ ¬{other}(f))" for one, other in both)
    every = " ∧ ".join(f"({one}(k) ↔ ∀f: part(k,f) → {one}(f))" for one, _ in both)
    some = " ∧ ".join(f"({one}(k) ↔ ∃f: part(k,f) ∧ {one}(f))" for one, _ in both)
    return f"""
flips: no(k,f) → {turned}
all_parts: all_of(k) → {every}
some_part: some_of(k) → {some}
"""


def sound(formula: str, history: str) -> str:
    """Return that the bits of a formula are right about a history."""
    true = f"true_in({formula},{history})"
    return f"(must({formula}) → {true}) ∧ ({true} → may({formula}))"


BITS_WORDS = Words.of(
    SORTS,
    f"""{SHAPE}
must(k): {{}} must be true
may(k): {{}} may be true
true_in(k,h): {{}} is true in {{}}
fits(h): {{}} fits the record
""",
    "",
    (
        Switch(
            "sound_atoms",
            "an atom must be true only if it is in every history that fits, and may be "
            "if it is in one: what is unknown is not read as false",
            "this project",
        ),
        FLIPS,
        ALL,
        SOME,
    ),
)

BITS = BITS_WORDS.theory(
    "bits",
    "a formula, its parts, and the histories that fit a record",
    [
        (
            "T0",
            "sound",
            "what must be true is in every history that fits, and what may not be is "
            "in none, if it is so of the parts",
            f"(∀f h1: {BELOW} ∧ fits(h1) → {sound('f', 'h1')}) ∧ fits(h) → "
            f"{sound('k', 'h')}",
        )
    ],
    axioms=f"""{SHAPES}
not: no(k,f) → (true_in(k,h) ↔ ¬true_in(f,h))
all: all_of(k) → (true_in(k,h) ↔ ∀f: part(k,f) → true_in(f,h))
some: some_of(k) → (true_in(k,h) ↔ ∃f: part(k,f) ∧ true_in(f,h))
sound_atoms: atom(k) ∧ fits(h) → {sound("k", "h")}
{rules(("must", "may"))}""",
    ends="∃k f g h: no(k,f) ∧ all_of(f) ∧ part(f,g) ∧ atom(g) ∧ must(k) ∧ fits(h)",
    sizes={"Formula": 3, "History": 2},
    note=NOTE,
)


def poorer(formula: str) -> str:
    """Return that the poorer record has no bit set that the fuller one rules out."""
    must = f"(poor_must({formula}) → full_must({formula}))"
    return f"{must} ∧ (full_may({formula}) → poor_may({formula}))"


LESS_WORDS = Words.of(
    SORTS,
    f"""{SHAPE}
poor_must(k): by the record that knows less, {{}} must be true
poor_may(k): by the record that knows less, {{}} may be true
full_must(k): by the fuller record, {{}} must be true
full_may(k): by the fuller record, {{}} may be true
""",
    "",
    (
        Switch(
            "poorer_atoms",
            "no atom is definite in the poorer record that is not in the fuller; "
            "`unclear` is, and is the exception",
            "this project",
        ),
        FLIPS,
        ALL,
        SOME,
    ),
)

LESS = LESS_WORDS.theory(
    "less",
    "a formula, its parts, and two records of which one knows less",
    [
        (
            "T8",
            "less",
            "what knows less has no definite verdict that the fuller lacks, if it is "
            "so of the parts",
            f"(∀f: {BELOW} → {poorer('f')}) → {poorer('k')}",
        )
    ],
    axioms=f"""{SHAPES}
poorer_atoms: atom(k) → {poorer("k")}
{rules(("poor_must", "poor_may"), ("full_must", "full_may"))}""",
    ends="∃k f g: no(k,f) ∧ all_of(f) ∧ part(f,g) ∧ atom(g) ∧ full_must(k)"
    " ∧ ¬poor_must(k)",
    sizes={"Formula": 3},
    note=NOTE,
)
