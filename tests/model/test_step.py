"""The step, folded over a history, gives what the formula of standing says."""

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from obligato.model import progress, reached, record, settle
from obligato.model.step import Identity
from obligato.spec.drafts import Line
from obligato.spec.values import UNKNOWN
from tests.lab import lab, make, touch, undo

lines = st.lists(
    st.one_of(
        st.sampled_from(["i1", "i2"]).map(lambda n: make(item=n, size=1).ok()),
        st.sampled_from(["i1", "i2"]).map(lambda n: undo(item=n).ok()),
        st.sampled_from(["i1", "i2"]).map(lambda n: make(item=n, size=1).lost()),
        st.lists(st.sampled_from(["d1", "d2"]), max_size=2).map(
            lambda ds: touch(item="i1").ok(touched=ds)
        ),
    ),
    max_size=6,
)


@settings(max_examples=80, deadline=None, derandomize=True, database=None)
@given(lines)
def test_the_fold_of_the_step_is_what_must_stand(script: list[Line]) -> None:
    tables = settle(lab.world, record(lab, *script))

    kept, _ = progress(tables)

    assert dict(reached(tables)) == dict(Counter(kept))


def test_a_repeat_of_a_tool_that_repeats_the_same_makes_no_second_effect() -> None:
    from tests.lab import ensure

    tables = settle(
        lab.world, record(lab, ensure(item="i1").ok(), ensure(item="i1").ok())
    )

    assert dict(reached(tables)) == {("made", "i1"): 1}


def test_what_may_have_been_made_is_kept_apart_from_what_must() -> None:
    script = (make(item="i1", size=1).ok(), make(item="i2", size=1).lost())
    tables = settle(lab.world, record(lab, *script))

    kept, doubtful = progress(tables)

    assert kept == [("made", "i1")]
    assert doubtful == [("made", "i2")]


def test_an_effect_whose_arguments_never_came_may_be_any() -> None:
    tables = settle(lab.world, record(lab, touch(item="i1").lost()))

    kept, doubtful = progress(tables)
    names: list[Identity] = doubtful

    assert kept == []
    assert len(names) == 1
    assert names[0][1] is UNKNOWN
