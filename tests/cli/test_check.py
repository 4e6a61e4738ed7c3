"""`obligato check`: what it prints, and how it ends."""

import json
from pathlib import Path

import pytest

from examples import invoicing, payments, spending
from examples.judged import Judged
from obligato import __version__
from obligato.cli.main import main
from obligato.model import Record, record
from obligato.model.document import Case, dump
from obligato.model.script_text import write
from obligato.spec import Obligation, Request, Rule, claim, some

GOOD = "examples.invoicing:JUDGED[0]"
ASTRAY = "examples.invoicing:JUDGED[3]"
LOST_SEND = "examples.invoicing:JUDGED[6]"
BROKEN_RULE = "examples.payments:JUDGED[0]"
CONTRADICTION = record(
    payments.paying,
    payments.pay(invoice="INV-42").ok(),
    payments.probe(invoice="INV-42").ok(paid=False),
    bound=payments.BOUND,
)
EARLY = record(invoicing.settle, invoicing.payment, claim(), bound=invoicing.BOUND)
NEVER_PAID = Request(
    "once paid, tracked",
    invoicing.settle.world,
    owes=[
        Obligation(
            "tracked", some(invoicing.track.done()), guard=some(invoicing.pay.done())
        )
    ],
)


def write_case(path: Path, request: Request, told: Record) -> str:
    path.write_text(dump(Case(request, told)))
    return str(path)


@pytest.mark.parametrize(
    ("sources", "code"),
    [
        pytest.param([GOOD], 0, id="all discharged"),
        pytest.param([BROKEN_RULE], 1, id="a rule is broken"),
        pytest.param([ASTRAY], 3, id="open"),
        pytest.param([LOST_SEND], 3, id="unclear"),
        pytest.param([GOOD, ASTRAY], 3, id="one is open"),
        pytest.param([ASTRAY, BROKEN_RULE, GOOD], 1, id="one is lost"),
        pytest.param([BROKEN_RULE, "no-such-file", GOOD], 2, id="one cannot be read"),
    ],
)
def test_the_exit_is_that_of_the_worst_record(sources: list[str], code: int) -> None:
    assert main(["check", *sources]) == code


def test_a_void_obligation_ends_well_and_says_its_guard(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    case = write_case(tmp_path / "void.json", NEVER_PAID, record(NEVER_PAID))

    assert main(["check", case]) == 0
    assert "its guard does not hold: no call of pay" in capsys.readouterr().out


def test_a_claim_made_too_early_is_a_failure(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    case = write_case(tmp_path / "early.json", invoicing.settle, EARLY)

    assert main(["check", case]) == 1
    out = capsys.readouterr().out
    assert "claimed done too early, by agent in e2" in out
    assert "judged at the claim e2, 1 ms" in out


def test_a_record_that_contradicts_itself_is_malformed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    case = write_case(tmp_path / "broken.json", payments.paying, CONTRADICTION)

    assert main(["check", case]) == 2
    out = capsys.readouterr().out
    assert "broken, CONFLICTING_EVIDENCE: probe tells charged absent" in " ".join(
        out.split()
    )


def test_a_request_that_asks_nothing_has_an_exit_of_its_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = json.loads(dump(Case(NEVER_PAID, record(NEVER_PAID))))
    text["request"]["owes"] = []
    case = tmp_path / "idle.json"
    case.write_text(json.dumps(text))

    assert main(["check", str(case)]) == 5
    assert "neither obligation nor rule" in capsys.readouterr().err


def test_a_list_of_no_records_is_nothing_to_check(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "none.py").write_text("RECORDS: list[object] = []\n")

    assert main(["check", f"{tmp_path / 'none.py'}:RECORDS"]) == 5
    assert "no record" in capsys.readouterr().err


def test_a_script_is_read_as_one_of_the_request(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script = tmp_path / "astray.txt"
    script.write_text(write(invoicing.JUDGED[3].record, invoicing.settle))

    assert main(["check", str(script), "--request", "examples.invoicing:settle"]) == 3
    assert "send e2: to b ≠ a (bound)" in capsys.readouterr().out


@pytest.mark.parametrize(
    "told", invoicing.JUDGED + spending.JUDGED, ids=lambda j: j.label
)
def test_a_document_is_judged_like_the_record_it_was_made_of(
    told: Judged, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    case = write_case(tmp_path / "case.json", told.request, told.record)
    main(["check", case, "--format", "json"])
    report = json.loads(capsys.readouterr().out)

    (found,) = report["records"][0]["duties"]
    letters = {"established": "E", "refuted": "R", "not established": "N"}
    assert {found["name"]: letters[found["verdict"]]} == dict(told.verdicts)


def test_json_carries_versions_scope_and_assumptions(
    capsys: pytest.CaptureFixture[str],
) -> None:
    main(["check", ASTRAY, "--format", "json"])
    report = json.loads(capsys.readouterr().out)

    assert report["versions"]["obligato"] == __version__
    assert report["exit"] == 3
    (entry,) = report["records"]
    assert entry["scope"] == {
        "now": 2,
        "claim": None,
        "events": 3,
        "receipts": 3,
        "gaps": [],
    }
    assert "nobody else acts" in entry["assumptions"]
    (duty,) = entry["duties"]
    assert duty == {
        "name": "receipt delivered",
        "kind": "obligation",
        "verdict": "refuted",
        "standing": "open",
        "reason": "send e2: to b ≠ a (bound)",
        "expected": "R",
    }


def test_json_lists_what_could_not_be_read_among_the_records(
    capsys: pytest.CaptureFixture[str],
) -> None:
    main(["check", "no-such-file", GOOD, "--format", "json"])
    report = json.loads(capsys.readouterr().out)

    assert [entry["exit"] for entry in report["records"]] == [2, 0]
    assert "no such file" in report["records"][0]["error"]


def test_text_carries_scope_and_assumptions_beside_the_verdict(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    main(["check", LOST_SEND])

    assert capsys.readouterr().out.splitlines() == [
        "the send lost, tracked as arrived",
        "  ? receipt delivered: unclear",
        "    send e2: no answer came, so whether it took effect is",
        "      unknown",
        "  judged at 2 ms; all logs complete",
        "  assumed: receipts are authentic, tools do what they",
        "    declare, nobody else acts",
    ]


def test_a_log_that_may_be_incomplete_is_part_of_the_scope(
    capsys: pytest.CaptureFixture[str],
) -> None:
    main(["check", "examples.workspace:JUDGED[7]"])

    assert "logs complete but for shell" in capsys.readouterr().out


def test_another_verdict_than_the_expected_one_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = invoicing.JUDGED[0]
    case = Case(told.request, told.record, {"receipt delivered": "R"})
    path = tmp_path / "case.json"
    path.write_text(dump(case))
    main(["check", str(path)])

    assert "expected was R" in capsys.readouterr().out


def test_several_records_end_with_how_many_ended_how(
    capsys: pytest.CaptureFixture[str],
) -> None:
    main(["check", "examples.shipping:JUDGED"])

    last = capsys.readouterr().out.splitlines()[-1]
    assert last == "10 records: 3 done, 2 not done, 5 open or unclear"


@pytest.mark.parametrize("columns", [40, 60, 80])
@pytest.mark.parametrize("command", ["check", "explain"])
def test_output_fits_the_terminal(
    command: str,
    columns: int,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    for world in ("payments", "review", "workspace"):
        main([command, f"examples.{world}:JUDGED"])

    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if len(line) > columns] == []


def test_a_stricter_request_may_judge_an_old_record(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "stricter.py").write_text(
        "from examples.invoicing import settle, track\n"
        "from obligato.spec import Obligation, Request, count\n"
        "twice = Obligation('tracked twice', count(track.done()) == 2)\n"
        "ask = Request('track twice', settle.world, settle.binds, owes=[twice])\n"
    )

    assert main(["check", GOOD, "--request", f"{tmp_path / 'stricter.py'}:ask"]) == 3
    assert "calls of track: 1 ≠ 2" in capsys.readouterr().out


def test_a_rule_is_called_a_rule(capsys: pytest.CaptureFixture[str]) -> None:
    main(["check", BROKEN_RULE, "--format", "json"])
    duties = json.loads(capsys.readouterr().out)["records"][0]["duties"]

    assert [duty["kind"] for duty in duties] == [
        "rule" if isinstance(duty, Rule) else "obligation"
        for duty in payments.paying.duties
    ]


def test_a_continuation_that_repeats_an_effect_is_not_done(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script = tmp_path / "again.script"
    script.write_text(
        'bound(invoice="INV-42", to="a")\n'
        'pay(invoice="INV-42").ok(file="t7")\n'
        "handoff()\n"
        'pay(invoice="INV-42").ok(file="t7")\n'
        'send(file="t7", to="a").ok(message="m1")\n'
        'track(message="m1").ok(arrived=True)\n'
    )

    assert main(["check", str(script), "--request", "examples.invoicing:settle"]) == 1
    told = capsys.readouterr().out
    assert "✓ receipt delivered: discharged" in told
    assert "✗ Preserve: paid once: DUPLICATE_EFFECT." in told
