"""The commands that ask the solver about a predicate."""

import json
from pathlib import Path

import pytest

from obligato.cli.main import main
from obligato.properties.plants import planted

SMALL = ["--scope", "events=2"]


@pytest.mark.parametrize(
    ("source", "code"),
    [
        ("examples.shipping:told", 0),
        ("examples.shipping", 0),
        ("examples.refunds:once", 0),
        ("examples.judged", 5),
        ("examples.invoicing:pay", 2),
        ("examples.nothing", 2),
    ],
)
def test_it_ends_as_what_was_found(source: str, code: int) -> None:
    assert code == main(["verify", source, *SMALL])


WRONG = """
from examples.shipping import notify, telling
from obligato.spec import Obligation, Request, every

owed = Obligation("told", every(n.order == n.order for n in notify.done()))
asked = Request("tell", telling.world, owes=[owed])
"""


def test_a_check_that_fails_is_told_with_its_record(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    module = tmp_path / "wrong.py"
    module.write_text(WRONG)

    assert main(["verify", f"{module}:asked", *SMALL]) == 1
    told = capsys.readouterr().out
    assert "✗ by nothing: nothing done establishes it: yes, 0 events" in told
    assert "(nothing happened)" in told


def test_the_scope_and_the_assumptions_stand_beside_the_answer(
    capsys: pytest.CaptureFixture[str],
) -> None:
    main(["verify", "examples.shipping:told", *SMALL])
    told = capsys.readouterr().out

    assert "scope: at most 2 events" in told
    assert "assumed: receipts are authentic" in told


LEAST = "records: fewest events, then fewest names, then the smallest values: proved"


def test_the_records_are_said_to_be_least_where_it_is_proved(
    capsys: pytest.CaptureFixture[str],
) -> None:
    main(["verify", "examples.shipping:told", *SMALL])
    proved = capsys.readouterr().out
    unlucky = ("self.proved = True", "self.proved = False")
    with planted("obligato.checker.solver.least", *unlucky):
        main(["verify", "examples.shipping:told", *SMALL])
    unproved = capsys.readouterr().out

    assert f"{LEAST}\n" in proved
    assert f"{LEAST} for 0 of " in unproved.replace("\n  ", " ")


def test_the_checks_are_data_too(capsys: pytest.CaptureFixture[str]) -> None:
    main(["verify", "examples.shipping:told", *SMALL, "--format", "json"])
    made = json.loads(capsys.readouterr().out)

    (duty,) = made["duties"]
    assert {"dischargeable", "missable", "known"} <= {
        c["check"] for c in duty["checks"]
    }
    assert "at most 2 events" in made["scope"]


SCOPES = {
    "no such bound": ("event=3", "no bound of a scope 'event'"),
    "no number": ("events=x", "must be events=NUMBER"),
    "too much": ("events=99", "must be at most 12"),
    "no value": ("events", "must be events=NUMBER"),
}


@pytest.mark.parametrize("which", SCOPES)
def test_a_scope_that_makes_no_sense_is_told_in_words(
    which: str, capsys: pytest.CaptureFixture[str]
) -> None:
    scope, message = SCOPES[which]

    assert main(["verify", "examples.shipping:told", "--scope", scope]) == 2
    assert message in capsys.readouterr().err


def test_two_predicates_are_compared_with_a_record_each_way(
    capsys: pytest.CaptureFixture[str],
) -> None:
    pair = ["examples.payments:careful", "examples.payments:paid_once"]

    assert main(["compare", *pair, *SMALL]) == 0
    told = capsys.readouterr().out
    assert "'no blind retry' is incomparable with 'paid once'" in told
    assert told.count("more by ") == 2


def test_predicates_of_two_worlds_are_not_compared(
    capsys: pytest.CaptureFixture[str],
) -> None:
    pair = ["examples.refunds:refunded", "examples.shipping:told"]

    assert main(["compare", *pair]) == 2
    assert "of different worlds" in capsys.readouterr().err


def test_a_duty_about_an_effect_of_several_tools_needs_none_of_them_alone(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["verify", "examples.airline:cancelled", "--scope", "events=2"]) == 0
    assert "cancel_reservation did" not in capsys.readouterr().out
