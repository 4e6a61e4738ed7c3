"""What more evidence, or less, does to the verdict `complete`: T8.

The contract and the claims stay as they are, and the certificate is bound anew to the
ledger that it is checked against; else every change is a failure of binding. A verdict
is nine clauses over a ledger, read of the smaller ledger and of the larger.
"""

from collections.abc import Iterable

from .draft import Words
from .notation import clauses
from .theory import Switch, Theory

SORTS = """
Slot: s
Id: i j
Row: r q
Subject: a
Value: v w
"""
RIGID = """
less(r): {} is in the smaller ledger
more(r): {} is in the larger ledger
id(r,i): {} has the id {}
about(r,a): {} is about {}
says(r,v): {} says {}
ok(r): {} says ok
task(r): {} is of this task
newer(r,q): {} is newer than {}
bad(r): {} is of a violation or of something revoked
unclear(r): the outcome of {} is unknown
supports(s,r): {1} supports what {0} asks
mandatory(s): {} is mandatory
cites(s,i): the claim of {} cites {}
whole(s): the claim of {} is of all there is
single(s): {} has one value for each subject
subject(s,a): {} asks about {}
"""

# What `complete` demands of a ledger, which stands for L.
VERDICT = """
cited: mandatory(s) → ∃i r: cites(s,i) ∧ L(r) ∧ id(r,i)
found: mandatory(s) ∧ cites(s,i) → ∃r: L(r) ∧ id(r,i)
good: mandatory(s) ∧ cites(s,i) ∧ L(r) ∧ id(r,i) → ok(r) ∧ task(r) ∧ supports(s,r)
unique: L(r) ∧ L(q) ∧ id(r,i) ∧ id(q,i) → r = q
agreed: mandatory(s) ∧ single(s) ∧ subject(s,a) ∧ L(r) ∧ ok(r) ∧ about(r,a)
    ∧ says(r,v) ∧ L(q) ∧ ok(q) ∧ about(q,a) ∧ says(q,w) → v = w
latest: mandatory(s) ∧ cites(s,i) ∧ L(r) ∧ id(r,i) ∧ about(r,a) ∧ L(q) ∧ about(q,a)
    → ¬newer(q,r)
total: mandatory(s) ∧ whole(s) ∧ subject(s,a) ∧ L(r) ∧ about(r,a)
    → ∃i: cites(s,i) ∧ id(r,i)
clean: L(r) → ¬bad(r)
certain: mandatory(s) ∧ subject(s,a) ∧ L(r) ∧ about(r,a) → ¬unclear(r)
"""
LEDGERS = """
within: less(r) → more(r)
ids: (id(r,i) ∧ id(r,j) → i = j) ∧ (∃i: id(r,i))
"""
SAID = {
    "cited": "every mandatory claim cites a row that there is",
    "found": "every citation finds a row",
    "good": "cited rows are ok, of this task, and support the claim",
    "unique": "no two rows have one id",
    "agreed": "rows about one subject say the same",
    "latest": "no row is newer than a cited one about the same",
    "total": "a claim of all there is cites all rows about it",
    "clean": "there is no violation",
    "certain": "no outcome about a subject is unknown",
}
OF_SLOT = "mandatory(s) ∧ subject(s,a) ∧ about(r,a)"
ADDED = "more(r) ∧ ¬less(r)"


def growth(
    name: str,
    about: str,
    switches: Iterable[Switch],
    premises: str,
    given: str,
    to: str,
) -> Theory:
    """Return the theory in which `complete` is carried from one ledger to the other."""
    words = Words.of(SORTS, RIGID, "", switches)
    verdict = clauses(VERDICT)
    complete = "\n".join(
        f"complete_{n}: {said.replace('L(', f'{given}(')}"
        for n, said in verdict.items()
    )
    return words.theory(
        name,
        about,
        [
            ("T8", f"{name}_{n}", SAID[n], said.replace("L(", f"{to}("))
            for n, said in verdict.items()
        ],
        axioms=LEDGERS + complete + premises,
        ends="∃r q s: more(r) ∧ ¬less(r) ∧ less(q) ∧ mandatory(s)",
        sizes={"Row": 2, "Id": 2, "Value": 2},
        note="ids lead to rows and rows to ids; decided all the same",
    )


ADDING = growth(
    "adding",
    "`complete` of the smaller ledger, carried to the larger",
    (
        Switch("fresh_id", "a new row has an id of its own", "this project"),
        Switch(
            "agrees", "a new row says what others say of its subject", "this project"
        ),
        Switch("not_newer", "a new row is not newer than a cited one", "this project"),
        Switch("not_in_whole", "no new row is about a claim of all", "this project"),
        Switch("no_violation", "a new row is of no violation", "this project"),
        Switch("not_unknown", "no new row is of an unknown outcome", "this project"),
    ),
    f"""
fresh_id: {ADDED} ∧ id(r,i) ∧ more(q) ∧ id(q,i) → q = r
agrees: {ADDED} ∧ ok(r) ∧ mandatory(s) ∧ single(s) ∧ subject(s,a) ∧ about(r,a)
    ∧ says(r,v) ∧ more(q) ∧ ok(q) ∧ about(q,a) ∧ says(q,w) → v = w
not_newer: {ADDED} ∧ mandatory(s) ∧ cites(s,i) ∧ more(q) ∧ id(q,i) ∧ about(q,a)
    ∧ about(r,a) → ¬newer(r,q)
not_in_whole: {ADDED} ∧ {OF_SLOT} → ¬whole(s)
no_violation: {ADDED} → ¬bad(r)
not_unknown: {ADDED} ∧ {OF_SLOT} → ¬unclear(r)
""",
    "less",
    "more",
)

REMOVING = growth(
    "removing",
    "`complete` of the larger ledger, carried to the smaller",
    (Switch("uncited", "no claim cites a row that is removed", "this project"),),
    f"\nuncited: {ADDED} ∧ mandatory(s) ∧ cites(s,i) → ¬id(r,i)\n",
    "more",
    "less",
)
