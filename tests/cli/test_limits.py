"""What asking the solver may cost, and what is told where it did not end well."""

import json
import multiprocessing
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from examples import payments
from obligato.checker import compare, facts
from obligato.checker.solver.ways import RLIMIT
from obligato.cli import limits
from obligato.cli.main import main

TOLD = ["verify", "examples.shipping:told", "--scope", "events=2"]
BOTH = ["compare", "examples.payments:careful", "examples.payments:paid_once"]
BOTH += ["--scope", "events=2"]


def out(capsys: pytest.CaptureFixture[str]) -> str:
    """Return what was printed, in one line."""
    return " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("command", [TOLD, BOTH], ids=["verify", "compare"])
def test_a_budget_of_0_asks_nothing_and_says_what_would(
    command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*command, "--budget", "0"]) == 3
    told = capsys.readouterr()
    assert told.out == ""
    assert "a budget of 0 asks nothing; say --budget 200000000" in told.err


@pytest.mark.parametrize("command", [TOLD, BOTH], ids=["verify", "compare"])
@pytest.mark.parametrize(
    "option", [["--budget", "-1"], ["--memory", "0"], ["--memory", "much"]]
)
def test_a_limit_that_makes_no_sense_is_usage(
    command: list[str], option: list[str]
) -> None:
    assert main([*command, *option]) == 2


@pytest.mark.parametrize("command", [TOLD, BOTH], ids=["verify", "compare"])
def test_the_limits_stand_beside_the_scope(
    command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    main(command)

    assert "limits: 200,000,000 units a question, 2,048 MB" in out(capsys)


def test_the_default_budget_is_that_of_the_library() -> None:
    assert limits.BUDGET == RLIMIT


@pytest.mark.parametrize("command", [TOLD, BOTH], ids=["verify", "compare"])
def test_a_spent_budget_is_undecided(
    command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*command, "--budget", "1"]) == 3
    assert "not answered: the solver gave up" in out(capsys)


@pytest.mark.parametrize("command", [TOLD, BOTH], ids=["verify", "compare"])
def test_memory_that_does_not_suffice_is_said(command: list[str]) -> None:
    """In a program of its own: what a large one leaves free is not taken anew."""
    program = [sys.executable, "-m", "obligato", *command, "--memory", "1"]
    ran = subprocess.run(program, capture_output=True, encoding="utf-8")

    lost = "not answered: the solver's process ran out of 1 MB"
    assert ran.returncode == 3
    assert lost in " ".join(ran.stdout.split())


def killed(*given: Any, **more: Any) -> None:
    """Kill this process, which is a child."""
    os.kill(os.getpid(), signal.SIGKILL)


def interrupted(*given: Any, **more: Any) -> None:
    """Interrupt whoever waits for this process, and go on for ever."""
    os.kill(os.getppid(), signal.SIGINT)
    signal.pause()


def test_a_check_whose_solver_is_killed_is_not_answered_and_the_others_are(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    main(TOLD)
    whole = out(capsys)
    monkeypatch.setattr(facts, "with_a_gap", killed)

    assert main(TOLD) == 3
    told = out(capsys)
    question = "evidenced: it holds though none of the logs it speaks of is known: "
    lost = "not answered: the solver's process was killed (signal 9)"
    none, dot, _ = whole.partition(f"✓ {question}")[2].partition(" ✓ ")
    assert none.startswith("none in every history") and dot
    assert told == whole.replace(f"✓ {question}{none}", f"? {question}{lost}").replace(
        "rule: established", "rule: not established"
    )


def test_a_direction_whose_solver_is_killed_leaves_the_other(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    exceeding = compare.exceeding

    def dying(question: Any, more: Any, less: Any) -> Any:
        if more == payments.careful.owed:
            killed()
        return exceeding(question, more, less)

    monkeypatch.setattr(compare, "exceeding", dying)

    assert main(BOTH) == 3
    told = out(capsys)
    assert "is not decided against" in told
    assert "not answered: the solver's process was killed (signal 9)" in told
    assert "more by 'paid once' than by 'no blind retry': bound(" in told


def test_an_interrupt_of_a_comparison_leaves_it_undecided(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("obligato.checker.compare.exceeding", interrupted)

    assert main(BOTH) == 130
    assert "not answered: interrupted" in out(capsys)
    assert multiprocessing.active_children() == []


def test_json_says_that_it_was_interrupted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(facts, "with_a_gap", interrupted)

    assert main([*TOLD, "--format", "json"]) == 130
    made = json.loads(capsys.readouterr().out)
    assert made["exit"] == 130
    assert made["limits"] == {"budget": 200_000_000, "memory": 2048}
    assert made["duties"][0]["verdict"] == "not established"


WRONG = """
from examples.shipping import notify, ship, telling
from obligato.spec import Obligation, Request, Rule, count, none, some

sent = Obligation("shipped", some(ship.done()))
thrice = Obligation("three times", count(ship.done()) == 3)
never = Rule("never shipped", none(ship.done()))
quiet = Rule("told at most once", count(notify.done()) <= 1)
asked = Request("ship", telling.world, owes=[sent], keeps=[quiet, never])
often = Request("often", telling.world, owes=[thrice])
"""


@pytest.fixture
def wrong(tmp_path: Path) -> str:
    """Return a module with requests that cannot be met, or not in a small scope."""
    module = tmp_path / "wrong.py"
    module.write_text(WRONG)
    return str(module)


def test_an_interrupt_prints_what_was_found_and_leaves_no_child(
    wrong: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(facts, "with_a_gap", interrupted)

    assert main(["verify", f"{wrong}:asked", *TOLD[2:]]) == 130
    told = capsys.readouterr()
    assert "shipped, obligation: established" in told.out
    assert "told at most once, rule: not established" in told.out
    assert "✓ missable: a record that refutes it: yes, 2 events" in told.out
    assert "not answered: interrupted" in told.out
    assert "never shipped" not in told.out
    assert "jointly" not in told.out
    assert "interrupted: what follows was not asked" in told.err
    assert multiprocessing.active_children() == []


def test_a_killed_solver_leaves_it_open_whether_a_request_can_be_met(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("obligato.checker.apart.jointly", killed)

    assert main(["verify", "examples.shipping:telling", *TOLD[2:]]) == 3
    told = out(capsys)
    assert "? jointly: a record that meets all duties at once: not answered: " in told
    assert "cannot be met" not in told


def test_rules_that_contradict_each_other_are_named(
    wrong: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", f"{wrong}:asked", "--scope", "events=2"]) == 1
    told = out(capsys)
    assert "ship, request: refuted ✗ jointly: " in told
    assert "'shipped' and 'never shipped' exclude each other; without any" in told


def test_a_lone_duty_is_not_asked_about_with_others(
    wrong: str, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["verify", f"{wrong}:sent", "--request", f"{wrong}:asked", *TOLD[2:]])

    assert "jointly" not in out(capsys)


def test_what_excludes_what_is_data_too(
    wrong: str, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["verify", f"{wrong}:asked", *TOLD[2:], "--format", "json"])
    made = json.loads(capsys.readouterr().out)

    (request,) = made["requests"]
    assert (request["request"], request["verdict"]) == ("ship", "refuted")
    assert request["excluding"] == ["shipped", "never shipped"]
    assert len(made["duties"]) == 3


def test_a_killed_solver_leaves_what_excludes_what_unanswered(
    wrong: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("obligato.checker.apart.excluding", killed)

    assert main(["verify", f"{wrong}:asked", *TOLD[2:]]) == 1
    told = out(capsys)
    assert "✗ jointly: " in told
    lost = "not answered: the solver's process was killed (signal 9)"
    assert f"which duties exclude each other: {lost}" in told


def test_a_scope_too_small_refutes_nothing_and_the_right_one_is_named(
    wrong: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", f"{wrong}:often", "--scope", "events=2"]) == 3
    told = out(capsys)
    assert "? dischargeable: a record that establishes it: none with events=2;" in told
    assert "with events=3 there is one" in told
    assert "refuted" not in told
    assert main(["verify", f"{wrong}:often", "--scope", "events=3"]) != 3
