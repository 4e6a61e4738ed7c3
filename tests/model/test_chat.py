"""A chat log is read as it is, or refused with the message that is wrong."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from obligato.model import check
from obligato.model.chat import read_chat, unanswered
from obligato.model.chat_json import parse_log
from obligato.model.chat_world import infer_world
from obligato.model.record import Record
from obligato.spec import (
    CaseError,
    Decimal,
    Flag,
    Int,
    Obligation,
    Request,
    Rows,
    Rule,
    Sort,
    SpecError,
    Tool,
    World,
    bound,
    count,
    every,
    some,
)

Text, Json = Sort("Text"), Sort("Json")
order, amount, note = Text("order"), Int("amount"), Json("note")
arguments, text = Json("arguments"), Text("text")
price, found = Decimal(2)("price"), Flag("found")
lines = Rows("lines", Text("line"), Int("number"))

refund = Tool("refund", [order, amount], [price], fails="clean")
look = Tool("look", [order], [found, lines], fails="clean")
save = Tool("save", [note], [Text("file")])
log = Tool("log", [arguments])
plan = Tool("plan", [Text("start_")])
say = Tool("say", [text])
desk = World("desk", tools=[refund, look, save, log, plan, say])
refunded = Obligation("refunded", count(refund.done(order=bound(order))) == 1)
request = Request("refund once", desk, binds=[order], owes=[refunded])

Message = dict[str, Any]
HI: Message = {"role": "user", "content": "Hi"}


def calls(*made: tuple[str, str, object]) -> Message:
    """Return the message that makes these calls: id, tool, arguments."""
    return {
        "role": "assistant",
        "content": None,
        "tool_calls": [
            {
                "id": name,
                "type": "function",
                "function": {
                    "name": tool,
                    "arguments": given if isinstance(given, str) else json.dumps(given),
                },
            }
            for name, tool, given in made
        ],
    }


def reply(name: str, content: object = "done") -> Message:
    """Return the tool message that answers call ``name``."""
    given = content if isinstance(content, str) else json.dumps(content)
    return {"role": "tool", "tool_call_id": name, "content": given}


REFUND = calls(("c1", "refund", {"order": "o1", "amount": 5}))


def read(*messages: object, **options: Any) -> Record:
    return read_chat(list(messages), desk, **options)


def only_values(tool: str, given: object, answered: object) -> tuple[Any, Any]:
    """Return what one call takes and what its reply tells."""
    made = read(calls(("c1", tool, given)), reply("c1", answered), whole=arguments)
    return next(made.calls).args, made.ledger[0].values


# ---- what is read ------------------------------------------------------------------
@pytest.mark.parametrize("holder", [None, "messages", "traj"])
def test_the_messages_come_alone_or_in_an_object(holder: str | None) -> None:
    messages = [HI, REFUND, reply("c1")]
    handed = messages if holder is None else {holder: messages, "model": "m"}

    assert [c.tool for c in read_chat(handed, request).calls] == ["refund"]


def test_a_message_is_an_instant_and_a_reply_ends_its_call() -> None:
    both = calls(("a", "look", {"order": "x"}), ("b", "look", {"order": "y"}))

    made = read(HI, both, reply("b"), reply("a"), HI)

    assert [(c.id, c.start, c.end) for c in made.calls] == [
        ("m1.1", 1, 3),
        ("m1.2", 1, 2),
    ]
    assert [(r.id, r.call, r.source) for r in made.ledger] == [
        ("r3", "m1.1", "a"),
        ("r2", "m1.2", "b"),
    ]
    assert made.now == 4


@pytest.mark.parametrize(
    ("tool", "given", "answered", "taken", "told"),
    [
        pytest.param(
            "refund",
            {"amount": 5, "order": "o1", "why": "late"},
            {"price": "12.50", "fee": 1},
            {"order": "o1", "amount": 5},
            {"price": 1250},
            id="names",
        ),
        pytest.param(
            "refund",
            {"order": "o1", "amount": None},
            '{"price": 12.5, "tax": 1e-3}',
            {"order": "o1"},
            {"price": 1250},
            id="null stays unknown, a price keeps its decimals",
        ),
        pytest.param(
            "look",
            {"order": 7},
            {"found": True, "lines": [{"line": "a", "number": 1, "x": []}]},
            {"order": "7"},
            {"found": True, "lines": ({"line": "a", "number": 1},)},
            id="a number where text is wanted, and rows",
        ),
        pytest.param(
            "save",
            {"note": {"b": [1, {}], "a": "ü"}},
            "t7.pdf",
            {"note": '{"a":"ü","b":[1,{}]}'},
            {"file": "t7.pdf"},
            id="nested is canonical, plain words are the only text",
        ),
        pytest.param(
            "save",
            {},
            {"other": 1},
            {},
            {"file": '{"other": 1}'},
            id="an object that fills no column is the only text",
        ),
        pytest.param(
            "log",
            {"b": 1, "a": "x"},
            "",
            {"arguments": '{"a":"x","b":1}'},
            {},
            id="the whole",
        ),
        pytest.param(
            "plan", {"start": "9"}, "", {"start_": "9"}, {}, id="a reserved name"
        ),
        pytest.param(
            "refund", {"order": "o"}, "12 euros", {"order": "o"}, {}, id="words"
        ),
    ],
)
def test_values_fill_the_columns_of_their_names(
    tool: str, given: object, answered: object, taken: object, told: object
) -> None:
    assert only_values(tool, given, answered) == (taken, told)


def test_arguments_may_be_handed_over_parsed() -> None:
    message = calls(("c1", "refund", ""))
    message["tool_calls"][0]["function"]["arguments"] = {"order": "o1"}

    assert next(read(message, reply("c1")).calls).args == {"order": "o1"}


@pytest.mark.parametrize(
    ("failed", "statuses"),
    [
        pytest.param(None, ["failed", "ok"], id="Error"),
        pytest.param(lambda t: "no" in t, ["ok", "failed"], id="the caller's"),
    ],
)
def test_a_reply_says_whether_its_call_failed(
    failed: Callable[[str], bool] | None, statuses: list[str]
) -> None:
    messages = [REFUND, reply("c1", "Error: 5"), REFUND, reply("c1", "no")]
    made = read(*messages, **({"failed": failed} if failed else {}))

    assert [r.status for r in made.ledger] == statuses


def test_an_id_may_be_used_again_once_its_call_has_a_reply() -> None:
    made = read(REFUND, reply("c1", "Error: busy"), REFUND, reply("c1"))

    assert [(r.call, r.status) for r in made.ledger] == [
        ("m0.1", "failed"),
        ("m2.1", "ok"),
    ]


def test_texts_are_calls_of_the_tool_that_says() -> None:
    parts = {"role": "assistant", "content": [{"type": "text", "text": "5 back"}]}
    system = {"role": "system", "content": "Be kind"}

    made = read(system, HI, parts, say=say)

    assert [(c.id, c.by, c.args["text"]) for c in made.calls] == [
        ("m1", "user", "Hi"),
        ("m2", "agent", "5 back"),
    ]
    assert [r.status for r in made.ledger] == ["ok", "ok"]


def test_an_argument_that_was_not_given_leaves_the_verdict_open() -> None:
    five = Request("five", desk, owes=[Obligation("five", some(refund.done(amount=5)))])
    made = read_chat([calls(("c1", "refund", {"order": "o1"})), reply("c1")], five)

    assert check(five, made).verdict.name == "not established"


# ---- a call without a reply ----------------------------------------------------------
def test_a_call_without_a_reply_is_unknown_where_that_is_allowed() -> None:
    made = read_chat([REFUND, HI], request, bound={"order": "o1"}, strict=False)

    assert [call.id for call in unanswered(made)] == ["m0.1"]
    assert check(request, made).verdict.name == "not established"


def test_waiting_ends_before_the_conversation_goes_on() -> None:
    careful = Rule(
        "no blind retry",
        every(~some(refund.tried().after(a)) for a in refund.unclear()),
    )
    asked = Request("refund carefully", desk, keeps=[careful])
    made = read_chat([REFUND, calls(("c2", "refund", {}))], asked, strict=False)

    assert check(asked, made).verdict.name == "refuted"


# ---- what is refused -----------------------------------------------------------------
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
    "tool", [refund, Tool("say", [text, order])], ids=["two", "another"]
)
def test_a_tool_that_says_takes_one_text(tool: Tool) -> None:
    with pytest.raises(SpecError, match="one column of text"):
        read_chat([HI], desk, say=tool)


def test_a_world_binds_no_role() -> None:
    with pytest.raises(SpecError, match="belong to a request"):
        read_chat([], desk, bound={"order": "o1"})


# ---- without a world -----------------------------------------------------------------
def test_a_world_is_inferred_from_the_calls() -> None:
    messages = [
        calls(("c1", "get-order", {"id": 1, "start": "x", "deep": [1], "on": True})),
        reply("c1", {"total": 5}),
        calls(("c2", "get-order", {"id": 2, "reply": None})),
        reply("c2", "gone"),
    ]

    world = infer_world(messages)
    made = read_chat(messages, world)

    (tool,) = world.tools
    assert [(c.name, c.sort.name) for c in tool.takes] == [
        ("id", "Int"),
        ("start_", "Text"),
        ("deep", "Json"),
        ("on", "Bool"),
        ("reply", "Json"),
    ]
    assert [dict(c.args) for c in made.calls] == [
        {"id": 1, "start_": "x", "deep": "[1]", "on": True},
        {"id": 2},
    ]
    assert [r.values for r in made.ledger] == [
        {"reply_": '{"total": 5}'},
        {"reply_": "gone"},
    ]


def test_numbers_with_a_point_are_decimal_text_and_strings_stay() -> None:
    source = '{"a": 1.50, "b": -2e3, "c": 7, "d": "1.5 \\" 2.5", "e": [0.1]}'

    assert parse_log(source) == {
        "a": "1.50",
        "b": "-2e3",
        "c": 7,
        "d": '1.5 " 2.5',
        "e": ["0.1"],
    }
