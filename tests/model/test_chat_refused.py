"""A chat log that is wrong is refused with the message that is wrong."""

import pytest

from obligato.model.chat import read_chat
from obligato.spec import (
    CaseError,
    SpecError,
    Tool,
)
from tests.model.desk import HI, REFUND, calls, desk, order, refund, reply, text

BARE = {"role": "assistant", "tool_calls": [{"function": {"name": "refund"}}]}


@pytest.mark.parametrize(
    ("messages", "words"),
    [
        pytest.param("hi", ["log", "'hi'", "list"], id="no list"),
        pytest.param({"text": []}, ["log", "messages, traj"], id="no messages in it"),
        pytest.param(
            {"messages": [], "traj": []},
            ["log", "2 lists", "one of"],
            id="messages twice",
        ),
        pytest.param([HI, 5], ["message 1", "5", "object"], id="no message"),
        pytest.param(
            [{"content": "x"}], ["message 0", "'x'", "no role", "user"], id="no role"
        ),
        pytest.param(
            [HI, {"role": "robot"}], ["message 1", "'robot'", "assistant"], id="role"
        ),
        pytest.param(
            [{"role": ["user"]}], ["message 0", "['user']"], id="a list for a role"
        ),
        pytest.param(
            [{"role": "user", "content": 5}], ["message 0", "5", "text"], id="content"
        ),
        pytest.param(
            [HI, {**REFUND, "role": "user"}], ["message 1", "'user'"], id="user calls"
        ),
        pytest.param(
            [{"role": "assistant", "tool_calls": "x"}],
            ["message 0", "'x'", "list"],
            id="calls no list",
        ),
        pytest.param([BARE], ["message 0, call 1", "arguments"], id="a bare call"),
        pytest.param(
            [HI, calls(("c1", "repay", {}))],
            ["message 1", "'repay'", "refund", "save"],
            id="unknown tool",
        ),
        pytest.param(
            [HI, REFUND, HI],
            ["message 1", "without a reply", "'c1'", "strict=False"],
            id="no reply",
        ),
        pytest.param(
            [HI, reply("c9")],
            ["message 1", "without a call", "'c9'", "none"],
            id="no call",
        ),
        pytest.param(
            [reply("c1"), REFUND], ["message 0", "without a call"], id="reply first"
        ),
        pytest.param(
            [REFUND, {"role": "tool", "content": "done"}],
            ["message 1", "tool_call_id=None"],
            id="reply to nothing",
        ),
        pytest.param(
            [REFUND, reply("c1"), reply("c1")],
            ["message 2", "second reply", "'c1'", "message 1"],
            id="two replies",
        ),
        pytest.param(
            [REFUND, {**reply("c1"), "name": "look"}],
            ["message 1", "'look'", "refund"],
            id="reply of another tool",
        ),
        pytest.param(
            [REFUND, REFUND, reply("c1")],
            ["message 1", "'c1'", "message 0"],
            id="an id twice at once",
        ),
        *(
            pytest.param(
                [calls(("c1", "refund", given)), reply("c1")],
                ["message 0, call 1 (refund)", *words],
                id=name,
            )
            for name, given, words in [
                ("no JSON", '{"order":', ['{"order":', "JSON"]),
                ("empty", "", ["arguments=''", "JSON"]),
                ("no object", "[1]", ["[1]", "object"]),
                ("NaN", '{"amount": NaN}', ["NaN"]),
                ("a float", '{"amount": 1.5}', ["1.5", "integer"]),
                ("a key twice", '{"order": "a", "order": "b"}', ["order"]),
                ("deep", "[" * 100_000, ["deep"]),
                ("long", '{"amount": ' + "9" * 5000 + "}", ["2**53"]),
                ("surrogate", '{"order": "\\ud800"}', ["surrogate"]),
                ("text for a number", '{"amount": "5"}', ["'5'", "integer"]),
            ]
        ),
        pytest.param(
            [calls(("c1", "look", {})), reply("c1", {"found": "yes"})],
            ["message 1", "'yes'", "found"],
            id="a reply that does not fit",
        ),
    ],
)
def test_a_wrong_log_is_refused_with_its_message(
    messages: object, words: list[str]
) -> None:
    with pytest.raises(CaseError) as raised:
        read_chat(messages, desk)
    said = str(raised.value)

    assert [word for word in words if word not in said] == []
    assert len(said) < 500


@pytest.mark.parametrize(
    "tool",
    [refund, Tool("say", [text, order]), Tool("say", [order])],
    ids=["two", "another", "another of one"],
)
def test_a_tool_that_says_takes_one_text(tool: Tool) -> None:
    with pytest.raises(SpecError, match="one column of text"):
        read_chat([HI], desk, say=tool)


def test_a_world_binds_no_role() -> None:
    with pytest.raises(SpecError, match="belong to a request"):
        read_chat([], desk, bound={"order": "o1"})
