"""An explanation as LaTeX: nested lists, to stand in lecture notes."""

from collections.abc import Iterable, Iterator

from ..model.account import ASSUMPTIONS, accounts, scope
from ..model.document import Case
from ..model.judge import Judgement
from ..model.notation import latex
from ..model.why import NO, NOTE, UNSURE, YES, Why

MARKS = {
    YES: r"$\checkmark$",
    NO: r"$\times$",
    UNSURE: "?",
    NOTE: r"$\cdot$",
}
SPECIAL = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "{": r"\{",
        "}": r"\}",
        "$": r"\$",
        "&": r"\&",
        "#": r"\#",
        "%": r"\%",
        "_": r"\_",
        "^": r"\textasciicircum{}",
        "~": r"\textasciitilde{}",
        "<": r"$<$",
        ">": r"$>$",
        "≠": r"$\neq$",
        "≤": r"$\leq$",
        "≥": r"$\geq$",
        "…": r"\dots{}",
    }
)


def page(judged: Iterable[tuple[Case, Judgement]]) -> str:
    """Return a fragment: a paragraph and a list for each case; needs amssymb."""
    return "\n".join(line for case, j in judged for line in _case(case, j))


def _case(case: Case, judgement: Judgement) -> Iterator[str]:
    yield rf"\paragraph{{{escaped(case.title or case.request.goal)}}}"
    if judgement.broken is not None:
        yield escaped(f"Broken: {judgement.broken.reason}.")
    for account in accounts(judgement):
        found = account.finding
        standing = found.standing.value if found.standing else ""
        yield rf"\emph{{{escaped(found.duty.name)}}}: {standing}, {found.verdict.name}."
        yield rf"\[ {latex(found.duty.owed)} \]"
        yield from _list(account.lines)
    yield escaped(f"{'; '.join(scope(judgement))}; assumed: {', '.join(ASSUMPTIONS)}.")


def _list(lines: tuple[Why, ...], depth: int = 0) -> Iterator[str]:
    if not lines:
        return
    space = "  " * depth
    yield rf"{space}\begin{{itemize}}"
    for line in lines:
        yield rf"{space}  \item[{MARKS[line.state]}] {escaped(line.line)}"
        yield from _list(line.parts, depth + 1)
    yield rf"{space}\end{{itemize}}"


def escaped(text: str) -> str:
    """Return ``text`` so that LaTeX prints it as it is."""
    return text.translate(SPECIAL)
