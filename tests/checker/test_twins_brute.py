"""Twins are as near as brute force finds them, in tiny worlds."""

from typing import Any

import attrs
import pytest

from obligato.checker.solver.ask import Disagreement
from obligato.properties.plants import planted
from obligato.spec import Obligation, bound, some
from tests.checker.brute import Tiny
from tests.checker.near import unlike
from tests.checker.tiny import (
    DESK,
    PANEL,
    POST,
    TILL,
    approve,
    cancel,
    item,
    look,
    merge,
    only,
    send,
)

# Brute force knows the order of events and no times, so nothing here waits.
AT_ONCE = attrs.evolve(
    POST.request.world, tools=[attrs.evolve(send, settles=0), cancel, look]
)
MAIL = only(
    attrs.evolve(POST, request=attrs.evolve(POST.request, world=AT_ONCE)),
    *(d.name for d in POST.request.duties if d.name != "soon"),
)
FIRST = Obligation(
    "first",
    some(approve.given(item=m.item).before(m) for m in merge.done(item=bound(item))),
)
CONSENT = attrs.evolve(
    PANEL, request=attrs.evolve(PANEL.request, owes=[*PANEL.request.owes, FIRST])
)
SHORT = attrs.evolve(TILL, rows=1)
MINE: dict[str, Any] = {"bound": {"item": "item-1"}}
PANELS, TILLS = CONSENT.frames(), SHORT.frames()

# a tiny world, a frame, up to how many events, how many may differ, and each nth
Case = tuple[Tiny, dict[str, Any], int, int, int]
QUICK: dict[str, Case] = {
    "post": (MAIL, MINE, 1, 1, 3),
    "post, two differ": (only(MAIL, "cancelled if seen", "careful"), MINE, 1, 2, 6),
    "panel": (CONSENT, PANELS[37], 1, 1, 3),
    "till": (SHORT, TILLS[0], 1, 1, 3),
    "desk": (DESK, MINE, 1, 1, 2),
    "desk, two events": (only(DESK, "told", "again"), MINE, 2, 1, 17),
}
LONG: dict[str, Case] = {
    "post": (MAIL, MINE, 2, 1, 7),
    "post, two differ": (MAIL, MINE, 1, 2, 1),
    "panel": (CONSENT, PANELS[5], 1, 1, 1),
    "till": (SHORT, TILLS[1], 2, 1, 3),
    "till, two differ": (SHORT, TILLS[1], 1, 2, 1),
    "desk": (DESK, MINE, 2, 1, 2),
    "desk, two differ": (DESK, MINE, 1, 2, 1),
}


@pytest.mark.parametrize("world", QUICK)
def test_a_twin_is_as_near_as_brute_force_finds_one(world: str) -> None:
    counts, wrong = unlike(*QUICK[world])

    assert wrong == []
    assert counts[QUICK[world][3]] >= 2


@pytest.mark.long
@pytest.mark.parametrize("world", LONG)
def test_a_twin_is_as_near_as_a_long_brute_force_finds_one(world: str) -> None:
    assert unlike(*LONG[world])[1] == []


SMALL: dict[str, Case] = {
    "desk": (only(DESK, "worthy", "again", "told"), MINE, 1, 1, 2),
    "post": (only(MAIL, "sent", "seen", "careful"), MINE, 1, 1, 3),
    "panel": (only(CONSENT, "first"), PANELS[37], 1, 1, 1),
}
NEAREST, NEARBY, MEASURE = (
    f"obligato.checker.solver.{name}" for name in ("nearest", "nearby", "measure")
)
SEEN, EDITS = "obligato.checker.seen", "obligato.checker.edits"
PLANTS = {
    "what is left out is there": (
        NEARBY,
        "conj((there, neg(self.out(i))))",
        "there",
        "desk",
    ),
    "there is no room": (
        NEARBY,
        '(ite(compare("<=", self.room(i), time), "1", "0")',
        '("0"',
        "panel",
    ),
    "a room moves nothing": (
        EDITS,
        "time + sum(room <= time for room in self.rooms)",
        "time",
        "panel",
    ),
    "an event that is added is no difference": (
        MEASURE,
        'number(-1)))), "1", "0")',
        'number(-1)))), "0", "0")',
        "post",
    ),
    "an outcome costs nothing": (
        MEASURE,
        'ite(outcome, told, "1")',
        'ite(outcome, told, "0")',
        "desk",
    ),
    "what is found first is the least": (
        NEAREST,
        'range(1, self._model("size") + 1)',
        "range(0)",
        "desk",
    ),
    "a record may contradict itself": (
        NEAREST,
        "near.text.add(neg(holds(formula, self.reading, {}, sure=True)))",
        "pass",
        "post",
    ),
    "what reads tell is not seen": (SEEN, "effects |= touched & told", "pass", "post"),
}


@pytest.mark.parametrize("bug", PLANTS)
def test_brute_force_notices_a_planted_bug(bug: str) -> None:
    module, old, new, world = PLANTS[bug]

    with planted(module, old, new):
        try:
            noticed = bool(unlike(*SMALL[world])[1])
        except Disagreement:  # the twin itself was judged otherwise
            noticed = True

    assert noticed
