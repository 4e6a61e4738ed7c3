"""The step, folded over a history, gives what the formula of standing says."""

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from obligato.model import State, progress, reached, record, settle, step
from obligato.model.step import Identity
from obligato.spec import Effect, Obligation, Request, Sort, Tool, World, gap, some
from obligato.spec.drafts import Line
from obligato.spec.values import UNKNOWN
from tests.lab import ensure, lab, make, touch, undo

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


def test_a_step_leaves_the_state_before_it_as_it_was() -> None:
    tables = settle(lab.world, record(lab, make(item="i1", size=1).ok()))
    before = State()

    after = step(before, make, tables.calls["make"][0])

    assert (dict(before), dict(after)) == ({}, {("made", "i1"): 1})


def test_a_repeat_of_a_tool_that_repeats_the_same_makes_no_second_effect() -> None:
    tables = settle(
        lab.world, record(lab, ensure(item="i1").ok(), ensure(item="i1").ok())
    )

    assert dict(reached(tables)) == {("made", "i1"): 1}


def test_a_call_that_undoes_and_makes_an_effect_leaves_it_made() -> None:
    item = Sort("Item")("item")
    made = Effect("made", item)
    again = Tool("redo", takes=[item], makes=[made(item)], ends=[made(item)])
    world = World("redoing", tools=[again])
    request = Request("redo", world, owes=[Obligation("made", some(made.made()))])
    tables = settle(world, record(request, again(item="i").ok(), again(item="i").ok()))

    assert dict(reached(tables)) == {("made", "i"): 1}
    assert progress(tables) == ([("made", "i")], [])


def test_what_may_have_been_made_is_kept_apart_from_what_must() -> None:
    script = (make(item="i1", size=1).ok(), make(item="i2", size=1).lost())
    tables = settle(lab.world, record(lab, *script))

    kept, doubtful = progress(tables)

    assert kept == [("made", "i1")]
    assert doubtful == [("made", "i2")]


def test_what_surely_was_undone_or_never_made_is_not_kept() -> None:
    script = (
        make(item="i1", size=1).ok(),
        undo(item="i1").ok(),
        ensure(item="i2").failed(),
    )

    assert progress(settle(lab.world, record(lab, *script))) == ([], [])


def test_rows_that_an_answer_left_out_are_neither_made_nor_kept_for_sure() -> None:
    tables = settle(lab.world, record(lab, touch(item="i1").ok()))

    kept, doubtful = progress(tables)

    assert (dict(reached(tables)), kept) == ({}, [])
    assert [name for name, _ in doubtful] == ["changed"]


def test_what_the_log_may_have_missed_may_have_been_made() -> None:
    kept, doubtful = progress(settle(lab.world, record(lab, gap(make))))

    assert kept == []
    assert [name for name, _ in doubtful] == ["made"]


def test_an_undo_that_may_have_landed_leaves_the_effect_in_doubt() -> None:
    script = (make(item="i1", size=1).ok(), undo(item="i1").lost())

    kept, doubtful = progress(settle(lab.world, record(lab, *script)))

    assert (kept, doubtful) == ([], [("made", "i1")])


def test_an_effect_whose_arguments_never_came_may_be_any() -> None:
    tables = settle(lab.world, record(lab, touch(item="i1").lost()))

    kept, doubtful = progress(tables)
    names: list[Identity] = doubtful

    assert kept == []
    assert len(names) == 1
    assert names[0][1] is UNKNOWN
