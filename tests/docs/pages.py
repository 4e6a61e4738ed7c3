"""The pages of the documentation: their blocks, what runs in them, their links.

```python           runs, each page in one namespace, from top to bottom
```python title=F   runs, and is appended to the file F of the page's folder
```python >>> …     is a doctest in the same namespace
```console          shows commands and all that they print; … stands for lines
```json             is read
```text             right after Python that prints: what that printed
"""

import doctest
import io
import json
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any, TypeAlias

import attrs

from obligato.cli.main import main

ROOT = Path(__file__).resolve().parents[2]
# Commands that pages show and nobody runs here: they install, or run for minutes.
NOT_RUN = frozenset(
    {
        "make demo",
        "make test",
        "make lint",
        "make bench",
        "pip install .",
        "python -m benchmarks",
    }
)
OMITTED = "…"
COLUMNS = "80"  # how wide the terminal is in which commands are shown
FENCE = re.compile(
    r"^(?P<indent> *)```(?P<info>\S*)(?P<more>[^\n`]*)\n"
    r"(?P<body>.*?)^(?P=indent)```[ ]*$",
    re.MULTILINE | re.DOTALL,
)
LINK = re.compile(r"\]\((?P<target>[^)\s]+)\)")
TITLE = re.compile(r'title="(?P<name>[\w.-]+)"')
# A measured figure, as in prose: "12 ms", "3 ×".
FIGURE = re.compile(r"\d\s?(ms|s|seconds|µs|MB|%|×)(?![\w-])")
COMMAND = re.compile(r"`(make|python|obligato)\b[^`]*`")
Check: TypeAlias = Callable[[Path], list[str]]


class WrongError(AssertionError):
    """An example that is not so; the message begins with its place."""


@attrs.frozen
class Block:
    """A fenced block of a page: its language, the rest of its head, its lines."""

    place: str
    line: int
    language: str
    more: str
    text: str

    @property
    def runs(self) -> bool:
        """Whether anything in it is executed."""
        return self.language == "python" or any(
            not_run(command) is False for command, _ in commands(self)
        )

    def wrong(self, problem: str) -> WrongError:
        """Return the error that says ``problem`` of this block."""
        return WrongError(f"{self.place}:{self.line}: {problem}")


def pages() -> list[Path]:
    """Return the pages: the README, and all below docs/."""
    return [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def furnished(folder: Path) -> Path:
    """Return ``folder``, made to look like the root of the repository."""
    for entry in ("README.md", "docs", "examples"):
        (folder / entry).symlink_to(ROOT / entry)
    return folder


def place_of(page: Path) -> str:
    """Return how a page is called in messages."""
    return str(page.relative_to(ROOT)) if page.is_relative_to(ROOT) else page.name


def blocks(page: Path) -> list[Block]:
    """Return the fenced blocks of a page, in order."""
    text, found = page.read_text(encoding="utf-8"), []
    for fence in FENCE.finditer(text):
        indent, body = fence["indent"], fence["body"]
        line = text.count("\n", 0, fence.start("body")) + 1
        body = "".join(row.removeprefix(indent) for row in body.splitlines(True))
        found.append(
            Block(place_of(page), line, fence["info"], fence["more"].strip(), body)
        )
    return found


def prose(page: Path) -> str:
    """Return a page without its fenced blocks."""
    return FENCE.sub("", page.read_text(encoding="utf-8"))


def commands(block: Block) -> Iterator[tuple[str, list[str]]]:
    """Yield each command of a console block with the lines shown below it."""
    if block.language != "console":
        return
    command, shown = "", list[str]()
    lines = block.text.splitlines()
    if all(map(not_run, lines)):  # to be copied as they are
        yield from ((line, []) for line in lines)
        return
    for line in lines:
        if command.endswith("\\"):
            command += f"\n{line}"
        elif line.startswith("$ "):
            if command:
                yield command, shown
            command, shown = line[2:], []
        elif not command:
            raise block.wrong("a console block begins with a command, as $ obligato …")
        else:
            shown.append(line)
    if command:
        yield command, shown


def not_run(command: str) -> bool:
    """Whether a command is only shown."""
    return command in NOT_RUN


@attrs.define
class Runner:
    """One page as its reader runs it, in a folder of its own."""

    folder: Path
    globals: dict[str, Any] = attrs.field(factory=lambda: {"__name__": "page"})
    exit: int = 0
    said: list[str] = attrs.field(factory=list)  # by the block of Python just run

    def run(self, page: Path) -> None:
        """Run every block of a page; raise `WrongError` at the first that is not so."""
        for block in blocks(page):
            self.block(block)

    def block(self, block: Block) -> None:
        """Run one block by its language."""
        said, self.said = self.said, []
        match block.language:
            case "python":
                self.python(block)
            case "console":
                for command, shown in commands(block):
                    self.console(block, command, shown)
            case "json":
                json.loads(block.text)
            case "text":
                if said and not fits(block.text.splitlines(), said):
                    raise block.wrong("it prints otherwise:\n" + "\n".join(said))
            case language:
                raise block.wrong(
                    f"language={language!r} must be python, console, json or text"
                )

    def python(self, block: Block) -> None:
        """Run a block of Python, or hold it to what it shows."""
        title = TITLE.search(block.more)
        if title is not None:
            with (self.folder / title["name"]).open("a", encoding="utf-8") as file:
                file.write(block.text)
        if ">>>" in block.text:
            self._doctest(block)
            return
        out = io.StringIO()
        try:
            code = compile("\n" * (block.line - 1) + block.text, block.place, "exec")
            with redirect_stdout(out):
                exec(code, self.globals)
        except Exception as error:
            problem = f"{type(error).__name__}: {error}"
            raise block.wrong(problem) from error
        self.said = out.getvalue().splitlines()

    def _doctest(self, block: Block) -> None:
        parser, runner = doctest.DocTestParser(), doctest.DocTestRunner(verbose=False)
        name, at = block.place, block.line - 1
        examples = parser.get_doctest(block.text, self.globals, name, name, at)
        examples.globs = self.globals
        out = io.StringIO()
        if runner.run(examples, out=out.write, clear_globs=False).failed:
            raise block.wrong(out.getvalue())

    def console(self, block: Block, command: str, shown: list[str]) -> None:
        """Run a command and hold what it prints to what is shown."""
        if not_run(command):
            if shown:
                raise block.wrong(f"{command!r} is not run, so show no output of it")
            return
        out = self.printed(block, command)
        if not fits(shown, out):
            told = "\n".join(out)
            raise block.wrong(f"{command!r} prints otherwise:\n{told}")

    def printed(self, block: Block, command: str) -> list[str]:
        """Return the lines that a command prints."""
        match shlex.split(command.replace("\\\n", " ")):
            case ["echo", "$?"]:
                return [str(self.exit)]
            case ["cat", name]:
                return (self.folder / name).read_text(encoding="utf-8").splitlines()
            case ["obligato", *args]:
                return self._obligato(args)
            case ["python", "-m", *args]:
                ran = subprocess.run(
                    [sys.executable, "-m", *args],
                    capture_output=True,
                    text=True,
                    cwd=ROOT,
                )
                self.exit = ran.returncode
                return (ran.stdout + ran.stderr).splitlines()
        raise block.wrong(f"{command!r} is neither run nor among those that are not")

    def _obligato(self, args: list[str]) -> list[str]:
        stream = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
        with redirect_stdout(stream), redirect_stderr(stream):
            self.exit = main(args)
        stream.seek(0)
        return stream.read().splitlines()


def fits(shown: list[str], printed: list[str]) -> bool:
    """Whether what is shown is what was printed, … standing for any lines."""
    pattern = "".join(
        "(.*\n)*?" if line.strip() == OMITTED else re.escape(line.rstrip()) + "\n"
        for line in shown
    )
    text = "".join(f"{line.rstrip()}\n" for line in printed)
    return re.fullmatch(pattern, text) is not None


def dead_links(page: Path) -> list[str]:
    """Return the links of a page to files and headings that are not there."""
    dead = []
    for link in LINK.finditer(prose(page)):
        target = link["target"]
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        found = page if not name else page.parent / name
        if not found.exists() or (anchor and anchor not in anchors(found)):
            dead.append(target)
    return dead


def anchors(page: Path) -> set[str]:
    """Return what the headings of a page are linked by."""
    headings = re.findall(r"^#+ (.+)$", prose(page), re.MULTILINE)
    kept = (re.sub(r"[^\w\- ]", "", heading.lower()) for heading in headings)
    return {heading.replace(" ", "-") for heading in kept}


def bare_figures(page: Path) -> list[str]:
    """Return the paragraphs that give a figure and not the command that prints it."""
    return [
        part
        for part in prose(page).split("\n\n")
        if FIGURE.search(re.sub(r"`[^`]*`", "", part)) and not COMMAND.search(part)
    ]


def ragged_rows(page: Path) -> list[str]:
    """Return the rows of tables that have not as many cells as the row above."""
    ragged, above = [], 0
    for line in prose(page).splitlines():
        cells = len(re.findall(r"(?<!\\)\|", line)) if line.startswith("|") else 0
        if cells and above and cells != above:
            ragged.append(line)
        above = cells
    return ragged
