"""How near a symbolic record is to the one it is near.

`differences` counts the events that differ. `size` is what is different about them:
one for an event left out, one for each cell that is changed, and for an event that is
added one and each of its cells. When an event took place is one cell, and so is who
did it; what came of it is one, whatever the answer is.
"""

from .nearby import Nearby
from .smt import FALSE, TRUE, compare, conj, disj, ite, neg, number, plus


def differences(near: Nearby) -> str:
    """Return how many events differ: changed, left out, or added."""
    out = (ite(near.out(j), "1", "0") for j in near.kept)
    added = (
        ite(conj((near.used(i), compare("=", near.pair(i), number(-1)))), "1", "0")
        for i in near.free
    )
    return near.text.named(plus((*out, *added)), "Int")


def size(near: Nearby) -> str:
    """Return how much is different about the events that differ."""
    parts = []
    for j in near.kept:
        paired = disj(compare("=", near.pair(i), str(j)) for i in near.free)
        parts.append(ite(conj((near.out(j), neg(paired))), "1", "0"))
    for i in near.free:
        whole = near.text.named(_whole(near, i), "Int")
        parts.append(
            ite(
                conj((near.used(i), compare("=", near.pair(i), number(-1)))),
                whole,
                "0",
            )
        )
        for j in near.kept:
            changed = ite(
                compare("=", near.source(i), near.source(j)),
                _changed(near, i, j),
                plus(("1", whole)),
            )
            parts.append(ite(compare("=", near.pair(i), str(j)), changed, "0"))
    return near.text.named(plus(parts), "Int")


def _whole(near: Nearby, i: int) -> str:
    """Return the size of an event that is new: one, and its cells."""
    sizes = ["1"]
    for name, columns in near.columns.items():
        takes = len(columns)
        if near.called(name):
            takes = len(near.world.tool(name).takes)
            for column in near.world.tool(name).returns:
                known = near.known(i, f"{name}.{column.name}")
                sizes.append(ite(conj((near.is_(i, name), known)), "1", "0"))
        sizes.append(ite(near.is_(i, name), str(takes), "0"))
    return plus(sizes)


def _changed(near: Nearby, i: int, j: int) -> str:
    """Return how many cells a free slot has otherwise than the event it changes."""
    (name,) = (n for n, k in near.sources.items() if k == near.source(j))
    takes = near.columns[name]
    answers: list[str] = []
    if near.called(name):
        takes = near.world.tool(name).takes
        returns = near.world.tool(name).returns
        answers = [_same(near, i, j, f"{name}.{c.name}") for c in returns]
    outcome = compare("=", near.status(i), near.status(j))
    start, end = (
        compare("=", near.var(f"e{i}.{side}"), near.var(f"e{j}.{side}"))
        for side in ("start", "end")
    )
    same = [_same(near, i, j, f"{name}.{c.name}") for c in takes]
    same += [_same(near, i, j, "by"), conj((start, end))]
    told = plus(ite(cell, "0", "1") for cell in answers)
    return plus((ite(outcome, told, "1"), *(ite(cell, "0", "1") for cell in same)))


def _same(near: Nearby, i: int, j: int, cell: str) -> str:
    """Return: a free slot has in one cell what an event of the given record has."""
    prefix = f"e{j}.{cell}"
    parts = []
    for name, value in near.constants.items():
        rest = name[len(prefix) :]
        if name.startswith(prefix) and rest[:1] in ("", ".", "#", "?"):
            flag = value in (TRUE, FALSE)
            mine = near.var(f"e{i}.{cell}{rest}", "Bool" if flag else "Int")
            if flag:
                parts.append(mine if value == TRUE else neg(mine))
            else:
                parts.append(compare("=", mine, value))
    return conj(parts)
