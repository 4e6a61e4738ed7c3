"""`obligato finish`: what it prints, and how it ends."""

import json
from pathlib import Path

import attrs
import pytest

from obligato.cli.main import main
from obligato.model import Case
from obligato.model import dump as dump_case
from obligato.model.finish import Expected, Finish, dump
from obligato.model.finish.document import write_certificate
from obligato.spec import Code
from tests.breaks import BREAKS
from tests.finishing import CONTRACT, RECORD, asked, clean

CLEAN = Finish(asked, RECORD, CONTRACT, clean().certificate, title="a survey")
NOT_THERE = clean().claims("owner", evidence=("r4", "r99")).certificate
FORGED = attrs.evolve(CLEAN, certificate=NOT_THERE, expected=Expected("complete"))
HOLE = clean().receipt("r3", values={})
UNCLEAR = attrs.evolve(
    CLEAN,
    record=attrs.evolve(RECORD, ledger=HOLE.ledger.receipts),
    certificate=HOLE.certificate,
)


def written(path: Path, case: Finish) -> str:
    path.write_text(dump(case), encoding="utf-8")
    return str(path)


@pytest.mark.parametrize(
    ("case", "code", "says"),
    [
        pytest.param(
            CLEAN, 0, "✓ complete: average, best, owner, quiet", id="complete"
        ),
        pytest.param(FORGED, 1, "(owner r99)", id="wrong"),
        pytest.param(UNCLEAR, 3, "? VALUE_MISMATCH", id="not established"),
    ],
)
def test_the_exit_says_complete_continue_or_not_established(
    case: Finish,
    code: int,
    says: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["finish", written(tmp_path / "case.json", case)]) == code
    assert says in capsys.readouterr().out


def test_what_is_left_open_names_its_slot_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["finish", written(tmp_path / "case.json", UNCLEAR)])

    out = capsys.readouterr().out
    assert "not so: its evidence gives its value (average; best): a column that" in out


def test_a_failure_is_told_with_its_code_its_sentence_and_its_receipts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["finish", written(tmp_path / "case.json", FORGED)])

    assert capsys.readouterr().out.splitlines()[:5] == [
        "a survey",
        "  continue",
        "  ✗ UNKNOWN_RECEIPT: A receipt is cited that the ledger does not have.",
        "    not so: the ledger has what is cited (owner r99)",
        "  expected was complete",
    ]


def test_as_json_the_failures_come_in_order_with_all_that_is_known(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = written(tmp_path / "case.json", FORGED)
    assert main(["finish", source, "--format", "json"]) == 1
    found = json.loads(capsys.readouterr().out)

    assert (found["verdict"], found["exit"]) == ("continue", 1)
    assert found["codes"] == ["UNKNOWN_RECEIPT"]
    (failure,) = found["failures"]
    assert failure["check"] == "evidence"
    assert failure["meaning"] == Code.UNKNOWN_RECEIPT.meaning
    (witness,) = failure["witnesses"]
    assert (witness["slot"], witness["receipt"]) == ("owner", "r99")
    assert witness["why"] == "the evidence gives 'ann'"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no json",
        "[]",
        "{}",
        '{"task": 1}',
        "3",
        "null",
        '{"task":',
        "\u2603",
        "1.5",
    ],
)
def test_whatever_is_handed_in_as_the_certificate_the_verdict_is_continue(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    proposed = tmp_path / "certificate.json"
    proposed.write_text(text, encoding="utf-8")
    case = written(tmp_path / "case.json", CLEAN)

    assert main(["finish", case, "--certificate", str(proposed)]) == 1
    out = capsys.readouterr().out
    assert "no certificate, so it claims nothing" in out
    assert "MISSING_SLOT" in out


def test_a_certificate_of_its_own_file_is_judged_as_that_of_the_case_is(
    tmp_path: Path,
) -> None:
    proposed = tmp_path / "certificate.json"
    proposed.write_text(json.dumps(write_certificate(CLEAN.certificate)))
    case = written(tmp_path / "case.json", FORGED)

    assert main(["finish", case]) == 1
    assert main(["finish", case, "--certificate", str(proposed)]) == 0


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["no-such-file"], "no such file"),
        (["examples.invoicing:JUDGED"], "is a list, and no Finish"),
        (["examples.invoicing:delivered"], "is an Obligation, and no Finish"),
        (["examples.invoicing:nothing"], "no name in examples.invoicing"),
        (["{case}", "--certificate", "no-such-file"], "cannot be read"),
        (["{case}", "--format", "xml"], "xml"),
        (["{plain}"], "the version read is obligato/finish/1"),
        (["{junk}"], "is no JSON"),
        (["{list}"], "write an object, a case with its certificate"),
        ([], "Missing argument"),
    ],
)
def test_wrong_input_ends_with_2_and_says_what_would_be_right(
    args: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plain = tmp_path / "plain.json"
    plain.write_text(dump_case(Case(asked, RECORD)))
    (tmp_path / "junk").write_text("junk")
    (tmp_path / "list").write_text("[]")
    places = {
        "case": written(tmp_path / "case.json", CLEAN),
        "plain": str(plain),
        "junk": str(tmp_path / "junk"),
        "list": str(tmp_path / "list"),
    }

    assert main(["finish", *(arg.format(**places) for arg in args)]) == 2
    assert message in capsys.readouterr().err


def test_an_error_of_our_own_is_told_and_ends_with_4(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise ZeroDivisionError("planted")

    monkeypatch.setattr("obligato.checker.termination.decide.failing", fails)

    assert main(["finish", written(tmp_path / "case.json", CLEAN)]) == 4
    assert "ZeroDivisionError: 'planted'" in capsys.readouterr().out


def test_every_broken_clause_is_told_in_80_columns(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    for name in ("it is live", "it hangs on no tie", "its evidence gives its value"):
        bench = BREAKS[name](clean())
        case = Finish(
            asked,
            attrs.evolve(RECORD, ledger=bench.ledger.receipts),
            bench.contract,
            bench.certificate,
        )
        main(["finish", written(tmp_path / "case.json", case)])

        out = capsys.readouterr().out
        assert f"not so: {name} (" in out
        assert max(map(len, out.splitlines())) <= 80
