"""The command line ends with an exit code and one line, and starts quickly."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest

from obligato import __version__
from obligato.cli import doctor
from obligato.cli.exits import WORST_FIRST, worst
from obligato.cli.main import COMMANDS, main, obligato
from obligato.cli.output import say

HEAVY = ("z3", "hypothesis", "networkx", "rich", "pytest")
LOADED = f"""
import sys
from obligato.cli.main import main
code = main(sys.argv[1:])
print(sorted(set({HEAVY!r}) & set(sys.modules)), code, file=sys.stderr)
"""


@pytest.mark.parametrize(
    "args", [["--help"], ["check", "examples.invoicing:JUDGED"]], ids=lambda a: a[0]
)
def test_nothing_heavy_is_imported(args: list[str]) -> None:
    command = [sys.executable, "-c", LOADED, *args]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)

    assert ran.stderr.splitlines()[-1].startswith("[] ")


def test_help_imports_no_command_and_no_model() -> None:
    program = (
        "import sys\nfrom obligato.cli.main import main\nmain(['--help'])\n"
        "print([n for n in sys.modules if n.startswith(('obligato.model', 'attr'))])"
    )
    command = [sys.executable, "-c", program]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)

    assert ran.stdout.splitlines()[-1] == "[]"


def test_the_package_runs_as_a_program() -> None:
    command = [sys.executable, "-m", "obligato", "--version"]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)

    assert ran.stdout.strip() == f"obligato, version {__version__}"


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_of_the_table_is_there(name: str) -> None:
    assert isinstance(
        obligato.get_command(click.Context(obligato), name), click.Command
    )


USAGE = [
    pytest.param(["chekc", "x"], "No such command 'chekc'", id="misspelt command"),
    pytest.param(["check", "--requset", "m:n", "x"], "--requset", id="misspelt option"),
    pytest.param(["check"], "Missing argument", id="no record"),
    pytest.param(["check", "no.json"], "no such file", id="misspelt file"),
    pytest.param(["check", "."], "cannot be read: Is a directory", id="a directory"),
    pytest.param(
        ["check", "examples.invoicng:JUDGED"],
        "no module examples.invoicng",
        id="misspelt module",
    ),
    pytest.param(
        ["check", "examples.invoicing:JUDGE"],
        "no name in examples.invoicing 'JUDGE'; there are: JUDGED",
        id="misspelt name",
    ),
    pytest.param(
        ["check", "examples.invoicing:JUDGED[99]"], "has 9 items", id="beyond the list"
    ),
    pytest.param(
        ["check", "examples.invoicing:BOUND"],
        "is a dict, and no",
        id="no record",
    ),
    pytest.param(
        ["check", "examples.invoicing:JUDGED", "--request", "examples.invoicing:pay"],
        "is a Tool, not a Request",
        id="no request",
    ),
    pytest.param(
        ["check", "examples.invoicing:JUDGED", "--request", "examples.payments:paying"],
        "is of another world",
        id="another world",
    ),
    pytest.param(
        ["explain", "examples.invoicing:JUDGED", "--duty", "delivered"],
        "no obligation or rule 'delivered'; there are: receipt delivered",
        id="misspelt duty",
    ),
    pytest.param(["check", "m:n", "--format", "xml"], "'xml' is not", id="format"),
]


@pytest.mark.parametrize(("args", "message"), USAGE)
def test_wrong_usage_is_told_in_words(
    args: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(args) == 2
    assert message in capsys.readouterr().err


FILES = [
    pytest.param("a.json", b"not JSON", "no JSON", id="not JSON"),
    pytest.param("a.json", b"{}", "schema=missing", id="no schema"),
    pytest.param("a.json", b"\xff\xfe", "UTF-8", id="not UTF-8"),
    pytest.param("a.txt", b"pay()", "say of what: --request", id="script of nothing"),
    pytest.param("a.py", b"1 +", "cannot be imported: SyntaxError", id="syntax"),
    pytest.param("a.py", b"1 / 0", "ZeroDivisionError", id="a module that fails"),
    pytest.param("a.py", b"import nowhere", "no module nowhere", id="its imports"),
    pytest.param(
        "a.py", b"exit(0)", "imported: SystemExit: 0", id="a module that ends"
    ),
]


@pytest.mark.parametrize(("name", "content", "message"), FILES)
def test_a_file_that_cannot_be_read_is_told_in_words(
    name: str,
    content: bytes,
    message: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / name).write_bytes(content)
    source = f"{tmp_path / name}{':x' if name.endswith('.py') else ''}"

    assert main(["check", source]) == 2
    assert message in capsys.readouterr().err


def ended(*args: str, **streams: Any) -> subprocess.CompletedProcess[bytes]:
    """Run the program, its streams as they are given."""
    command = [sys.executable, "-m", "obligato", *args]
    return subprocess.run(command, stderr=subprocess.PIPE, check=False, **streams)


@pytest.mark.parametrize("args", [["--help"], ["check", "examples.invoicing:JUDGED"]])
def test_a_reader_that_went_away_ends_it_without_a_word(args: list[str]) -> None:
    reads, writes = os.pipe()
    os.close(reads)
    ran = ended(*args, stdout=writes)
    os.close(writes)

    assert (ran.returncode, ran.stderr) == (141, b"")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no device that is full")
def test_a_full_disk_is_no_fault_of_ours() -> None:
    with open("/dev/full", "wb") as full:
        ran = ended("check", "examples.invoicing:JUDGED", stdout=full)

    assert ran.returncode == 2
    assert ran.stderr.startswith(b"error: the output cannot be written: No space left")


def test_a_script_that_is_wrong_names_its_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script = tmp_path / "wrong.txt"
    script.write_text('pay(invoice="INV-42").ok()\nsned(file="t7", to="a").ok()\n')

    assert main(["check", str(script), "--request", "examples.invoicing:settle"]) == 2
    assert f"{script}, line 2" in capsys.readouterr().err


def broken_command(error: BaseException) -> click.Command:
    @click.command("doctor")
    def command() -> None:
        raise error

    return command


def test_an_error_of_our_own_is_one_line_that_says_how_to_report_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OBLIGATO_DEBUG", raising=False)
    monkeypatch.setattr(doctor, "command", broken_command(RuntimeError("a\nb")))

    assert main(["doctor"]) == 4
    err = capsys.readouterr().err
    assert len(err.splitlines()) == 1
    assert "OBLIGATO_DEBUG" in err and "RuntimeError" in err


def test_an_error_of_our_own_is_raised_for_whoever_debugs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("OBLIGATO_DEBUG", "1")
    monkeypatch.setattr(doctor, "command", broken_command(RuntimeError("planted")))

    with pytest.raises(RuntimeError, match="planted"):
        main(["doctor"])


def test_an_interrupt_ends_without_a_word(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor, "command", broken_command(KeyboardInterrupt()))

    assert main(["doctor"]) == 130
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.parametrize("earlier", range(len(WORST_FIRST)))
def test_worse_codes_win(earlier: int) -> None:
    for later in WORST_FIRST[earlier:]:
        assert worst([later, WORST_FIRST[earlier], later]) == WORST_FIRST[earlier]


def test_of_no_result_there_was_nothing_to_check() -> None:
    assert worst([]) == 5


def test_a_terminal_without_unicode_gets_other_marks() -> None:
    ran = subprocess.run(
        [sys.executable, "-c", LOADED, "check", "examples.invoicing:JUDGED[3]"],
        capture_output=True,
        check=True,
        env={"PYTHONPATH": ":".join(sys.path), "PYTHONIOENCODING": "ascii"},
    )

    assert b"send e2: to b != a (bound)" in ran.stdout


def test_a_formula_is_readable_in_a_terminal_without_unicode() -> None:
    ran = subprocess.run(
        [sys.executable, "-c", LOADED, "explain", "examples.invoicing:not_arrived"],
        capture_output=True,
        check=True,
        env={"PYTHONPATH": ":".join(sys.path), "PYTHONIOENCODING": "ascii"},
    )

    assert b"some p in pay.done:" in ran.stdout
    assert b"\\u" not in ran.stdout


def test_marks_are_coloured_for_a_terminal_alone(
    capsys: pytest.CaptureFixture[str],
) -> None:
    say("  ✗ lost")

    assert capsys.readouterr().out == "  ✗ lost\n"
