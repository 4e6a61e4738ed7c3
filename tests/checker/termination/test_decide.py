"""A verdict on anything, the same twice; T4 (a), T8 (b), and what is only trusted."""

from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from obligato.checker.termination import VERIFIER, finish, terminate
from obligato.model.finish import (
    Claim,
    Operand,
    Transform,
)
from obligato.model.finish.document import read_certificate, write_certificate
from obligato.spec import Code, SpecError
from obligato.spec.termination import CLAUSES
from tests.breaks import BREAKS
from tests.checker.termination.drawing import NAMES, decided, drawn
from tests.finishing import CONTRACT, MEAN, RECORD, asked, clean
from tests.second import accepts

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["task", "average", "r1", "mean", "rating"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(max_size=6), inner, max_size=4)
        | st.fixed_dictionaries(
            {"task": inner, "descriptor": inner, "ledger": inner, "claims": inner}
        )
        | st.fixed_dictionaries({"slot": inner, "value": inner, "transform": inner})
        | st.fixed_dictionaries({"name": inner, "of": inner})
    ),
    max_leaves=12,
)


@settings(max_examples=60, deadline=None)
@given(JSON)
def test_whatever_the_certificate_is_there_is_a_verdict(value: object) -> None:
    found = finish(asked, RECORD, CONTRACT, value)

    assert found.word == "continue"
    assert found.failures
    assert found == finish(asked, RECORD, CONTRACT, value)


DOCUMENT = write_certificate(clean().certificate)


def paths(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner: Any = value.items() if isinstance(value, dict) else ()
    if isinstance(value, list):
        inner = enumerate(value)
    return [path, *(p for key, part in inner for p in paths(part, (*path, key)))]


def put(value: Any, path: tuple[Any, ...], new: object) -> Any:
    if not path:
        return new
    copied = value.copy()
    copied[path[0]] = put(value[path[0]], path[1:], new)
    return copied


@settings(max_examples=60, deadline=None)
@given(st.sampled_from([p for p in paths(DOCUMENT) if p]), JSON)
def test_a_certificate_changed_anywhere_is_complete_only_if_it_says_the_same(
    path: tuple[Any, ...], value: object
) -> None:
    changed = put(DOCUMENT, path, value)
    found = terminate(CONTRACT, clean().ledger, changed)

    if found:
        assert accepts(CONTRACT, clean().ledger, read_certificate(changed))


def test_an_error_of_our_own_closes_to_continue() -> None:
    none: Any = (None,)
    broken = attrs.evolve(clean().ledger, receipts=none)
    found = terminate(CONTRACT, broken, clean().certificate)

    assert found.codes == (Code.NOT_ESTABLISHED,)
    assert not found


@settings(max_examples=40, deadline=None)
@given(st.lists(st.sampled_from(NAMES), min_size=1, max_size=3, unique=True))
def test_all_failures_are_reported_in_the_order_of_the_checks(names: list[str]) -> None:
    """Whatever two changes do to each other, the verdict is that of the clauses."""
    bench = clean()
    for name in names:
        bench = BREAKS[name](bench)
    found = decided(bench)
    order = [clause.name for clause in CLAUSES]

    positions = [order.index(failure.clause) for failure in found.failures]
    assert positions == sorted(positions)
    assert bool(found) == VERIFIER.complete(
        bench.contract, bench.ledger, bench.certificate
    )


def test_two_independent_faults_are_both_reported() -> None:
    bench = BREAKS["it is of this task"](BREAKS["it is live"](clean()))

    assert decided(bench).codes == (Code.TASK_DIGEST, Code.STALE_EVIDENCE)


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_complete_implies_what_t4a_says_by_a_second_implementation(
    data: st.DataObject,
) -> None:
    bench = drawn(data)

    if decided(bench):
        assert accepts(bench.contract, bench.ledger, bench.certificate)


@pytest.mark.long
def test_complete_implies_t4a_on_many_certificates_of_which_many_are_complete() -> None:
    complete = []

    @settings(max_examples=2_500, deadline=None, database=None, derandomize=True)
    @given(st.data())
    def hunt(data: st.DataObject) -> None:
        bench = drawn(data)
        if decided(bench):
            complete.append(bench)
            assert accepts(bench.contract, bench.ledger, bench.certificate)

    hunt()
    print(f"{len(complete)} of 2,500 certificates complete, each grounded")
    assert len(complete) > 500


# What T4 (a) does not speak of: beside what the values are grounded in.
BESIDE = {
    "something is asked",
    "a slot is claimed once",
    "it is of this task",  # the descriptor names the task too
    "roles keep their values",
    "it rests on the decision asked for",
    "the decision stands",
    "no slot is claimed beside those asked for",
    "delegated work came back",
    "it claims what the record claims",
    "it has its digests",
    "a witness issued it",
    "it reports what is read",
    "not too many are cited",
    "it is from its source",
    "its call has one answer",
    "it is of the version",
    "nothing newer differs",
    "it is not cut short",
    "all that fit are cited",
    "its log is complete",
    "it digests the arguments of its call",
}


@pytest.mark.parametrize("name", BREAKS)
def test_a_mutant_breaks_t4a_if_its_clause_is_one_that_t4a_needs(name: str) -> None:
    """So the law above can fail: a verifier without such a clause makes it fail."""
    bench = BREAKS[name](clean())
    mutant = VERIFIER.without(name)
    assert mutant.complete(bench.contract, bench.ledger, bench.certificate)

    grounded = accepts(bench.contract, bench.ledger, bench.certificate)
    assert grounded == (name in BESIDE)


def test_parameters_are_exact() -> None:
    """True is no 1, nor is a parameter left out the same as one that is there."""
    where: list[dict[str, Any]] = [{"rating": 1}, {"rating": True}, {}]
    found = {Transform("count", Operand("rating", where=told)).exact for told in where}

    assert len(found) == 3
    assert MEAN.exact == Transform("mean", Operand("rating")).exact


def test_what_is_asked_is_not_latched_from_another_contract() -> None:
    """One ledger under two contracts: what was judged under the one is not kept."""
    bench = clean()
    assert decided(bench)
    other = attrs.evolve(CONTRACT, tenure="tenure-9")

    assert terminate(other, bench.ledger, bench.certificate).codes == (
        Code.RECEIPT_FOREIGN_RUN,
    )
    assert decided(bench)


def test_what_may_be_cited_for_one_slot_is_not_kept_for_another() -> None:
    """The best may be of any version and is judged first; the average may not."""
    bench = BREAKS["it is of the version"](clean())
    others = [c for c in bench.certificate.claims if c.slot != "average"]
    decided(bench.claiming(*others))

    assert not VERIFIER.complete(bench.contract, bench.ledger, bench.certificate)


def test_a_claim_of_one_citation_twice_is_of_one_receipt() -> None:
    bench = clean().demands("owner", at_least=2)
    twice = bench.claims("owner", evidence=("r4", "r4"))

    assert decided(twice).codes == (Code.PARTIAL_EVIDENCE,)


def test_ids_of_receipts_are_no_text_that_is_taken_apart() -> None:
    with pytest.raises(SpecError, match="evidence"):
        Claim("average", "4", MEAN, "r1")
