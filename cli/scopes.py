"""The scope of a question, as a command is told it: ``events=6,entities=2,rows=2``."""

import attrs

from ..checker.solver.scope import Scope
from ..spec.errors import SpecError, shown, unknown

BOUNDS = ("events", "entities", "rows")
MOST = 12  # beyond this a question takes minutes rather than seconds


def scope_of(text: str) -> Scope:
    """Return the scope that ``text`` says; what it leaves out is the default."""
    told: dict[str, int] = {}
    for part in filter(None, text.split(",")):
        name, equals, value = (p.strip() for p in part.partition("="))
        if name not in BOUNDS:
            raise unknown("bound of a scope", name, BOUNDS)
        if not equals or not value.isdecimal() or len(value) > 3:
            raise SpecError(f"--scope {shown(part)} must be {name}=NUMBER")
        told[name] = int(value)
        if told[name] > MOST:
            raise SpecError(f"--scope {name}={value} must be at most {MOST}")
    default = Scope()
    told = {**attrs.asdict(default), **told}
    return Scope(told["events"], told["entities"], told["rows"])
