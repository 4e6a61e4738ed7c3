"""A drawing has each action, each edge and each claim, with what they say escaped."""

import networkx as nx
import pytest

from obligato.model.handoff.drawing import DRAWINGS, dot, mermaid
from obligato.model.handoff.plan import Action, Claiming, Edge, Literal, Plan, Test

PLAN = Plan(
    [
        Action("look", "probe", {"invoice": 'INV "42" <b>\n#1'}, not_before=101),
        Action("pay", "pay", {"invoice": "x"}, [Test("look", "paid", False)]),
    ],
    [Edge("discharges", "pay", "paid once"), Edge("needs", "look", "pay")],
    [Claiming(guard=[Test("look", "paid", value)]) for value in (True, False)],
)


def test_mermaid_has_all_and_escapes_it() -> None:
    assert mermaid(PLAN).splitlines() == [
        "flowchart TD",
        '  n0["look: probe(invoice=INV #quot;42#quot; #lt;b#gt;<br>#35;1)'
        '<br>not before 101 ms"]',
        '  n1["pay: pay(invoice=x)"]',
        '  n2("paid once")',
        '  n3{{"claim()"}}',
        '  n4{{"claim()"}}',
        '  n0 -.->|"paid=False"| n1',
        '  n0 -.->|"paid=True"| n3',
        '  n0 -.->|"paid=False"| n4',
        '  n1 -->|"discharges"| n2',
    ]


def test_dot_has_as_many_arrows_as_mermaid() -> None:
    assert dot(PLAN).count(" -> ") == 4
    assert '"look: probe(invoice=INV \\"42\\" <b>\\n#1)' in dot(PLAN)


@pytest.mark.parametrize("form", DRAWINGS)
def test_a_drawing_is_the_same_each_time(form: str) -> None:
    assert DRAWINGS[form](PLAN) == DRAWINGS[form](PLAN)


def test_the_graph_orders_what_the_plan_orders() -> None:
    graph = PLAN.graph()

    assert nx.is_directed_acyclic_graph(graph)
    assert nx.has_path(graph, "look", "pay")
    assert graph.nodes["look"]["action"].args["invoice"] == Literal('INV "42" <b>\n#1')
