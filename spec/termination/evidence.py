"""Evidence: each receipt cited is there, came back well, is of this run, and is enough.

A receipt *fits* a demand if it could have been cited for it. One is *superseded* if
the same call, in the same scope, was made again after it had ended.
"""

from ..codes import Code
from ..surface import count, none, some
from ..terms import Formula, Row
from . import tables as t
from .clauses import (
    Clause,
    flag,
    of_cited,
    of_demands,
    of_receipts,
    of_scope,
    of_uses,
)
from .scope import in_scope

WITNESSES = ("runtime", "tool", "human")


def in_ledger(o: Row, e: Row) -> Formula:
    """Require: the ledger has it."""
    return some(e.found)


def not_failed(k: Row, r: Row) -> Formula:
    """Its call did not fail, nor does its answer say so."""
    return r.status != "failed"


def answered(k: Row, r: Row) -> Formula:
    """Its call was answered."""
    return r.status != "unknown"


def validated(k: Row, r: Row) -> Formula:
    """Its answer was parsed as what its tool returns."""
    return flag(r.validated)


def this_run(k: Row, r: Row) -> Formula:
    """Require: it is of this task and tenure."""
    return (r.task == k.task) & (r.tenure == k.tenure)


def of_a_call(k: Row, r: Row) -> Formula:
    """Require: it names a call that the record has."""
    return some(r.calls)


def sealed(k: Row, r: Row) -> Formula:
    """If the contract wants digests, it has those of its arguments and its answer."""
    there = (r.args_digest != "") & (r.response_digest != "")
    return flag(k.sealed).implies(there)


def witnessed(k: Row, r: Row) -> Formula:
    """Somebody issued it whose word about a call is a receipt."""
    runtime, tool, human = (r.issuer == word for word in WITNESSES)
    return runtime | tool | human


def reports(o: Row, r: Row) -> Formula:
    """Its tool answers with the column that is read."""
    return some(c.reported == o.reads for c in r.reports)


def not_too_many(o: Row, d: Row) -> Formula:
    """Require: it cites no more receipts than the slot takes."""
    return count(e.cited for e in o.cites) <= d.most


def from_source(d: Row, r: Row) -> Formula:
    """Require: it is from the source that the slot names."""
    return (d.source == "") | (d.source == r.source)


def uncontested(k: Row, r: Row) -> Formula:
    """No other receipt gives its call another answer."""

    def differs(q: Row) -> Formula:
        known = (q.status != "unknown") & flag(q.validated)
        this = (q.task == r.task) & (q.tenure == r.tenure)
        return this & known & ((q.status != r.status) | (q.response != r.response))

    return none(differs(q) for q in r.rivals)


def live(k: Row, r: Row) -> Formula:
    """Require: it is from the real world, not from a replica that may lag behind."""
    return flag(r.live)


def of_version(d: Row, r: Row) -> Formula:
    """Require: it was taken from the version of the state that the slot names."""
    return (d.version == "") | (d.version == r.version)


def newest(k: Row, r: Row) -> Formula:
    """No later call of the same, in the same scope, came to another answer."""
    return none((q.response != r.response) & supersedes(k, q, r) for q in r.repeats)


def supersedes(k: Row, q: Row, r: Row) -> Formula:
    """Return: ``q`` is of the scope of ``r``, and was called after it."""
    place = (q.entity == r.entity) & (q.attribute == r.attribute)
    later = some(w.began > v.ended for w in q.calls for v in r.calls)
    return place & (q.level == r.level) & fit(k, q) & later


def fit(k: Row, r: Row) -> Formula:
    """Return: ``r`` is of this run, came back well, and is live."""
    whole = flag(r.live) & flag(r.validated)
    return (r.task == k.task) & (r.tenure == k.tenure) & (r.status == "ok") & whole


def not_too_few(o: Row, d: Row) -> Formula:
    """Require: it cites as many different receipts as the slot wants."""
    return count(e.cited for e in o.cites) >= d.fewest


def unabridged(o: Row, r: Row) -> Formula:
    """Require: what is said of all rows cites no answer that was cut short."""
    return flag(o.whole).implies(flag(r.complete))


def all_cited(o: Row, d: Row) -> Formula:
    """Require: what is said of all rows cites every receipt of the ledger that fits."""

    def left_out(k: Row, r: Row) -> Formula:
        uncited = none(e.cited == r.id for e in o.cites)
        newest = none(supersedes(k, q, r) for q in r.repeats)
        return uncited & fit(k, r) & in_scope(d, r) & newest

    found = none(left_out(k, r) for k in t.contract.tried() for r in t.receipt.tried())
    return flag(o.whole).implies(found)


def searched(o: Row, d: Row) -> Formula:
    """Require: where nothing is cited for what is said of all, the log is complete."""
    looked = some(o.cites)
    missing = t.gap.tried()
    gapless = none(missing.such((d.tool == "") | (missing.row.tool == d.tool)))
    return flag(o.whole).implies(looked | gapless)


CLAUSES = (
    Clause("the ledger has what is cited", Code.UNKNOWN_RECEIPT, of_cited, in_ledger),
    Clause("its call did not fail", Code.RECEIPT_FAILED, of_receipts, not_failed),
    Clause("its call was answered", Code.RECEIPT_UNCLEAR, of_receipts, answered),
    Clause("its answer was validated", Code.RECEIPT_UNCLEAR, of_receipts, validated),
    Clause("it is of this run", Code.RECEIPT_FOREIGN_RUN, of_receipts, this_run),
    Clause("it names its call", Code.UNBOUND_RECEIPT, of_receipts, of_a_call),
    Clause("it has its digests", Code.UNBOUND_RECEIPT, of_receipts, sealed),
    Clause("a witness issued it", Code.EVIDENCE_KIND, of_receipts, witnessed),
    Clause("it reports what is read", Code.IRRELEVANT_EVIDENCE, of_uses, reports),
    Clause(
        "not too many are cited", Code.IRRELEVANT_EVIDENCE, of_demands, not_too_many
    ),
    Clause("it is from its source", Code.IRRELEVANT_EVIDENCE, of_scope, from_source),
    Clause(
        "its call has one answer", Code.CONFLICTING_EVIDENCE, of_receipts, uncontested
    ),
    Clause("it is live", Code.STALE_EVIDENCE, of_receipts, live),
    Clause("it is of the version", Code.STALE_EVIDENCE, of_scope, of_version),
    Clause("nothing newer differs", Code.STALE_EVIDENCE, of_receipts, newest),
    Clause("not too few are cited", Code.PARTIAL_EVIDENCE, of_demands, not_too_few),
    Clause("it is not cut short", Code.PARTIAL_EVIDENCE, of_uses, unabridged),
    Clause("all that fit are cited", Code.PARTIAL_EVIDENCE, of_demands, all_cited),
    Clause("its log is complete", Code.PARTIAL_EVIDENCE, of_demands, searched),
)
