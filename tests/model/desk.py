"""A desk that refunds orders, and chat logs of its agent."""

import json
from typing import Any

from obligato.model.chat import read_chat
from obligato.model.record import Record
from obligato.spec import (
    Decimal,
    Flag,
    Int,
    Obligation,
    Request,
    Rows,
    Sort,
    Tool,
    World,
    bound,
    count,
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
