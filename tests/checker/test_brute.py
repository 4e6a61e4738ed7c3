"""`verify` and `compare` answer as brute force does, in three tiny worlds."""

from collections.abc import Iterator
from itertools import permutations

import attrs
import pytest

from obligato.checker.compare import compare
from obligato.checker.joint import jointly
from obligato.checker.solver import Answer, Beyond, Found, NoneInScope, Scope
from obligato.checker.verify import verify
from obligato.properties.plants import planted
from obligato.spec.requests import Duty
from tests.checker.brute import Tiny
from tests.checker.entry import Entry
from tests.checker.hunts import Hunt, Prey, exceeding, hunted, together, verified
from tests.checker.tiny import DESK, GOOD, PANEL, POST, TILL, TINY, only

QUICK = {
    "post": attrs.evolve(only(POST, "sent", "careful", "kept", "no"), delays=(1,)),
    "panel": attrs.evolve(
        only(PANEL, "two", "all", "approved"), callers=("agent",), gives=()
    ),
    "till": attrs.evolve(only(TILL, "worth", "shipped", "listed"), rows=1),
    "desk": only(DESK, "tried", "no", "clean"),
}
BY_AGENT = attrs.evolve(PANEL, callers=("agent",), declares=(), gives=())
ONE_ROW = attrs.evolve(TILL, rows=1)
AT_ONCE = attrs.evolve(POST, delays=(1,))
# Every duty in as many events as half a minute allows.
LONG = {
    "panel": (PANEL, 2),
    "panel, three events": (
        only(BY_AGENT, "merged", "consent", "two", "no", "approved", "own"),
        3,
    ),
    "till": (TILL, 2),
    "desk": (DESK, 3),
}
# What needs more: four events of each world.
RELEASE = {
    "post, waiting": (only(POST, "sent", "careful", "cancelled if seen", "soon"), 3),
    "till, three events": (ONE_ROW, 3),
    "post, every duty in four events": (AT_ONCE, 4),
    "panel, four events": (only(BY_AGENT, "merged", "two", "approved"), 4),
    "till, four events": (
        attrs.evolve(only(ONE_ROW, "worth", "shipped", "listed"), numbers=(0, 1)),
        4,
    ),
}


def scope(tiny: Tiny, events: int) -> Scope:
    """Return the scope that has all that brute force writes down, and more."""
    return Scope(events=events, rows=tiny.rows)


def differences(tiny: Tiny, answer: Answer, prey: Prey | None) -> Iterator[str]:
    """Yield how the solver's answer and that of brute force differ.

    The record shown has the fewest events, and no tidy one of so many comes before.
    It may have fewer than brute force finds only if it is none of those written down.
    """
    match answer, prey:
        case NoneInScope() | Beyond(), None:
            return
        case Found(made, events), Prey(fewest, neat) if events == fewest:
            shown = Entry(tiny, made)
            if neat and not (shown.neat and shown.rank <= neat.rank):
                yield f"{made} is shown, and {neat.record} comes before it"
        case Found(made, events), _ if prey is None or events < prey.events:
            if Entry(tiny, made).spaced:
                yield f"{made} is shown, and brute force finds {prey}"
        case _:
            yield f"the solver says {answer}, brute force {prey}"


def unlike(tiny: Tiny, duties: list[tuple[Duty, list[Hunt]]], events: int) -> list[str]:
    """Return how the checks of duties differ from what their hunts find."""
    prey = iter(hunted(tiny, [h for _, hunts in duties for h in hunts], events))
    found = []
    for duty, hunts in duties:
        checks = verify(tiny.request, duty, scope(tiny, events)).checks
        assert [h.name for h in hunts] == [c.name for c in checks]
        for check in checks:
            told = differences(tiny, check.answer, next(prey))
            found += [f"{duty.name}, {check.name}: {line}" for line in told]
    return found


def verified_apart(tiny: Tiny, events: int) -> list[str]:
    """Return how `verify` and brute force differ over all duties of a tiny world."""
    duties = [(d, list(verified(tiny.request, d))) for d in tiny.request.duties]
    return unlike(tiny, duties, events)


def compared_apart(tiny: Tiny, events: int) -> list[str]:
    """Return how `compare` and brute force differ over all pairs of duties."""
    pairs = list(permutations(tiny.request.duties, 2))
    prey = hunted(tiny, [exceeding(a.owed, b.owed) for a, b in pairs], events)
    caught = dict(zip(((a.name, b.name) for a, b in pairs), prey, strict=True))
    found = []
    for a, b in pairs:
        if a.name < b.name:
            made = compare(tiny.request, a.owed, b.owed, scope(tiny, events))
            for first, second, answer in (
                (a.name, b.name, made.first_only),
                (b.name, a.name, made.second_only),
            ):
                told = differences(tiny, answer, caught[first, second])
                found += [f"{first} over {second}: {line}" for line in told]
    return found


@pytest.mark.parametrize("world", QUICK)
def test_verify_answers_as_brute_force_does(world: str) -> None:
    assert verified_apart(QUICK[world], 2) == []


@pytest.mark.parametrize("world", QUICK)
def test_compare_answers_as_brute_force_does(world: str) -> None:
    assert compared_apart(QUICK[world], 2) == []


@pytest.mark.parametrize("world", GOOD)
def test_duties_are_met_together_as_early_as_brute_force_meets_them(world: str) -> None:
    tiny = attrs.evolve(
        only(TINY[world], *GOOD[world]), callers=("agent",), declares=()
    )

    (prey,) = hunted(tiny, [together(tiny.request)], 2)

    answer = jointly(tiny.request, scope(tiny, 2)).answer
    assert prey is not None
    assert list(differences(tiny, answer, prey)) == []


VIEWS, SEARCH, LEAST = (
    f"obligato.checker.solver.{m}" for m in ("views", "search", "least")
)
FACTS, HANGS = "obligato.checker.facts", "obligato.checker.hangs"
PLANTS = [
    (
        "a failure is never forgotten",
        VIEWS,
        'neg(compare("=", super(Forgetful, self).status(i), UNKNOWN))',
        'compare("=", super(Forgetful, self).status(i), "1")',
        "kept",
    ),
    (
        "nothing is left out with its tool",
        VIEWS,
        "return FALSE if source == self.missing else super()",
        "return super()",
        "sent",
    ),
    (
        "what comes later came earlier",
        VIEWS,
        "later = self.now()\n            cells",
        "later = Num(number(-BIG), number(BIG))\n            cells",
        "careful",
    ),
    (
        "a call without an answer is evidence",
        FACTS,
        'compare("=", symbolic.status(i), OK)',
        'neg("false")',
        "tried",
    ),
    (
        "what was established is never overturned",
        FACTS,
        "disj((conj((must, neg(more))), conj((neg(may), less))))",
        "conj((neg(may), less))",
        "kept",
    ),
    (
        "missed only where the guard holds",
        FACTS,
        'asked.met if verdict == "established" and not rule',
        "asked.met if not rule",
        "cancelled if seen",
    ),
    (
        "a call without an answer has the role",
        HANGS,
        "conj((row.sure, answered.term, same))",
        "conj((row.sure, same))",
        "tried",
    ),
    (
        "the most events come first",
        SEARCH,
        "for n in sizes:\n                for",
        "for n in reversed(sizes):\n                for",
        "tried",
    ),
    (
        "the record shown is not tidy",
        SEARCH,
        "in (([few[n], neat[n]], TIDY), ([few[n]], ()))",
        "in (([few[n]], ()),)",
        "tried",
    ),
    (
        "what was not answered comes first",
        LEAST,
        "(int(OK), int(FAILED), int(UNKNOWN))",
        "(int(UNKNOWN), int(FAILED), int(OK))",
        "tried",
    ),
]


@pytest.mark.parametrize(
    ("module", "old", "new", "duty"),
    [plant[1:] for plant in PLANTS],
    ids=[name for name, *_ in PLANTS],
)
def test_a_planted_bug_is_noticed(module: str, old: str, new: str, duty: str) -> None:
    tiny, events = attrs.evolve(only(POST, duty), delays=(1,)), 2 - (duty != "careful")

    assert verified_apart(tiny, events) == []
    with planted(module, old, new):
        assert verified_apart(tiny, events) != []


@pytest.mark.long
@pytest.mark.parametrize("world", LONG)
def test_verify_answers_as_a_long_brute_force_does(world: str) -> None:
    assert verified_apart(*LONG[world]) == []


@pytest.mark.long
@pytest.mark.parametrize("world", LONG)
def test_compare_answers_as_a_long_brute_force_does(world: str) -> None:
    assert compared_apart(*LONG[world]) == []


@pytest.mark.release
@pytest.mark.parametrize("world", RELEASE)
def test_verify_answers_as_brute_force_does_for_a_release(world: str) -> None:
    assert verified_apart(*RELEASE[world]) == []


@pytest.mark.release
@pytest.mark.parametrize("world", RELEASE)
def test_compare_answers_as_brute_force_does_for_a_release(world: str) -> None:
    assert compared_apart(*RELEASE[world]) == []
