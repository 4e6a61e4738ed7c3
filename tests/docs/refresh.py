"""Put what the examples of a page print now where it shows what they print.

    python -m tests.docs.refresh docs/reference/command-line.md …

Output that is shown with … is left as it is and named. Read the difference before
you keep it: a page that is true of a fault is still a fault.
"""

import doctest
import io
import os
import sys
import tempfile
from contextlib import redirect_stdout
from pathlib import Path

import attrs

from tests.docs import pages as p


def refreshed(page: Path, runner: p.Runner) -> tuple[str, list[str]]:
    """Return a page with its output as it is now, and what was left as it was."""
    text, out, end, left = page.read_text(encoding="utf-8"), "", 0, list[str]()
    for fence, block in zip(p.FENCE.finditer(text), p.blocks(page), strict=True):
        if block.language == "console":
            body = _console(block, runner, left)
        elif block.language == "python" and ">>>" in block.text:
            body = _doctest(block, runner)
        else:
            said = runner.said if block.language == "text" else []
            body = "".join(f"{line}\n" for line in said) or block.text
            runner.block(attrs.evolve(block, text=body))
        indent = fence["indent"]
        lines = (
            f"{indent}{line}" if line.strip() else line
            for line in body.splitlines(True)
        )
        out += text[end : fence.start("body")] + "".join(lines)
        end = fence.end("body")
    return out + text[end:], left


def _console(block: p.Block, runner: p.Runner, left: list[str]) -> str:
    if all(map(p.not_run, block.text.splitlines())):
        return block.text
    lines: list[str] = []
    for command, shown in p.commands(block):
        lines.append(f"$ {command}")
        if p.not_run(command):
            continue
        printed = [line.rstrip() for line in runner.printed(block, command)]
        omitting = any(line.strip() == p.OMITTED for line in shown)
        if omitting and not p.fits(shown, printed):
            left.append(f"{block.place}:{block.line}: {command}")
        lines.extend(shown if omitting else printed)
    return "".join(f"{line}\n" for line in lines)


def _doctest(block: p.Block, runner: p.Runner) -> str:
    text = ""
    for part in doctest.DocTestParser().parse(block.text):
        if isinstance(part, str):
            text += part
            continue
        printed = io.StringIO()
        with redirect_stdout(printed):
            exec(compile(part.source, block.place, "single"), runner.globals)
        first, *more = part.source.rstrip("\n").split("\n")
        text += f">>> {first}\n"
        text += "".join(f"... {line}".rstrip() + "\n" for line in more)
        shown = printed.getvalue().splitlines()
        text += "".join(f"{line or '<BLANKLINE>'}\n" for line in shown)
    return text


def main(names: list[str]) -> None:
    """Refresh these pages in their files."""
    os.environ["COLUMNS"] = p.COLUMNS
    pages = [Path(name).resolve() for name in names]
    for page in pages:
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(p.furnished(Path(folder)))
            text, left = refreshed(page, p.Runner(Path(folder)))
            os.chdir(p.ROOT)
        page.write_text(text, encoding="utf-8")
        for place in left:
            print(f"left as it was: {place}")


if __name__ == "__main__":
    main(sys.argv[1:])
