"""`obligato admit`: what it says, what it writes, and how it ends."""

import json
from pathlib import Path

import pytest

from examples import invoicing
from obligato.checker.constructor import freeze
from obligato.cli.main import main
from obligato.model import Case, dump, record
from obligato.model.handoff import Action, Bound, Edge, Field, Plan
from obligato.model.handoff.contract_document import dump_contract
from obligato.model.handoff.plan_document import dump_plan

SETTLE = invoicing.settle
PAID = record(SETTLE, invoicing.payment, bound=invoicing.BOUND)
send = Action("send", "send", {"file": "t7", "to": Bound("to")})
track = Action(
    "track", "track", {"message": Field("send", "message")}, (), {"arrived": True}
)
REST, SENT = Plan([send, track]), Plan([send])
HOPED = Plan([send, Action("track", "track", track.args)])


def case(path: Path, plan: Plan | None) -> str:
    file = path / "case.json"
    file.write_text(dump(Case(SETTLE, PAID, title="paid", proposal=plan)), "utf-8")
    return str(file)


ENDS = {"the rest": (REST, 0), "left out": (SENT, 1), "hoped for": (HOPED, 1)}


@pytest.mark.parametrize("name", ENDS)
def test_the_exit_says_whether_the_plan_is_admitted(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plan, code = ENDS[name]

    assert main(["admit", case(tmp_path, plan), "--format", "json"]) == code
    told = json.loads(capsys.readouterr().out)
    assert (told["exit"], told["admitted"]) == (code, code == 0)


def test_what_is_admitted_says_what_it_rests_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["admit", case(tmp_path, REST)])

    out = capsys.readouterr().out
    assert "✓ receipt delivered: rests on send, track" in out
    assert "· so and not claimed: send discharges receipt delivered" in out


def test_what_is_rejected_says_why_and_shows_a_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["admit", case(tmp_path, HOPED)])

    out = capsys.readouterr().out
    assert "✗ UNCOVERED_OBLIGATION: Complete: receipt delivered" in out
    assert "as in: send → track → claim" in out


def test_a_budget_of_no_runs_leaves_it_open(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["admit", case(tmp_path, HOPED), "--runs", "0"]) == 3
    assert "not decided" in capsys.readouterr().out


def test_a_plan_may_stand_in_a_file_of_its_own(tmp_path: Path) -> None:
    file = tmp_path / "plan.json"
    file.write_text(dump_plan(SENT, SETTLE), "utf-8")

    assert main(["admit", case(tmp_path, REST), "--plan", str(file)]) == 1


@pytest.mark.parametrize(
    ("form", "begins"), [("mermaid", "flowchart TD"), ("dot", "digraph plan {")]
)
def test_a_plan_is_drawn(
    form: str, begins: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["admit", case(tmp_path, REST), "--draw", form]) == 0
    assert capsys.readouterr().out.startswith(begins)


def test_mistakes_of_a_contract_are_told_apart(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    import attrs

    made = attrs.evolve(freeze(SETTLE, PAID), kept=(), owed=())
    file = tmp_path / "contract.json"
    file.write_text(dump_contract(made), "utf-8")

    assert main(["admit", case(tmp_path, Plan()), "--contract", str(file)]) == 0
    out = capsys.readouterr().out
    assert "the contract, apart from the decision:" in out
    assert "✗ effect left out: paid INV-42" in out
    assert "obligation 0 of 1, 0 made up" in out


WRONG = {
    "no plan": (None, [], "proposes no plan"),
    "no such file": (REST, ["--plan", "nowhere.json"], "cannot be read"),
    "a contract that is none": (REST, ["--contract", "{}"], "cannot be read"),
    "too few runs": (REST, ["--runs", "-1"], "-1 is not in the range"),
    "a module without a plan": (
        REST,
        ["--plan", "examples.invoicing:settle"],
        "not a Plan",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_cannot_be_read_is_usage(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plan, more, part = WRONG[name]

    assert main(["admit", case(tmp_path, plan), *more]) == 2
    assert part in capsys.readouterr().err


def test_a_case_comes_back_with_its_proposal() -> None:
    from obligato.model import load

    made = Case(
        SETTLE, PAID, proposal=Plan(REST.nodes, [Edge("needs", "send", "track")])
    )

    assert load(dump(made)) == made
