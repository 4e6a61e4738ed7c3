"""Fixed progress: the effects that must have been made (K), and may have been (U)."""

from collections.abc import Iterator
from functools import lru_cache

from ..spec import syntax as s
from ..spec.semantics import interpret
from ..spec.surface import Pattern
from ..spec.terms import Row as Written
from ..spec.worlds import Effect
from .step import Identity
from .tables import OPEN, Row, Tables
from .truth import Truth


def progress(tables: Tables) -> tuple[list[Identity], list[Identity]]:
    """Return K and U: effects that stand for sure, and that may stand.

    One entry for each call that made it, so an effect made twice is there twice. An
    effect of U whose arguments never came has `UNKNOWN` for them.
    """
    kept: list[Identity] = []
    doubtful: list[Identity] = []
    for identity, must, may in effects(tables):
        if must:
            kept.append(identity)
        elif may:
            doubtful.append(identity)
    return kept, doubtful


def effects(tables: Tables) -> Iterator[tuple[Identity, bool, bool]]:
    """Yield each effect that some call makes, with whether it must and may stand."""
    reading = Truth(tables)
    for effect in tables.world.effects:
        stands = still(effect)
        rows: list[Row] = tables.rows(s.Made(effect.name))
        for row in rows:
            must, may = interpret(stands, reading, {s.THIS: row})
            identity = (effect.name, *(row[c.name] for c in effect.columns))
            yield identity, must and OPEN not in row, may


@lru_cache(maxsize=256)
def still(effect: Effect) -> s.Formula:
    """Return: the row `this` took effect, and nothing ended its effect since."""
    this = Written(s.THIS, effect.columns)
    made = Pattern(s.Made(effect.name), effect.columns, this).marked("took")
    return made.standing().where
