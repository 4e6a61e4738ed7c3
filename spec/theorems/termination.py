"""When `complete` may be believed: T4, in three layers.

A claim fills a slot of the contract; it cites rows of the ledger by their ids, and a
transform of those rows replays to a value. A row that a check *looks at* may be another
one than the row that another check looks at, if two rows have one id; so evidence,
scope and replay look for themselves. ``v_…`` are the checks of the verifier, ``a_…``
what is taken from outside.
"""

from .draft import Words
from .theory import RULE, Switch

WORDS = Words.of(
    """
    Slot: s
    Claim: c
    Id: i
    Row: r q
    Value: v w u
    Transform: t
    """,
    """
    needed(s): the request needs {}
    mandatory(s): the contract makes {} mandatory
    allowed(s,t): the contract allows {1} for {0}
    close(s,v,w): the tolerance of {} takes {} for {}
    near(s,v,w): for {}, {} is near enough to {}
    truth(s,v): the true value of {} is {}
    belongs(s,r): {1} belongs to what {0} asks
    claimed(c): {} is claimed
    fills(c,s): {} fills {}
    value(c,v): {} says {}
    by(c,t): {} names {}
    cites(c,i): {} cites {}
    replays(c,v): {} replays to {}
    ledger(r): {} is in the ledger
    trusted(r): {} is in the trusted ledger
    id(r,i): {} has the id {}
    task(r): {} is of this task
    ok(r): {} says ok
    valid(r): {} is validated
    scoped(s,r): {1} says that it is in the scope of {0}
    real(r): {} is of a call that was made
    evidence(i,r): the check of evidence finds {1} under {0}
    scope(i,r): the check of scope finds {1} under {0}
    replay(i,r): the check of replay finds {1} under {0}
    """,
    "",
    (
        Switch("v_coverage", "every mandatory slot is claimed", "ECT, coverage", RULE),
        Switch("v_cited", "every citation finds a row", "ECT, evidence", RULE),
        Switch("v_task", "cited rows are of this task", "ECT, evidence", RULE),
        Switch("v_outcome", "cited rows say ok", "ECT, evidence", RULE),
        Switch("v_validated", "cited rows are validated", "ECT, evidence", RULE),
        Switch("v_scope", "cited rows are in scope", "ECT, scope", RULE),
        Switch("v_scoped", "every citation finds a row in scope", "ECT, scope", RULE),
        Switch("v_transform", "the transform is an allowed one", "ECT, replay", RULE),
        Switch("v_replay", "the value is that of the replay", "ECT, replay", RULE),
        Switch("a_unique_ids", "no two rows of the ledger have one id", "this project"),
        Switch("a_digest", "the ledger is the trusted one", "ECT, binding"),
        Switch("a_adapter", "trusted rows are of calls that were made", "ECT"),
        Switch("a_adapter_scope", "a row that says it is in scope belongs", "ECT"),
        Switch(
            "a_transform",
            "an allowed transform of all rows that belong gives the truth",
            "this project",
        ),
        Switch("a_total", "all rows that belong are cited", "this project"),
        Switch("a_contract_slots", "needed slots are mandatory", "ECT"),
        Switch("a_tolerance", "what the tolerance takes is near", "this project"),
    ),
)

TERMINATION = WORDS.theory(
    "termination",
    "a certificate that passes every check, its contract and its ledger",
    [
        (
            "T4",
            "covered",
            "(a) every mandatory slot is claimed, by an allowed transform",
            "mandatory(s) → ∃c t: claimed(c) ∧ fills(c,s) ∧ by(c,t) ∧ allowed(s,t)",
        ),
        (
            "T4",
            "rows",
            "(a) what is replayed is trusted, of this task, ok, validated, in scope",
            "claimed(c) ∧ fills(c,s) ∧ cites(c,i) ∧ replay(i,r) → trusted(r) ∧ task(r)"
            " ∧ ok(r) ∧ valid(r) ∧ scoped(s,r)",
        ),
        (
            "T4",
            "replayed",
            "(a) every claimed value is that of the replay, within the tolerance",
            "claimed(c) ∧ fills(c,s) ∧ value(c,v) ∧ replays(c,w) → close(s,v,w)",
        ),
        (
            "T4",
            "real",
            "(b) what is replayed really happened, and belongs to the slot",
            "claimed(c) ∧ fills(c,s) ∧ cites(c,i) ∧ replay(i,r)"
            " → real(r) ∧ belongs(s,r)",
        ),
        (
            "T4",
            "true",
            "(c) every needed slot has a claim that is near enough to the truth",
            "needed(s) ∧ truth(s,u) → ∃c v: claimed(c) ∧ fills(c,s) ∧ value(c,v)"
            " ∧ near(s,v,u)",
        ),
    ],
    axioms="""
    looks: (evidence(i,r) → ledger(r) ∧ id(r,i)) ∧ (scope(i,r) → ledger(r) ∧ id(r,i))
        ∧ (replay(i,r) → ledger(r) ∧ id(r,i))
    values: claimed(c) → (∃v: value(c,v)) ∧ (∃v: replays(c,v)) ∧ (∃t: by(c,t))
    one: (value(c,v) ∧ value(c,w) → v = w) ∧ (replays(c,v) ∧ replays(c,w) → v = w)
    one_truth: truth(s,v) ∧ truth(s,w) → v = w
    v_coverage: mandatory(s) → ∃c: claimed(c) ∧ fills(c,s)
    v_cited: claimed(c) ∧ cites(c,i) → ∃r: evidence(i,r)
    v_task: claimed(c) ∧ cites(c,i) ∧ evidence(i,r) → task(r)
    v_outcome: claimed(c) ∧ cites(c,i) ∧ evidence(i,r) → ok(r)
    v_validated: claimed(c) ∧ cites(c,i) ∧ evidence(i,r) → valid(r)
    v_scope: claimed(c) ∧ fills(c,s) ∧ cites(c,i) ∧ scope(i,r) → scoped(s,r)
    v_scoped: claimed(c) ∧ cites(c,i) → ∃r: scope(i,r)
    v_transform: claimed(c) ∧ fills(c,s) ∧ by(c,t) → allowed(s,t)
    v_replay: claimed(c) ∧ fills(c,s) ∧ value(c,v) ∧ replays(c,w) → close(s,v,w)
    a_unique_ids: ledger(r) ∧ ledger(q) ∧ id(r,i) ∧ id(q,i) → r = q
    a_digest: ledger(r) ↔ trusted(r)
    a_adapter: trusted(r) ∧ task(r) ∧ ok(r) ∧ valid(r) → real(r)
    a_adapter_scope: trusted(r) ∧ scoped(s,r) → belongs(s,r)
    a_transform: claimed(c) ∧ fills(c,s) ∧ by(c,t) ∧ allowed(s,t) ∧ replays(c,w)
        ∧ truth(s,u) ∧ (∀i r: cites(c,i) ∧ replay(i,r) → real(r) ∧ belongs(s,r))
        ∧ (∀r: real(r) ∧ belongs(s,r) → ∃i: cites(c,i) ∧ replay(i,r)) → w = u
    a_total: claimed(c) ∧ fills(c,s) ∧ real(r) ∧ belongs(s,r)
        → ∃i: cites(c,i) ∧ replay(i,r)
    a_contract_slots: needed(s) → mandatory(s)
    a_tolerance: close(s,v,w) → near(s,v,w)
    """,
    ends="""∃s u c i r: needed(s) ∧ truth(s,u) ∧ claimed(c) ∧ fills(c,s) ∧ cites(c,i)
        ∧ replay(i,r)""",
    sizes={"Row": 2, "Value": 2},
    note="ids lead to rows and rows to ids; decided all the same",
)
