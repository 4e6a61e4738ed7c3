"""A record from a chat log: calls and receipts from messages and tool replies.

    read_chat(json.load(file), request, whole=arguments, say=say)

Only what the log shows is recorded. A reply is the receipt of its call; what the
assistant says about a call is no evidence of it, and is itself an event at most.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import attrs

from ..spec.drafts import fill
from ..spec.errors import CaseError, SpecError, UnknownNameError, shown
from ..spec.requests import Request, World
from ..spec.terms import Field
from ..spec.tools import Tool
from .chat_log import Attempt, Reply, Text, turns
from .chat_values import answer, arguments, identifier
from .record import Call, Receipt, Record
from .script import Globs, relation

PARTIES = {"assistant": "agent", "user": "user"}  # whose texts are events, and as whose


def says_error(text: str) -> bool:
    """Whether a reply says that its call failed: it starts with ``Error``."""
    return text.startswith("Error")


def read_chat(
    messages: object,
    request: Request | World,
    *,
    bound: Mapping[str, object] | None = None,
    given: Mapping[str, Iterable[Any] | Globs] | None = None,
    whole: Field | None = None,
    say: Tool | None = None,
    failed: Callable[[str], bool] = says_error,
    strict: bool = True,
) -> Record:
    """Return the record of a chat log, through the tools of a request or a world.

    `messages`: OpenAI chat messages, or an object that holds them as ``messages``
    or ``traj``; message ``i`` is at ``i`` ms. `bound`, `given`: as in `record`.
    `whole`: the column that takes a call's argument object itself, as canonical
    JSON text. `say`: a tool of one text column; what the assistant (``by="agent"``)
    and the user say are calls of it. `failed`: whether a reply says that its call
    failed. `strict`: refuse a call without a reply; else its outcome is unknown,
    and `unanswered` lists it.

    Raises: `CaseError`, naming the message, for what is no such log, and for calls
    and replies that do not fit the world.
    """
    world = request if isinstance(request, World) else request.world
    events: list[Call] = []
    ledger: list[Receipt] = []
    now = 0
    for turn in turns(messages):
        if isinstance(turn, Text):
            now = turn.message
            if say is not None and turn.role in PARTIES:
                events.append(_said(world, say, turn))
                ledger.append(Receipt(f"r{now}", f"m{now}", say.name, "ok"))
            continue
        now = turn.until
        events.append(_called(world, turn, whole))
        if turn.reply is not None:
            ledger.append(_replied(world, turn, turn.reply, failed))
        elif strict:
            raise CaseError(
                f"message {turn.message}",
                f"a call without a reply: {turn.tool}, id={shown(turn.id)}",
                "add the tool message that answers it, or read the log with "
                "strict=False: what came of the call is then unknown",
            )
    made = Record(tuple(events), tuple(ledger), now=now)
    if isinstance(request, World):
        if bound or given:
            raise SpecError("bound and given belong to a request; this is a world")
        return made
    related = {
        name: relation(request, name, told, made)
        for name, told in (given or {}).items()
    }
    roles = fill(bound or {}, request.binds, "role of binds")
    return attrs.evolve(made, bound=roles, given=related)


def unanswered(record: Record) -> tuple[Call, ...]:
    """Return the calls of ``record`` that no receipt speaks of, in order."""
    told = {receipt.call for receipt in record.ledger}
    return tuple(call for call in record.calls if call.id not in told)


def _said(world: World, say: Tool, turn: Text) -> Call:
    """Return the call of ``say`` that a text is."""
    if world.tool(say.name) != say or [c.sort.kind for c in say.takes] != ["entity"]:
        raise SpecError(
            f"say={say.name} must be a tool of the world that takes one column of text"
        )
    i, (column,) = turn.message, say.takes
    try:
        text = column.sort.read(turn.text)
    except SpecError as error:
        raise CaseError(f"message {i}", f"content: {error}") from None
    return Call(f"m{i}", say.name, {column.name: text}, i, i, PARTIES[turn.role])


def _called(world: World, turn: Attempt, whole: Field | None) -> Call:
    place = f"message {turn.message}, call {turn.nth} ({turn.tool})"
    try:
        tool = world.tool(identifier(turn.tool))
    except UnknownNameError as error:
        raise CaseError(place, str(error), "declare the tool in the world") from None
    args = arguments(tool, turn.args, None if whole is None else whole.column, place)
    event = f"m{turn.message}.{turn.nth}"
    return Call(event, tool.name, args, turn.message, turn.until)


def _replied(
    world: World, turn: Attempt, reply: Reply, failed: Callable[[str], bool]
) -> Receipt:
    tool = world.tool(identifier(turn.tool))
    return Receipt(
        f"r{reply.message}",
        f"m{turn.message}.{turn.nth}",
        tool.name,
        "failed" if failed(reply.text) else "ok",
        answer(tool, reply.text, f"message {reply.message}"),
        source=turn.id,
    )
