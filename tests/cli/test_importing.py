"""`obligato import chat`: a case from a log, or the world that a log shows."""

import json
from pathlib import Path
from typing import Any

import pytest

from examples import invoicing
from obligato.cli.main import main
from obligato.model.document import load
from obligato.spec.requests import World

BOUND = ["--bound", "invoice=INV-42", "--bound", "to=a"]
ASKED = ["--request", "examples.invoicing:settle"]
REQUEST = [*ASKED, *BOUND]


def called(name: str, id_: str, **arguments: str) -> dict[str, Any]:
    function = {"name": name, "arguments": json.dumps(arguments)}
    call = {"id": id_, "type": "function", "function": function}
    return {"role": "assistant", "content": None, "tool_calls": [call]}


def replied(id_: str, **answer: object) -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": id_, "content": json.dumps(answer)}


CUT_OFF = [
    {"role": "user", "content": "Pay INV-42 and send the receipt to a."},
    called("pay", "c1", invoice="INV-42"),
    replied("c1", file="t7"),
    called("send", "c2", file="t7", to="a"),
]
WHOLE = [
    *CUT_OFF,
    replied("c2", message="m1"),
    called("track", "c3", message="m1"),
    replied("c3", arrived=True),
]


@pytest.fixture
def cut_off(tmp_path: Path) -> str:
    return write(tmp_path, CUT_OFF)


@pytest.fixture
def whole(tmp_path: Path) -> str:
    return write(tmp_path, WHOLE)


def write(folder: Path, log: object) -> str:
    (folder / "log.json").write_text(json.dumps(log))
    return str(folder / "log.json")


def test_a_log_becomes_a_case_that_check_judges(whole: str, tmp_path: Path) -> None:
    out = str(tmp_path / "case.json")

    assert main(["import", "chat", whole, *REQUEST, "--out", out]) == 0
    assert main(["check", out]) == 0


def test_the_case_is_printed_where_no_file_is_named(
    whole: str, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["import", "chat", whole, *REQUEST, "--title", "a run"])
    case = load(capsys.readouterr().out)

    assert (case.title, case.request) == ("a run", invoicing.settle)
    assert case.record.bound == invoicing.BOUND


def test_it_says_what_it_read(whole: str, capsys: pytest.CaptureFixture[str]) -> None:
    main(["import", "chat", whole, *REQUEST])

    err = capsys.readouterr().err.splitlines()
    assert err[0] == "read: messages 7, calls 3, replies 3, of which errors 0"
    assert err[1] == "calls: pay 1, send 1, track 1"


@pytest.mark.parametrize(
    ("log", "said"),
    [
        pytest.param([], "messages 0, calls 0, ", id="nothing"),
        pytest.param([{"role": "user", "content": "hi"}], "messages 1, ", id="words"),
    ],
)
def test_a_log_without_calls_is_counted_right(
    log: object, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["import", "chat", write(tmp_path, log)]) == 0

    err = capsys.readouterr().err.splitlines()
    assert err[0].startswith(f"read: {said}")
    assert len(err) == 2  # and that words are no evidence


def test_an_adapter_may_read_what_is_no_chat(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "adapter.py"
    path.write_text(
        "from examples.invoicing import not_arrived, settle\n\n"
        "def adapt(log):\n    return settle, not_arrived.record\n"
    )
    out = str(tmp_path / "case.json")
    log = write(tmp_path, 5)

    code = main(["import", "chat", log, "--adapter", f"{path}:adapt", "--out", out])

    assert code == 0
    assert capsys.readouterr().err.startswith("read: calls 3, replies 3")


def test_a_call_without_a_reply_is_refused_with_the_way_out(
    cut_off: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["import", "chat", cut_off, *REQUEST]) == 2
    err = capsys.readouterr().err
    assert "message 3: a call without a reply" in err
    assert "--unanswered" in err


def test_a_log_cut_off_is_read_with_an_unknown_outcome(
    cut_off: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = str(tmp_path / "case.json")

    assert (
        main(["import", "chat", cut_off, "--unanswered", *REQUEST, "--out", out]) == 0
    )
    assert "of unknown outcome: send m3.1" in capsys.readouterr().err
    assert main(["check", out]) == 3


def test_without_a_request_the_world_of_the_log_is_printed_as_python(
    whole: str, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["import", "chat", whole])
    module: dict[str, Any] = {}
    exec(capsys.readouterr().out, module)

    world = module["world"]
    assert isinstance(world, World)
    assert [tool.name for tool in world.tools] == ["pay", "send", "track"]


@pytest.mark.parametrize("name", ["import", "World", "Text", "world"])
def test_a_tool_may_be_called_what_python_or_the_module_calls_something_else(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = [called(name, "c1", a="b"), replied("c1")]
    main(["import", "chat", write(tmp_path, log)])
    module: dict[str, Any] = {}
    exec(capsys.readouterr().out, module)

    assert [tool.name for tool in module["world"].tools] == [name]


WRONG = [
    pytest.param(["--bound", "invoice"], "must be ROLE=VALUE", id="no value"),
    pytest.param(
        ["--bound", "invoise=INV-42"],
        "no role of binds 'invoise'; there are: invoice, to",
        id="misspelt role",
    ),
    pytest.param(["--out", "/no/such/folder/x"], "cannot be written", id="nowhere"),
]


@pytest.mark.parametrize(("more", "message"), WRONG)
def test_wrong_options_are_told_in_words(
    more: list[str], message: str, whole: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert (
        main(["import", "chat", whole, "--request", "examples.invoicing:settle", *more])
        == 2
    )
    assert message in capsys.readouterr().err


def test_a_case_needs_a_request(whole: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["import", "chat", whole, "--out", "x.json"]) == 2
    assert "need --request" in capsys.readouterr().err


def test_what_is_no_log_is_told_in_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["import", "chat", write(tmp_path, 5), *REQUEST]) == 2
    assert "Traceback" not in capsys.readouterr().err


DESK = "examples/runs/desk.json"
ADAPTER = ["--adapter", "examples.airline:case_of"]


def test_an_adapter_makes_the_case_of_a_log(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = str(tmp_path / "case.json")

    assert main(["import", "chat", DESK, *ADAPTER, "--out", out]) == 0
    assert main(["check", out]) == 1  # a certificate of 400 was not asked for
    told = capsys.readouterr().out
    assert [told.count(mark) for mark in ("discharged", "unclear", "open", "lost")] == [
        2,
        1,
        1,
        1,
    ]


NO_ADAPTER = {
    "not there": ("examples.airline:case", "no name in examples.airline 'case'"),
    "no function": ("examples.airline:airline", "is a World, not a function"),
    "cannot read it": ("examples.airline:explain_run", "not (Request, Record)"),
    "fails on it": ("examples.airline:done", "cannot read this log: TypeError"),
}


@pytest.mark.parametrize("which", NO_ADAPTER)
def test_an_adapter_that_does_not_fit_is_told_in_words(
    which: str, capsys: pytest.CaptureFixture[str]
) -> None:
    name, message = NO_ADAPTER[which]

    assert main(["import", "chat", DESK, "--adapter", name]) == 2
    assert message in capsys.readouterr().err


FAILING = {
    "an index": ("[][99]", "cannot read this log: IndexError"),
    "a division": ("1 / 0", "cannot read this log: ZeroDivisionError"),
    "an exit": ("exit(0)", "cannot read this log: SystemExit: 0"),
    "what we refuse": ("read_chat(5, airline)", "no list of messages"),
}


@pytest.mark.parametrize("which", FAILING)
def test_whatever_an_adapter_fails_with_is_its_authors_to_mend(
    which: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    body, message = FAILING[which]
    path = tmp_path / "adapter.py"
    path.write_text(
        "from examples.airline import airline\n"
        "from obligato.model import read_chat\n\n"
        f"def adapt(log):\n    return {body}\n"
    )

    assert main(["import", "chat", DESK, "--adapter", f"{path}:adapt"]) == 2
    assert message in capsys.readouterr().err


def test_an_adapter_needs_no_request(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["import", "chat", DESK, *ADAPTER, *REQUEST]) == 2
    assert "--adapter says all that" in capsys.readouterr().err
