"""Replay against a second implementation, on drawn transforms and citations."""

from hypothesis import given, settings
from hypothesis import strategies as st

from obligato.model.finish import Claim, Operand, Transform
from obligato.model.finish.replay import replay
from obligato.model.finish.transforms import NAMES
from tests import second
from tests.model.finish.test_replay import LEDGER, of

OPERANDS = st.builds(
    of,
    st.sampled_from(["price", "number"]),
    key=st.sampled_from(["", "title", "line"]),
    where=st.sampled_from([{}, {"title": "ink"}, {"title": "cup"}]),
    fold=st.sampled_from(["total", "mean", "count", "least", "most", "identity"]),
)


@settings(max_examples=200, deadline=None)
@given(
    st.sampled_from(NAMES),
    OPERANDS,
    OPERANDS,
    st.sampled_from([-2, -1, 1, 2, 3]),
    st.booleans(),
    st.sampled_from([None, None, 0, 1]),
    st.sampled_from(list(second.subsets(["r1", "r2", "r3", "r1"]))),
)
def test_replay_is_what_a_second_implementation_gives(
    name: str,
    one: Operand,
    two: Operand,
    k: int,
    ordered: bool,
    places: int | None,
    ids: tuple[str, ...],
) -> None:
    pair = name in ("difference", "ratio", "compare", "union", "common", "without")
    number = name in ("total", "mean", "count", "least", "most", "difference", "ratio")
    transform = Transform(
        name,
        one,
        two if pair or name == "joined" else None,
        k if name == "first" else 0,
        ordered and name == "first",
        places if number else None,
    )
    claim = Claim("it", None, transform, ids, ("r3", "r1"))
    found = replay(transform, LEDGER, claim.evidence, claim.against)
    try:
        wanted = second.replay(transform, LEDGER, claim)
    except second.Nothing as none:
        assert found.tied == none.tie
        assert none.tie or found.value is None
        return

    assert second.exact(found.value) == second.exact(wanted)
