"""Certificates near the clean one, drawn: often complete, often not quite."""

from typing import Any

import attrs
from hypothesis import strategies as st

from obligato.checker.termination import Finding, terminate
from obligato.model.finish import certify
from obligato.spec import SpecError
from tests.breaks import BREAKS
from tests.finishing import RECORD, Bench, clean

NAMES = list(BREAKS)


def decided(bench: Bench) -> Finding:
    """Return what the checker finds by the clauses alone."""
    return terminate(bench.contract, bench.ledger, bench.certificate)


def drawn(data: st.DataObject) -> Bench:
    """Draw a certificate near the clean one: often complete, often not quite."""
    bench = clean()
    for name in data.draw(st.lists(st.sampled_from(NAMES), max_size=1)):
        bench = BREAKS[name](bench)
    for _ in range(data.draw(st.integers(0, 3))):
        field, values = data.draw(st.sampled_from(FIELDS))
        id = data.draw(st.sampled_from(["r1", "r2", "r3", "r4"]))
        if any(r.id == id for r in bench.ledger.receipts):
            bench = bench.receipt(id, **{field: data.draw(st.sampled_from(values))})
    if data.draw(st.booleans()):
        tolerance = data.draw(st.sampled_from([0, 1, "1/2"]))
        bench = bench.asks("average", tolerance=tolerance)
    if data.draw(st.booleans()):
        value = data.draw(st.sampled_from(["4", "9/2", "13/3", "5", 4]))
        bench = bench.claims("average", value=value)
    if data.draw(st.booleans()):
        try:
            bound = certify(bench.contract, bench.ledger, {"owner": "e5"})
        except SpecError:
            return bench
        bench = attrs.evolve(bench, certificate=bound)
    return bench


FIELDS: list[tuple[str, list[Any]]] = [
    ("status", ["ok", "failed", "unknown"]),
    ("validated", [True, False]),
    ("live", [True, False]),
    ("complete", [True, False]),
    ("task", ["task", "other"]),
    ("issuer", ["tool", "child", "human"]),
    ("scope", [{}, {"entity": "shop"}, RECORD.ledger[0].scope]),
    ("version", ["v1", "v2"]),
    ("call", ["e1", "e2", ""]),
]
