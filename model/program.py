"""A formula as a Python program that gives both its bits.

The program depends on neither record nor world. It gives the verdict that `Truth`
gives, at the speed of loops written by hand.
"""

import linecache
import math
import zlib
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import Any, TypeAlias, cast

import attrs

from ..spec import syntax as s
from ..spec.errors import SpecError
from ..spec.semantics import holds
from ..spec.values import UNKNOWN, Span
from .code import rendered
from .compiled import Compiled
from .tables import Tables, open_row
from .truth import applied

Verdicts: TypeAlias = Callable[[Tables], tuple[bool, bool]]
WORLD = {  # all that the source may name beside its own variables
    **{kind.__name__: kind for kind in (s.Made, s.Ended, s.Entities, Fraction, Span)},
    **{"UNKNOWN": UNKNOWN, "applied": applied, "inf": math.inf, "open_row": open_row},
}


@attrs.frozen
class Program:
    """A formula as Python: its `source`, and the function that the source defines.

    `verdict`: from tables, settled, to (must, may).
    """

    formula: s.Formula
    source: str
    verdict: Verdicts

    def must(self, tables: Tables) -> bool:
        """Whether the formula is true in every history that fits the record."""
        return self.verdict(tables)[0]

    def may(self, tables: Tables) -> bool:
        """Whether the formula is true in some history that fits the record."""
        return self.verdict(tables)[1]


@lru_cache(maxsize=256)
def compile_formula(formula: s.Formula) -> Program:
    """Return the program of a closed formula.

    Raises: `SpecError` if the formula is not closed, or nests deeper than Python
    nests loops (20).
    """
    return translated(formula, Compiled())


def translated(formula: s.Formula, reading: Compiled) -> Program:
    """Return the program that ``reading``, which is new, makes of a closed formula."""
    if s.free(formula):
        raise SpecError(
            f"a formula with free variables, {', '.join(sorted(s.free(formula)))}, "
            "has no program; compile the closed formula around it"
        )
    sure = holds(formula, reading, {}, True).when(["return True, True"])
    possible = holds(formula, reading, {}, False).when(["return False, True"])
    body = [*reading.first(), *sure, *possible, "return False, False"]
    lines = rendered([*reading.fixed(), "def verdict(tables):", body])
    source = "\n".join(lines) + "\n"
    name = f"<formula {zlib.crc32(source.encode()):08x}>"
    names: dict[str, Any] = dict(WORLD)
    try:
        exec(compile(source, name, "exec"), names)
    except (SyntaxError, RecursionError, MemoryError) as error:
        raise SpecError(
            f"the formula nests too deep to be Python ({error}); split it"
        ) from None
    linecache.cache[name] = (len(source), None, source.splitlines(True), name)
    return Program(formula, source, cast(Verdicts, names["verdict"]))
