"""What a successor can know from a view: T7.

A view is enough if what is fixed, what may have happened and what is owed can be read
from it. What became of a call whose response was lost can be read from none, the full
trace included: the log is the same either way. Which of the four views of Handoff Debt
lose what, each by a smallest pair of records, is a bounded question and not asked here.
"""

from .draft import Words
from .theory import RULE, Switch

WORDS = Words.of(
    """
    Trace: h g
    Look: s
    Part: p
    Effect: e
    """,
    """
    looks(h,s): the view of {} is {}
    fixed(h,p): in {}, {} is fixed, may have happened, or is owed
    read(s,p): {1} is read from {0}
    one_log(h,g): {} and {} have the same log
    lost(h,e): in {}, the response of the call that makes {} was lost
    made(h,e): in {}, {} was made
    """,
    "",
    (
        Switch(
            "decoded", "the view says what is fixed and what is owed", "this project"
        ),
        Switch("of_log", "the view hangs on the log alone", "Handoff Debt", RULE),
        Switch(
            "silent", "the log of a lost call is the same either way", "this project"
        ),
    ),
)

VIEWS = WORDS.theory(
    "views",
    "traces, their logs, and a view of them",
    [
        (
            "T7",
            "suffices",
            "traces that look alike agree on what is fixed and what is owed",
            "looks(h,s) ∧ looks(g,s) → (fixed(h,p) ↔ fixed(g,p))",
        ),
        (
            "T7",
            "lost",
            "where a response was lost, another trace without the effect looks alike",
            "lost(h,e) ∧ made(h,e) ∧ looks(h,s) → ∃g: looks(g,s) ∧ ¬made(g,e)",
        ),
    ],
    axioms="""
    decoded: looks(h,s) → (fixed(h,p) ↔ read(s,p))
    of_log: one_log(h,g) ∧ looks(h,s) → looks(g,s)
    silent: lost(h,e) ∧ made(h,e) → ∃g: one_log(h,g) ∧ ¬made(g,e)
    """,
    ends="∃h e s p: lost(h,e) ∧ made(h,e) ∧ looks(h,s) ∧ fixed(h,p)",
    sizes={"Trace": 2},
    note="a trace leads to another of the same log; decided all the same",
)
