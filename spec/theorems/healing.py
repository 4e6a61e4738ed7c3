"""Whether a second fault can undo what a first one broke: T10.

Of a clean case one fault makes another case, and a second fault one more. Faults can
heal: a forged value and a forged receipt may agree. Two things keep them from it.
"""

from .draft import Words
from .theory import Switch

FRAME_WORDS = Words.of(
    """
    Clause: c
    Field: f
    Case: x y
    """,
    """
    reads(c,f): {} reads {}
    writes(f): the second fault writes {}
    same(x,y,f): {} and {} have the same {}
    holds(c,x): {} holds of {}
    accepted(x): {} is accepted
    first(x): {} is what the first fault makes
    second(x): {} is what the second fault makes of that
    """,
    "",
    (
        Switch(
            "reads_only", "a clause hangs on the fields that it reads", "this project"
        ),
        Switch(
            "untouched",
            "the first fault breaks a clause that reads nothing the second writes",
            "this project",
        ),
    ),
)

FRAME = FRAME_WORDS.theory(
    "frame",
    "two faults, the second of which writes nothing that a broken clause reads",
    [
        (
            "T10",
            "framed",
            "what both faults make is not accepted",
            "first(x) ∧ second(y) → ¬accepted(y)",
        )
    ],
    axioms="""
    accepted: accepted(x) → holds(c,x)
    one: first(x) ∧ first(y) → x = y
    writes: first(x) ∧ second(y) ∧ ¬writes(f) → same(x,y,f)
    reads_only: (∀f: reads(c,f) → same(x,y,f)) → (holds(c,x) ↔ holds(c,y))
    untouched: first(x) → ∃c: ¬holds(c,x) ∧ ∀f: reads(c,f) → ¬writes(f)
    """,
    ends="∃x y x1: first(x) ∧ second(y) ∧ accepted(x1) ∧ x ≠ y ∧ y ≠ x1 ∧ x ≠ x1",
    sizes={"Case": 3, "Clause": 2},
)

DOWN_WORDS = Words.of(
    "Case: x y z",
    """
    below(x,y): {} has less evidence than {}
    accepted(x): {} is accepted
    first(x,y): the first fault makes {1} of {0}
    second(x,y): the second fault makes {1} of {0}
    """,
    "",
    (
        Switch(
            "upward", "with more evidence, what is accepted still is", "this project"
        ),
        Switch("down", "the second fault takes evidence away", "this project"),
    ),
)

DEFLATION = DOWN_WORDS.theory(
    "deflation",
    "two faults, the second of which only takes evidence away",
    [
        (
            "T10",
            "deflated",
            "what the second fault makes of a case that is not accepted is not either",
            "first(x,y) ∧ ¬accepted(y) ∧ second(y,z) → ¬accepted(z)",
        )
    ],
    axioms="""
    upward: below(x,y) ∧ accepted(x) → accepted(y)
    down: second(x,y) → below(y,x)
    """,
    ends="∃x y z: first(x,y) ∧ accepted(x) ∧ ¬accepted(y) ∧ second(y,z) ∧ y ≠ z",
    sizes={"Case": 3},
)
