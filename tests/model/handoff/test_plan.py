"""A plan goes into a document and back; its order is what it reads and what it says."""

from typing import Any

import pytest

from examples import invoicing, pipeline
from obligato.model.handoff.plan import (
    Action,
    Bound,
    Claiming,
    Edge,
    Field,
    Plan,
    Test,
    holds,
    rebound,
)
from obligato.model.handoff.plan_document import dump_plan, load_plan, plan_digest
from obligato.spec import CaseError, SpecError

REST = Plan(
    [
        Action("s", "send", {"file": "t7", "to": Bound("to")}),
        Action("t", "track", {"message": Field("s", "message")}, (), {"arrived": True}),
    ],
    [Edge("discharges", "t", "receipt delivered")],
)
LOADED = Plan(
    [
        Action("i", "inspect", {"partition": "tue"}, not_before=300_000),
        Action("e", "extract", {"partition": "tue"}, [Test("i", "found", False)]),
        Action("p", "publish", {"dataset": Bound("dataset")}),
    ],
    [Edge("needs", "i", "p"), Edge("keeps", "p", "nothing loaded unvalidated")],
    [Claiming(guard=[Test("i", "found", v)]) for v in (True, False)],
)
PLANS = {"rest": (REST, invoicing.settle), "loaded": (LOADED, pipeline.handing)}


@pytest.mark.parametrize("name", PLANS)
def test_a_plan_comes_back_from_its_document(name: str) -> None:
    plan, request = PLANS[name]

    assert load_plan(dump_plan(plan, request), request) == plan
    assert load_plan(dump_plan(plan, request, indent=2), request) == plan


def test_an_action_waits_for_what_it_reads_and_for_what_an_edge_says() -> None:
    assert REST.waits == {"s": (), "t": ("s",)}
    assert LOADED.waits == {"i": (), "e": ("i",), "p": ("i",)}


def test_what_an_edge_claims_beside_orders_nothing() -> None:
    claimed = Plan(REST.nodes, [Edge("keeps", "t", "s"), Edge("discharges", "t", "s")])

    assert claimed.waits == REST.waits


def test_the_graph_has_each_edge_with_its_kind() -> None:
    edges = [(a, b, kind) for a, b, kind in LOADED.graph().edges(data="kind")]

    assert sorted(edges) == [
        ("i", "e", "guards"),
        ("i", "p", "needs"),
        ("p", "nothing loaded unvalidated", "keeps"),
    ]


def test_the_digest_tells_the_order_from_none() -> None:
    free = Plan(LOADED.nodes, LOADED.edges[1:], LOADED.claims)

    assert plan_digest(free, pipeline.handing) != plan_digest(LOADED, pipeline.handing)


def test_a_reference_is_bound_to_the_answer_that_came() -> None:
    args = REST.nodes[1].args

    assert rebound(args, {}, {"s": {"message": "m9"}}) == {"message": "m9"}
    with pytest.raises(CaseError, match="UNRESOLVED_REFERENCE"):
        rebound(args, {}, {"s": {}})
    with pytest.raises(CaseError, match="UNRESOLVED_REFERENCE"):
        rebound(REST.nodes[0].args, {"invoice": "INV-42"}, {})


def test_a_guard_holds_of_an_answer_that_came_with_its_value_alone() -> None:
    guard = (Test("i", "found", False),)

    assert holds(guard, {"i": {"found": False}})
    assert not holds(guard, {"i": {"found": True}})
    assert not holds(guard, {})
    assert holds((), {})


WRONG: dict[str, tuple[str, str, str]] = {
    "another version": ("obligato/plan/1", "obligato/plan/2", "is not read here"),
    "a tool that is none": ('"tool":"send"', '"tool":"sand"', "no tool 'sand'"),
    "an argument that is none": ('"file":{', '"fill":{', "no argument 'fill'"),
    "two kinds at once": ('{"bound":"to"}', '{"bound":"to","literal":"a"}', "one of"),
    "a kind of edge that is none": ('"discharges"', '"covers"', "discharges"),
    "a value that does not fit": ('"arrived":true', '"arrived":1', "is no Bool"),
    "two actions of one id": ('"id":"t"', '"id":"s"', "DUPLICATE_ID"),
    "a key twice": ('"claims":', '"edges":[],"claims":', "twice"),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_a_wrong_document_is_refused_with_the_reason(wrong: str) -> None:
    old, new, part = WRONG[wrong]
    text = dump_plan(REST, invoicing.settle)
    assert old in text

    with pytest.raises(CaseError, match=part):
        load_plan(text.replace(old, new), invoicing.settle)


NO_ACTION: Any = "s"
NO_TEST: Any = ("i", "found", True)
BUILT: dict[str, tuple[Any, str]] = {
    "an action that is none": (lambda: Plan([NO_ACTION]), "'s' must be an Action"),
    "a guard that is none": (
        lambda: Action("e", "extract", {}, [NO_TEST]),
        r"must be Test\(",
    ),
    "an edge of no kind": (lambda: Edge("covers", "a", "b"), "there are: discharges"),
    "no id": (lambda: Action(" ", "send"), "must be text"),
}


@pytest.mark.parametrize("wrong", BUILT)
def test_what_is_no_plan_cannot_be_made(wrong: str) -> None:
    make, part = BUILT[wrong]

    with pytest.raises(SpecError, match=part):
        make()
