"""Making again what may have been made already: T12.

The response of a call was lost. A probe asks the world; what it says is worth something
only if the old call can no longer land when it is asked, and only once.
"""

from .draft import Words
from .theory import RULE, Switch

WORDS = Words.of(
    """
    Call: c d
    Effect: e
    """,
    "",
    """
    used(c): {} has been issued
    flight(c,e): {}, which makes {}, is in flight
    closed(e): no call that makes {} can land any more
    absent(e): the last probe said that {} is absent
    real(e): {} is real
    twice(e): {} has been made twice
    """,
    (
        Switch(
            "p_branch", "it is issued again only if a probe said absent", "CFRC", RULE
        ),
        Switch("p_authoritative", "a probe tells what is real", "this project"),
        Switch(
            "p_closed", "no old call can land when it is probed", "this project", RULE
        ),
        Switch("p_single_use", "an answer is used once", "this project", RULE),
        Switch("quiet", "nobody else acts meanwhile", "this project"),
    ),
)

PROBE = WORDS.theory(
    "probe",
    "an effect that may have been made is probed, and then perhaps made again",
    [("T12", "no_duplicate", "no effect is made twice", "¬twice(e)")],
    begins="¬real(e) ∧ (∃c: flight(c,e)) ∧ (used(c) ∧ used(d) → c = d)",
    ends="(∃e: real(e)) ∧ ∃c d: c ≠ d ∧ used(c) ∧ used(d)",
    initial="""
    begun: ¬twice(e) ∧ ¬absent(e) ∧ ¬closed(e)
    flight: flight(c,e) → used(c) ∧ ¬real(e)
    one: flight(c,e) ∧ flight(d,e) → c = d
    """,
    steps=(
        WORDS.step(
            "lapse",
            "c e",
            "{c} can no longer make {e}",
            "may: flight(c,e)",
            "-flight(c,e)",
        ),
        WORDS.step(
            "close",
            "e",
            "no call that makes {e} can land any more",
            "may: ¬flight(c,e)",
            "+closed(e)",
        ),
        WORDS.step(
            "probe",
            "e",
            "{e} is probed",
            "p_closed: closed(e)",
            """
            -absent(e)
            +absent(e) if p_authoritative → ¬real(e)
            """,
        ),
        WORDS.step(
            "reissue",
            "c e",
            "{c} is issued to make {e} again",
            """
            new: ¬used(c)
            p_branch: absent(e)
            """,
            """
            +used(c)
            +flight(c,e)
            -absent(e) if p_single_use
            -closed(e) if p_single_use
            """,
        ),
        WORDS.step(
            "land",
            "c e",
            "{c} lands and makes {e}",
            "may: flight(c,e)",
            """
            -flight(c,e)
            +twice(e) if real(e)
            +real(e)
            """,
        ),
        WORDS.step(
            "other_makes",
            "e",
            "somebody else makes {e}",
            "may: ¬quiet ∧ ¬real(e)",
            "+real(e)",
            adversary=True,
        ),
    ),
    invariant="""
    one: flight(c,e) ∧ flight(d,e) → c = d
    fresh: flight(c,e) → ¬real(e) ∧ ¬absent(e) ∧ ¬closed(e) ∧ used(c)
    absent: absent(e) → ¬real(e) ∧ closed(e)
    never_twice: ¬twice(e)
    """,
    sizes={"Call": 3},
    depth=6,
)
