r"""The two alphabets that formulas are printed in: Unicode and LaTeX.

LaTeX is for math mode, with the package `amsmath`: names and constants stand in
``\text{…}``, variables are letters with an index.
"""

from collections.abc import Callable

import attrs

from .literals import quoted

BELOW = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
ESCAPED = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    '"': r"\textquotedbl{}",
    **{c: f"\\{c}" for c in "#$%&_{}"},
}


@attrs.frozen
class Symbols:
    """How each sign, name, variable and constant looks."""

    name: Callable[[str], str]
    variable: Callable[[str, int], str]
    text: Callable[[str], str]
    duration: Callable[[int, str], str]
    some: str = "∃ "
    every: str = "∀ "
    among: str = "∈"
    so: str = ":"
    such: str = " :"
    no: str = "¬"
    both: str = "∧ "
    either: str = "∨ "
    then: str = "→ "
    equal: str = " = "
    differ: str = " ≠ "
    less: str = " < "
    more: str = " > "
    at_most: str = " ≤ "
    at_least: str = " ≥ "
    before: str = " before "
    plus: str = " + "
    minus: str = " − "
    total: str = "Σ "
    bars: tuple[str, str] = ("|", "|")
    braces: tuple[str, str] = ("{", "}")


def _latex_name(name: str) -> str:
    return f"\\text{{{''.join(ESCAPED.get(c, c) for c in name)}}}"


UNICODE = Symbols(
    name=str,
    variable=lambda letter, n: letter if n == 1 else letter + str(n).translate(BELOW),
    text=quoted,
    duration=lambda n, unit: f"{n} {unit}",
)
LATEX = Symbols(
    name=_latex_name,
    variable=lambda letter, n: letter if n == 1 else f"{letter}_{{{n}}}",
    text=lambda text: _latex_name(quoted(text)),
    duration=lambda n, unit: f"{n}\\,\\text{{{unit}}}",
    some="\\exists ",
    every="\\forall ",
    among="\\in",
    so="\\colon",
    such=" \\mid",
    no="\\neg ",
    both="\\land ",
    either="\\lor ",
    then="\\rightarrow ",
    differ=" \\neq ",
    at_most=" \\leq ",
    at_least=" \\geq ",
    before=" \\mathrel{\\text{before}} ",
    minus=" - ",
    total="\\sum ",
    bars=("\\lvert ", " \\rvert"),
    braces=("\\{", "\\}"),
)
