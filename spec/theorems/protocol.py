"""One tenure against an adversary: T1, T2, the first half of T3, T9 and T13.

The invariant is what an induction over the steps needs; the conclusions follow from
it. All are for any number of actions, values, effects, receipts, roles, facts, duties,
requests and plans.
"""

from .protocol_steps import ADVERSARY, PROTOCOL
from .protocol_words import WORDS

AXIOMS = """
one_call: (of(r,a) ∧ of(r,b) → a = b) ∧ (with(r,v) ∧ with(r,w) → v = w)
tools_effects: really_makes(a,v,e) → makes(a,v,e)
tools_undo: really_ends(a,v,e) → ends(a,v,e)
tools_bind: really_rebinds(a,p) → rebinds(a,p)
binding: really_binds(a,p,v) → really_rebinds(a,p)
tools_pre: really_requires(a,f) → requires(a,f)
tools_meet: meets(a,v,o) → really_meets(a,v,o)
tools_break: really_breaks(a,v,o) → breaks(a,v,o)
implied: implies(o,q) → (really_meets(a,v,o) → meets_asked(a,v,q))
    ∧ (breaks_asked(a,v,q) → really_breaks(a,v,o))
complete_K: K(e) → z_keeps(e)
complete_B: B(p,v) → z_binds(p,v)
complete_O: O(q) → ∃o: z_owes(o) ∧ implies(o,q)
"""

INITIAL = """
begun: ¬admitted ∧ ¬wrote ∧ ¬success ∧ ¬bottom ∧ ¬misfired
contract: (now_owes(o) ↔ z_owes(o)) ∧ (now_keeps(e) ↔ z_keeps(e))
effects: (K(e) → real(e)) ∧ (real(e) → once(e)) ∧ ¬twice(e) ∧ ¬own(e) ∧ ¬maybe(e)
bindings: (B(p,v) → bound(p,v)) ∧ (bound(p,v) ∧ bound(p,w) → v = w)
sound_contract: (z_keeps(e) → real(e)) ∧ (z_binds(p,v) → bound(p,v))
complete_unknown: once(e) ∧ ¬K(e) → z_keeps(e) ∨ z_may(e)
nothing: ¬issued(a) ∧ ¬logged(a) ∧ ¬pending(a,v) ∧ ¬performed(a,v) ∧ ¬done(a,v)
old: received(r) → ¬live(r)
implied: implies(o,q) ∧ met(o) → met_asked(q)
"""

INVARIANT = """
owes_fixed: now_owes(o) ↔ z_owes(o)
keeps_fixed: now_keeps(e) ↔ z_keeps(e)
receipt_true: received(r) ∧ live(r) ∧ ok(r) ∧ of(r,a) ∧ with(r,v) → performed(a,v)
executable: ¬misfired
kept: z_keeps(e) → real(e)
kept_once: z_keeps(e) → ¬twice(e)
K_kept: K(e) → real(e)
B_kept: B(p,v) → bound(p,v)
B_one: B(p,v) ∧ bound(p,w) → v = w
bindings: z_binds(p,v) → bound(p,v)
bindings_one: z_binds(p,v) ∧ bound(p,w) → v = w
never_twice: ¬twice(e)
once_known: once(e) → z_keeps(e) ∨ z_may(e) ∨ maybe(e)
real_once: real(e) → once(e)
own_kept: own(e) → real(e)
own_maybe: own(e) → maybe(e)
own_admitted: own(e) → z_admits(e)
pending_one: pending(a,v) ∧ pending(b,w) → a = b ∧ v = w
pending_distinct: pending(a,v) ∧ pending(b,w) ∧ makes(a,v,e) ∧ makes(b,w,e)
    → a = b ∧ v = w
pending_new: pending(a,v) ∧ makes(a,v,e) → ¬once(e)
pending_not_kept: pending(a,v) ∧ makes(a,v,e) → ¬z_keeps(e)
pending_not_may: pending(a,v) ∧ makes(a,v,e) → ¬z_may(e)
pending_maybe: pending(a,v) ∧ makes(a,v,e) → maybe(e)
pending_admitted: pending(a,v) ∧ makes(a,v,e) → z_admits(e)
pending_keeps: pending(a,v) ∧ ends(a,v,e) → ¬z_keeps(e)
pending_keeps_own: pending(a,v) ∧ ends(a,v,e) → ¬own(e)
pending_binds: pending(a,v) ∧ z_binds(p,x) → ¬rebinds(a,p)
pending_ready: pending(a,v) ∧ requires(a,f) → holds(f)
pending_member: pending(a,v) → plan(a)
pending_after: pending(a,v) → admitted
logged: performed(a,v) ∨ pending(a,v) → logged(a)
wrote: performed(a,v) ∧ really_makes(a,v,e) → wrote
wrote_after: wrote → admitted
member: performed(a,v) ∧ really_makes(a,v,e) → plan(a)
plan_covers: admitted ∧ z_owes(o) → ∃a: plan(a) ∧ covers(a,o)
plan_keeps: admitted ∧ plan(a) ∧ literal(a,v) ∧ makes(a,v,e) → ¬z_keeps(e)
plan_admitted: admitted ∧ plan(a) ∧ literal(a,v) ∧ makes(a,v,e) → z_admits(e)
plan_distinct: admitted ∧ plan(a) ∧ plan(b) ∧ literal(a,v) ∧ literal(b,w)
    ∧ makes(a,v,e) ∧ makes(b,w,e) → a = b
evidence: ¬bottom ∧ received(r) ∧ live(r) ∧ ok(r) ∧ of(r,a) ∧ with(r,v)
    ∧ meets(a,v,o) ∧ ¬spoilt(r,o) → met(o)
encoded: implies(o,q) ∧ met(o) → met_asked(q)
success_met: success ∧ z_owes(o) → met(o)
success_quiet: success → ¬pending(a,v)
success_alone: ¬success ∨ ¬bottom
"""

CLAIMS = (
    ("T1", "executable", "only calls ran whose precondition held", "¬misfired"),
    (
        "T1",
        "effects",
        "every effect that the contract keeps is real, and was made once",
        "z_keeps(e) → real(e) ∧ ¬twice(e)",
    ),
    (
        "T1",
        "bindings",
        "every role has the value that the contract gives it, and no other",
        "z_binds(p,v) → bound(p,v) ∧ (bound(p,w) → v = w)",
    ),
    ("T1", "no_duplicate", "no effect at all was made twice", "¬twice(e)"),
    ("T1", "admissible", "only admissible effects were made", "own(e) → z_admits(e)"),
    (
        "T1",
        "complete",
        "if success was claimed, every duty of the contract is met",
        "success ∧ z_owes(o) → met(o)",
    ),
    (
        "T2",
        "effects",
        "every receipted effect of the frontier is real, and was made once",
        "K(e) → real(e) ∧ ¬twice(e)",
    ),
    (
        "T2",
        "bindings",
        "every role accepted at the frontier has its value, and no other",
        "B(p,v) → bound(p,v) ∧ (bound(p,w) → v = w)",
    ),
    (
        "T2",
        "complete",
        "if success was claimed, every open request is met",
        "success ∧ O(q) → met_asked(q)",
    ),
    (
        "T3",
        "whole_plan",
        "at the first write a plan was admitted that covers every duty",
        "wrote → admitted ∧ (z_owes(o) → ∃a: plan(a) ∧ covers(a,o))",
    ),
    (
        "T3",
        "clean_plan",
        "it repeats nothing kept",
        "wrote ∧ plan(a) ∧ literal(a,v) ∧ makes(a,v,e) → ¬z_keeps(e)",
    ),
    (
        "T3",
        "distinct_plan",
        "it makes nothing twice",
        "wrote ∧ plan(a) ∧ plan(b) ∧ literal(a,v) ∧ literal(b,w) ∧ makes(a,v,e)"
        " ∧ makes(b,w,e) → a = b",
    ),
    (
        "T3",
        "admissible_plan",
        "it makes admissible effects only",
        "wrote ∧ plan(a) ∧ literal(a,v) ∧ makes(a,v,e) → z_admits(e)",
    ),
    (
        "T3",
        "only_plan",
        "whatever was made was made by an action of the plan",
        "performed(a,v) ∧ really_makes(a,v,e) → plan(a)",
    ),
    (
        "T9",
        "keeps_kept",
        "no step takes back what is kept, at ⊥ or before",
        "real(e) ∧ z_keeps(e) → real′(e)",
    ),
    (
        "T9",
        "keeps_own",
        "no step takes back what the tenure made",
        "real(e) ∧ own(e) → real′(e)",
    ),
    (
        "T9",
        "silent",
        "after ⊥ nothing is issued or claimed; the call in flight may still land",
        "bottom → bottom′ ∧ (success′ ↔ success) ∧ (issued′(a) → issued(a))",
    ),
    (
        "T9",
        "intent",
        "every call that took effect has a logged intent",
        "performed(a,v) → logged(a)",
    ),
    (
        "T13",
        "known",
        "whatever happened is kept, may have happened, or is of a logged intent",
        "once(e) → z_keeps(e) ∨ z_may(e) ∨ maybe(e)",
    ),
)

EXAMPLE = """success ∧ (∃q: O(q)) ∧ (∃e: K(e)) ∧ (∃e: own(e)) ∧ (∃p v: B(p,v))
    ∧ (∃a b v: refers(a,b) ∧ done(a,v) ∧ ∀w: ¬literal(a,w))
    ∧ (∃a v f: requires(a,f) ∧ really_requires(a,f) ∧ performed(a,v))"""

TENURE = WORDS.theory(
    "tenure",
    "one tenure, its contract and its plan, against an adversary",
    CLAIMS,
    begins="¬holds(f)",
    ends=EXAMPLE,
    axioms=AXIOMS,
    initial=INITIAL,
    steps=(*PROTOCOL, *ADVERSARY),
    invariant=INVARIANT,
    sizes={"Action": 2, "Value": 2, "Effect": 2, "Receipt": 2},
    depth=7,
)
