"""Plan and finish agree: an admitted plan that ran to its end can claim success (T11).

The rules of admission of which the other theorems have no need are needed here. One
plan is proposed and kept; what a plan is said to cover is computed from tool and duty.
"""

import attrs

from .draft import Words
from .protocol import AXIOMS, INITIAL, INVARIANT, TENURE
from .protocol_words import RIGID, SORTS, STATE, SWITCHES
from .theory import RULE, Step, Switch, Theory

WORDS = Words.of(
    SORTS,
    RIGID,
    STATE,
    (
        *SWITCHES,
        Switch("one_plan", "no other plan is proposed", "this project", RULE),
        Switch(
            "covers_honest",
            "what an action is said to cover it meets: it is computed",
            "this project",
            RULE,
        ),
        Switch(
            "a_breaks_before",
            "an action that breaks a duty comes before the one that covers it",
            "this project",
            RULE,
        ),
    ),
)
BREAKS = "plan(a) ∧ plan(c) ∧ breaks(a,v,o) ∧ covers(c,o) → a = c ∨ before(a,c)"
SHOWN = "received(r) ∧ live(r) ∧ ok(r) ∧ of(r,a) ∧ with(r,v)"


def _steps() -> list[Step]:
    """Return the steps of a tenure, with what admission and proposing demand more."""
    more = {
        "admit": WORDS.block(f"a_breaks_before: {BREAKS}", "admit"),
        "repropose": WORDS.block("one: ¬one_plan"),
    }
    return [
        attrs.evolve(step, guards={**step.guards, **more.get(step.name, {})})
        for step in TENURE.steps
    ]


AGREEMENT: Theory = WORDS.theory(
    "agreement",
    "one tenure and one plan, and whether it can claim when all of it is done",
    [
        (
            "T11",
            "can_claim",
            "when every action of an admitted plan was answered ok, and ⊥ not said, "
            "every duty has live evidence that nothing spoilt",
            "admitted ∧ ¬bottom ∧ (∀a: plan(a) → ∃v: done(a,v)) ∧ now_owes(o) → "
            f"∃a v r: {SHOWN} ∧ meets(a,v,o) ∧ ¬spoilt(r,o)",
        )
    ],
    axioms=f"{AXIOMS}covers_honest: covers(a,o) → meets(a,v,o)\n",
    initial=f"{INITIAL}unspoilt: ¬spoilt(r,o)\n",
    steps=_steps(),
    invariant=f"""{INVARIANT}
covers_now: admitted ∧ now_owes(o) → ∃a: plan(a) ∧ covers(a,o)
done_issued: done(a,v) → issued(a)
pending_issued: pending(a,v) → issued(a)
pending_single: pending(a,v) ∧ pending(a,w) → v = w
pending_not_done: ¬pending(a,v) ∨ ¬done(a,w)
issued_after: issued(c) ∧ before(a,c) → issued(a) ∧ ¬pending(a,v)
breaks_before: admitted ∧ {BREAKS}
unspoilt: done(a,v) ∧ plan(a) ∧ covers(a,o) → (∃r: {SHOWN} ∧ ¬spoilt(r,o))
    ∨ ∃b w: plan(b) ∧ breaks(b,w,o) ∧ b ≠ a ∧ ¬before(b,a)
spoilt_here: spoilt(r,o) → received(r)
""",
    begins="z_owes(o) → ¬met(o)",
    ends="admitted ∧ ¬bottom ∧ (∃o: now_owes(o)) ∧ (∀a: plan(a) → ∃v: done(a,v))"
    " ∧ ∃a b v o: a ≠ b ∧ plan(a) ∧ plan(b) ∧ breaks(a,v,o) ∧ covers(b,o)",
    sizes={"Action": 3, "Receipt": 3, "Plan": 2},
    depth=9,
    note="what may spoil evidence leads from actions to actions; decided all the same",
)
