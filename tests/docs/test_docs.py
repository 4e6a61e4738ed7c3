"""Everything that the documentation shows is so."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from obligato import model, spec
from obligato.cli import exits
from obligato.cli.main import COMMANDS
from obligato.model import script_reader, spelling
from obligato.model.schema import case_schema
from obligato.spec import Code
from obligato.spec.kinds import raised_by
from tests.docs import pages as p
from tests.docs.refresh import refreshed

PAGES = p.pages()
# Pages that show nothing to run, and why.
WITHOUT = {
    "docs/README.md": "an index",
    "docs/explanation/papers-and-terms.md": "a table of terms",
}
REFERENCE = p.ROOT / "docs" / "reference"


@pytest.fixture
def runner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[p.Runner]:
    """Run a page in a folder that looks like the root of the repository."""
    monkeypatch.chdir(p.furnished(tmp_path))
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    monkeypatch.setenv("COLUMNS", p.COLUMNS)
    yield p.Runner(tmp_path)
    for name, module in list(sys.modules.items()):
        if str(getattr(module, "__file__", "")).startswith(f"{tmp_path}/"):
            del sys.modules[name]  # another page may have a file of that name


@pytest.mark.parametrize("page", PAGES, ids=p.place_of)
def test_every_example_is_so(page: Path, runner: p.Runner) -> None:
    runner.run(page)


@pytest.mark.parametrize("page", PAGES, ids=p.place_of)
def test_a_page_shows_something_that_runs(page: Path) -> None:
    runs = any(block.runs for block in p.blocks(page))

    assert runs != (p.place_of(page) in WITHOUT)


@pytest.mark.parametrize("page", PAGES, ids=p.place_of)
def test_every_link_leads_somewhere(page: Path) -> None:
    assert p.dead_links(page) == []


@pytest.mark.parametrize("page", PAGES, ids=p.place_of)
def test_a_figure_has_its_command_beside_it(page: Path) -> None:
    assert p.bare_figures(page) == []


@pytest.mark.parametrize("page", PAGES, ids=p.place_of)
def test_the_rows_of_a_table_have_equally_many_cells(page: Path) -> None:
    assert p.ragged_rows(page) == []


def test_every_fence_is_closed() -> None:
    odd = [page for page in PAGES if "```" in p.prose(page)]

    assert odd == []


def test_what_is_not_run_is_there_to_be_run() -> None:
    makefile = (p.ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^(\w+):", makefile, re.MULTILINE))

    shown = {c.removeprefix("make ") for c in p.NOT_RUN if c.startswith("make ")}

    assert shown <= targets


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("```python\nassert 1 == 2\n```", "AssertionError"),
        ("```python\n>>> 1 + 1\n3\n```", "Expected:"),
        ("```python\nx = 1\n```\n\n```python\n>>> x\n2\n```", "Expected:"),
        ("```console\n$ obligato check nowhere\nall is well\n```", "prints otherwise"),
        ("```console\n$ obligato --help\n```", "prints otherwise"),
        ("```console\n$ obligato --version\n$ echo $?\n1\n```", "prints otherwise"),
        ("```console\n$ rm case.json\n```", "neither run nor"),
        ("```console\n$ make test\nall passed\n```", "show no output"),
        ("```console\nobligato --help\n```", "begins with a command"),
        ("```\npay()\n```", "language=''"),
        ("```python\nprint(1)\n```\n\n```text\n2\n```", "it prints otherwise"),
        ("1. Say\n\n   ```python\n   assert 1 == 2\n   ```", "AssertionError"),
    ],
    ids=lambda value: value[:40],
)
def test_a_wrong_example_is_noticed(
    text: str, problem: str, tmp_path: Path, runner: p.Runner
) -> None:
    page = tmp_path / "planted.md"
    page.write_text(text + "\n")

    with pytest.raises(p.WrongError, match=rf"planted\.md:\d+: (.|\n)*{problem}"):
        runner.run(page)


@pytest.mark.parametrize(
    ("text", "check", "found"),
    [
        ("[here](nowhere.md)", p.dead_links, ["nowhere.md"]),
        ("# A\n\n[here](#b)", p.dead_links, ["#b"]),
        ("# A b, c\n\n[here](#a-b-c) [there](https://a.org)", p.dead_links, []),
        ("It takes 12 ms.", p.bare_figures, ["It takes 12 ms.\n"]),
        ("It takes 12 ms (`make bench`).", p.bare_figures, []),
        ("| a | b |\n|---|---|\n| `c | d` | e |", p.ragged_rows, ["| `c | d` | e |"]),
        ("| a |\n|---|\n| b \\| c |\n\n| a | b |", p.ragged_rows, []),
    ],
    ids=lambda value: value[:20] if isinstance(value, str) else "",
)
def test_what_is_amiss_in_the_prose_is_noticed(
    text: str, check: p.Check, found: list[str], tmp_path: Path
) -> None:
    page = tmp_path / "planted.md"
    page.write_text(text + "\n")

    assert found == check(page)


def test_commands_to_copy_stand_without_a_prompt(
    tmp_path: Path, runner: p.Runner
) -> None:
    page = tmp_path / "copied.md"
    page.write_text("```console\nmake demo\nmake test\n```\n")

    runner.run(page)


@pytest.mark.parametrize(
    ("shown", "printed", "so"),
    [
        (["a", "b"], ["a", "b"], True),
        (["a", "…"], ["a", "b", "c"], True),
        (["…", "c"], ["a", "b", "c"], True),
        (["a", "…", "b", "c"], ["a", "b", "c"], True),
        (["a"], ["a", "b"], False),
        (["…", "b"], ["a", "b", "c"], False),
        (["a.c"], ["abc"], False),
    ],
    ids=str,
)
def test_the_ellipsis_stands_for_whole_lines(
    shown: list[str], printed: list[str], so: bool
) -> None:
    assert so == p.fits(shown, printed)


def test_a_refreshed_page_is_so(tmp_path: Path, runner: p.Runner) -> None:
    page = tmp_path / "stale.md"
    page.write_text(
        "1. Say\n\n   ```console\n   $ obligato check nowhere\n   all is well\n"
        "   $ echo $?\n   0\n   ```\n\n"
        "```python\n>>> for i in (1, 2):\n...     print(i)\n3\n>>> x = 1\n```\n"
    )

    page.write_text(refreshed(page, runner)[0])

    assert "   2\n" in page.read_text()
    runner.run(page)


def words(page: str) -> set[str]:
    """Return the names that a page of the reference has in code spans."""
    spans = re.findall(r"`([^`]+)`", p.prose(REFERENCE / page))
    return set(re.findall(r"\w+", " ".join(spans)))


def rows(page: str) -> list[list[str]]:
    """Return the cells of all tables of a page of the reference."""
    lines = p.prose(REFERENCE / page).splitlines()
    cells = (
        [c.strip() for c in line.strip("|").split("|")]
        for line in lines
        if line.startswith("|")
    )
    return [row for row in cells if set("".join(row)) - {"-", ":"}]


def test_codes_lists_every_code() -> None:
    wanted = [
        [
            f"`{code}`",
            code.check,
            code.meaning,
            ", ".join(raised_by(code)) or "none of the list",
        ]
        for code in Code
    ]

    assert wanted == [row for row in rows("codes.md") if row[0].startswith("`")]


@pytest.mark.parametrize("name", COMMANDS)
def test_command_line_has_the_help_of_every_command(name: str) -> None:
    shown = [
        c for b in p.blocks(REFERENCE / "command-line.md") for c, _ in p.commands(b)
    ]

    assert f"obligato {name} --help" in shown


def test_command_line_lists_every_exit() -> None:
    wanted = {str(code) for code in exits.WORST_FIRST}

    assert wanted == {row[0] for row in rows("command-line.md") if row[0].isdigit()}


def test_script_has_every_word_of_a_script() -> None:
    methods = {m for allowed in script_reader.METHODS.values() for m in allowed}

    assert {*spelling.HEAD, *spelling.LINES, *methods, "globs"} - words(
        "script.md"
    ) == set()


def test_case_has_every_field_of_a_document() -> None:
    schema = case_schema()
    # What formulas and terms are made of is told by the language, not here.
    parts = [
        part
        for name, part in schema["$defs"].items()
        if "." in name and not name.startswith("syntax.")
    ]
    fields = {f for part in (schema, *parts) for f in part["properties"]}

    assert fields - words("case.md") == set()


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (spec.__all__, ("language.md", "script.md", "readings.md", "codes.md")),
        (model.__all__, ("readings.md", "script.md", "case.md")),
    ],
    ids=["spec", "model"],
)
def test_every_public_name_is_in_the_reference(
    names: list[str], told: tuple[str, ...]
) -> None:
    assert set(names) - {word for page in told for word in words(page)} == set()
