"""A chat log is read as it is."""

from collections.abc import Callable

import pytest

from obligato.model import check
from obligato.model.chat import read_chat, unanswered
from obligato.model.chat_json import parse_log
from obligato.model.chat_world import infer_world
from obligato.spec import (
    Obligation,
    Request,
    Rule,
    every,
    some,
)
from tests.model.desk import (
    HI,
    REFUND,
    calls,
    desk,
    only_values,
    read,
    refund,
    reply,
    request,
    say,
)


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
        pytest.param(
            "refund", {}, {"cost": "12"}, {}, {}, id="an object that fills no number"
        ),
        pytest.param("save", {}, '"t7.pdf"', {}, {"file": "t7.pdf"}, id="a JSON text"),
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
    messages = [REFUND, reply("c1", "Error: 5"), REFUND, reply("c1", "no Error")]
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


def test_the_texts_of_one_message_are_one_text_and_no_text_is_none() -> None:
    parts = [{"type": "text", "text": t} for t in ("5", "", "back")]
    silent = {"role": "assistant", "content": ""}

    made = read({"role": "assistant", "content": parts}, silent, say=say)

    assert [(c.id, c.args["text"]) for c in made.calls] == [("m0", "5\nback")]


def test_an_argument_that_was_not_given_leaves_the_verdict_open() -> None:
    five = Request("five", desk, owes=[Obligation("five", some(refund.done(amount=5)))])
    made = read_chat([calls(("c1", "refund", {"order": "o1"})), reply("c1")], five)

    assert check(five, made).verdict.name == "not established"


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


def test_waiting_for_a_lost_reply_ends_with_the_replies_to_the_others() -> None:
    both = calls(("c1", "refund", {}), ("c2", "look", {}))

    made = read(both, reply("c2"), HI, strict=False)

    assert [(c.tool, c.end) for c in made.calls] == [("refund", 1), ("look", 1)]


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


def test_null_is_of_every_sort() -> None:
    first, then = ({"id": None, "on": None}, {"id": 2, "on": True})
    messages = [calls(("c1", "get", first)), reply("c1")]
    messages += [calls(("c2", "get", then)), reply("c2")]

    (tool,) = infer_world(messages).tools

    assert [c.sort.name for c in tool.takes] == ["Int", "Bool"]


def test_a_whole_number_stays_one() -> None:
    assert parse_log("[-7, 0, 12]") == [-7, 0, 12]


def test_numbers_with_a_point_are_decimal_text_and_strings_stay() -> None:
    source = '{"a": 1.50, "b": -2e3, "c": 7, "d": "1.5 \\" 2.5", "e": [0.1]}'

    assert parse_log(source) == {
        "a": "1.50",
        "b": "-2e3",
        "c": 7,
        "d": '1.5 " 2.5',
        "e": ["0.1"],
    }
