"""A chat log as turns: texts that were said, tool calls with the replies they got.

Messages are those of the OpenAI chat format, numbered from 0 as in the file. A log
without times gets one instant a message: message ``i`` is at ``i`` ms.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeAlias

import attrs

from ..spec.errors import CaseError, shown
from .loader import parse

ROLES = ("assistant", "developer", "system", "tool", "user")
HOLDERS = ("messages", "traj")  # where an object that holds a log keeps it


@attrs.frozen
class Text:
    """What somebody said in message `message`: `role` is that of the message."""

    message: int
    role: str
    text: str


@attrs.frozen
class Reply:
    """What a tool replied, in message `message`."""

    message: int
    text: str


@attrs.frozen(eq=False)
class Attempt:
    """A tool call: the `nth` of its message, counted from 1.

    `id` is the log's own, which a log may use again once the call has its reply.
    `until` is the message with which waiting ended: the reply's, or without one the
    last before the conversation went on.
    """

    message: int
    nth: int
    id: str
    tool: str
    args: Mapping[str, Any]
    until: int
    reply: Reply | None = None


Turn: TypeAlias = Text | Attempt


def turns(log: object) -> tuple[Turn, ...]:
    """Return the turns of a log in order.

    Raises: `CaseError`, which names the message, for whatever is no such log, a
    reply without a call, and a second reply to one call.
    """
    messages = messages_of(log)
    found: list[Turn] = []
    last: dict[str, Attempt] = {}  # the last call of each id
    replies: dict[Attempt, Reply] = {}
    for i, message in enumerate(messages):
        role, text = _role(message, i), _text(message, i)
        if role == "tool":
            replies[_answered(message, i, last, replies)] = Reply(i, text)
            continue
        if text:
            found.append(Text(i, role, text))
        for nth, call in enumerate(_calls(message, role, i), 1):
            made = _attempt(call, i, nth, _waiting_ended(messages, i))
            earlier = last.get(made.id)
            if earlier is not None and earlier not in replies:
                raise CaseError(
                    _place(i),
                    f"call id={shown(made.id)} is that of a call of message "
                    f"{earlier.message} which has no reply yet",
                    "give each call that waits for a reply an id of its own",
                )
            last[made.id] = made
            found.append(made)
    return tuple(
        attrs.evolve(turn, until=replies[turn].message, reply=replies[turn])
        if isinstance(turn, Attempt) and turn in replies
        else turn
        for turn in found
    )


def _place(i: int) -> str:
    return f"message {i}"


def messages_of(log: object) -> tuple[Mapping[str, Any], ...]:
    """Return the messages of a log, or raise `CaseError` for what is no such log."""
    return tuple(_messages(log))


def _messages(log: object) -> Iterator[Mapping[str, Any]]:
    found = log
    if isinstance(log, Mapping):
        holders = [name for name in HOLDERS if name in log]
        if len(holders) != 1:
            raise CaseError(
                "log",
                f"value={shown(dict(log))} has {len(holders)} lists of messages",
                f"hand over the list, or an object with one of {', '.join(HOLDERS)}",
            )
        found = log[holders[0]]
    if not isinstance(found, list | tuple):
        raise CaseError(
            "log",
            f"value={shown(found)} is no list of messages",
            'a log is a list of objects, as [{"role": "user", "content": "…"}]',
        )
    for i, message in enumerate(found):
        if not isinstance(message, Mapping):
            raise CaseError(
                _place(i),
                f"value={shown(message)} is no message",
                'a message is an object, as {"role": "user", "content": "…"}',
            )
        yield message


def _role(message: Mapping[str, Any], i: int) -> str:
    wanted = f"the roles are {', '.join(ROLES)}"
    if "role" not in message:
        raise CaseError(_place(i), f"value={shown(dict(message))} has no role", wanted)
    if message["role"] not in ROLES:
        raise CaseError(
            _place(i), f"role={shown(message['role'])} is not known", wanted
        )
    return str(message["role"])


def _text(message: Mapping[str, Any], i: int) -> str:
    """Return the content as text; of parts, those that are text."""
    match message.get("content"):
        case None:
            return ""
        case str(text):
            return text
        case list(parts) if all(isinstance(part, Mapping) for part in parts):
            texts = [part.get("text", "") for part in parts]
            if all(isinstance(text, str) for text in texts):
                return "\n".join(filter(None, texts))
    raise CaseError(
        _place(i),
        f"content={shown(message['content'])} is no text",
        "content is text, null, or a list of parts with text",
    )


def _calls(message: Mapping[str, Any], role: str, i: int) -> Iterable[object]:
    calls = message.get("tool_calls")
    if calls is None:
        return ()
    if not isinstance(calls, list):
        raise CaseError(
            _place(i), f"tool_calls={shown(calls)} is no list", "write [{…}], or null"
        )
    if calls and role != "assistant":
        raise CaseError(
            _place(i), f"role={shown(role)} has tool_calls", "only the assistant calls"
        )
    return calls


def _attempt(call: object, i: int, nth: int, until: int) -> Attempt:
    match call:
        case {"id": str(name), "function": {"name": str(tool), "arguments": given}}:
            place = f"{_place(i)}, call {nth} ({tool})"
            return Attempt(i, nth, name, tool, _arguments(given, place), until)
    raise CaseError(
        f"{_place(i)}, call {nth}",
        f"value={shown(call)} is no tool call",
        'write {"id": "…", "function": {"name": "…", "arguments": "{…}"}}',
    )


def _arguments(given: object, place: str) -> Mapping[str, Any]:
    """Return the argument object; some logs hold it parsed, most as JSON text."""
    found = given
    if isinstance(given, str):
        try:
            found = parse(given, place)
        except CaseError as error:
            raise CaseError(
                place, f"arguments={shown(given)}: {error.problem}", error.wanted
            ) from None
    if not isinstance(found, Mapping):
        raise CaseError(
            place,
            f"arguments={shown(given)} is no JSON object",
            'write {"name": value, …}, or {} for none',
        )
    return found


def _answered(
    message: Mapping[str, Any],
    i: int,
    last: Mapping[str, Attempt],
    replies: Mapping[Attempt, Reply],
) -> Attempt:
    """Return the call that a reply answers."""
    name = message.get("tool_call_id")
    if not isinstance(name, str):
        raise CaseError(
            _place(i),
            f"tool_call_id={shown(name)} is no call id",
            "a reply names the call that it answers",
        )
    if name not in last:
        waiting = [call.id for call in last.values() if call not in replies]
        raise CaseError(
            _place(i),
            f"a reply without a call: tool_call_id={shown(name)} is no call before it",
            f"calls that wait for a reply: {', '.join(waiting) or 'none'}",
        )
    call = last[name]
    if call in replies:
        raise CaseError(
            _place(i),
            f"a second reply to one call: tool_call_id={shown(name)} was answered by "
            f"message {replies[call].message}",
            "a call has one reply",
        )
    if message.get("name", call.tool) != call.tool:
        raise CaseError(
            _place(i),
            f"name={shown(message['name'])}, but {shown(name)} calls {call.tool}",
            "a reply names the tool of its call, or none",
        )
    return call


def _waiting_ended(messages: tuple[Mapping[str, Any], ...], i: int) -> int:
    """Return the last of the tool messages that follow message ``i`` at once."""
    end = i
    while end + 1 < len(messages) and messages[end + 1].get("role") == "tool":
        end += 1
    return end
