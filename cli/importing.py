"""``obligato import``: a record from a log, and what was read of it."""

import keyword
from collections import Counter
from typing import TYPE_CHECKING

import click

from .exits import DONE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..model.record import Record
    from ..spec.requests import Request, World


@click.group("import")
def command() -> None:
    """Turn a log into a record."""


@command.command("chat")
@click.argument("file")
@click.option("--request", metavar="MODULE:NAME", help="What was asked.")
@click.option("--bound", metavar="ROLE=VALUE", multiple=True, help="What a role is.")
@click.option(
    "--adapter", metavar="MODULE:NAME", help="A function: log to (Request, Record)."
)
@click.option("--out", metavar="FILE", help="Where the case goes; else it is printed.")
@click.option("--title", default="", help="The title of the case; else the file.")
@click.option(
    "--unanswered", is_flag=True, help="Calls without a reply have unknown outcomes."
)
def chat(
    file: str,
    request: str | None,
    bound: tuple[str, ...],
    adapter: str | None,
    out: str | None,
    title: str,
    unanswered: bool,
) -> int:
    """Read OpenAI-style chat messages with their tool calls and replies.

    With --request the case is written: the request, and the record that the log
    shows. With --adapter a function of yours returns both, given the parsed log.
    With neither, the tools that the log calls are printed, as a world to begin with
    in Python.
    """
    from ..model.chat_json import parse_log
    from ..model.chat_world import infer_world
    from ..model.document import Case, dump
    from ..spec.errors import SpecError
    from .output import say
    from .sources import read, request_of

    messages = parse_log(read(file), file)
    if adapter is not None and (request is not None or bound or unanswered):
        raise SpecError("--adapter says all that --request, --bound, --unanswered do")
    if adapter is not None:
        asked, made = adapted(adapter, messages)
    elif request is None:
        if out or bound:
            raise SpecError("--out and --bound need --request: a case is of a request")
        world = infer_world(messages)
        made = read_log(messages, world, unanswered)
        say("\n".join(read_of(messages, made)), err=True)
        say("\n".join(declared(world)))
        return DONE
    else:
        asked = request_of(request)
        roles = dict(role_of(asked, text) for text in bound)
        made = read_log(messages, asked, unanswered, roles)
    document = dump(Case(asked, made, title=title or file), indent=2)
    if out is None:
        say(document.rstrip("\n"))
    else:
        write(out, document)
    say("\n".join(read_of(messages, made)), err=True)
    return DONE


def adapted(adapter: str, messages: object) -> "tuple[Request, Record]":
    """Return what a function of the user's makes of a log."""
    from ..model.record import Record
    from ..spec.errors import ObligatoError, SpecError, a_kind, shown
    from ..spec.requests import Request
    from .sources import named

    function = named(adapter)
    if not callable(function):
        raise SpecError(f"{adapter} is {a_kind(function)}, not a function")
    try:
        made = function(messages)
    except ObligatoError:
        raise
    except (Exception, SystemExit) as error:
        problem = f"{type(error).__name__}: {error}"
        raise SpecError(f"{adapter} cannot read this log: {problem}") from error
    match made:
        case (Request() as request, Record() as record):
            return request, record
    raise SpecError(f"{adapter} returned {shown(made, 40)}, not (Request, Record)")


def read_log(
    messages: object,
    request: "Request | World",
    unanswered: bool,
    bound: "Mapping[str, object] | None" = None,
) -> "Record":
    """Return the record of a log, or say which option reads one that was cut off."""
    from ..model.chat import read_chat
    from ..spec.errors import CaseError

    try:
        return read_chat(messages, request, bound=bound, strict=not unanswered)
    except CaseError as error:
        if not error.problem.startswith("a call without a reply"):
            raise
        wanted = "add the tool message that answers it, or say --unanswered"
        raise CaseError(error.place, error.problem, wanted) from None


def read_of(log: object, record: "Record") -> list[str]:
    """Return what was read, in a few lines."""
    from ..model.chat import unanswered
    from .output import wrapped

    calls = Counter(call.tool for call in record.calls)
    failed = [r.call for r in record.ledger if r.status == "failed"]
    lost = [f"{call.tool} {call.id}" for call in unanswered(record)]
    told = [
        f"read: {_messages(log)}calls {calls.total()}, "
        f"replies {len(record.ledger)}, of which errors {len(failed)}",
    ]
    if calls:
        named = ", ".join(f"{tool} {n}" for tool, n in calls.most_common())
        told.append(f"calls: {named}")
    if lost:
        told.append(f"without a reply, so of unknown outcome: {', '.join(lost)}")
    told.append("not read: what messages say of calls, which is no evidence of them")
    return [line for text in told for line in wrapped(text, "", "  ")]


def _messages(log: object) -> str:
    """Return how many messages a log has; an adapter may read what is no chat."""
    from ..model.chat_log import messages_of
    from ..spec.errors import CaseError

    try:
        return f"messages {len(messages_of(log))}, "
    except CaseError:
        return ""


def declared(world: "World") -> list[str]:
    """Return a world in Python, for a person to say what its tools bring about."""
    sorts = sorted({c.sort.name for t in world.tools for c in t.columns} - BUILT_IN)
    lines = [
        "from obligato.spec import Bool, Int, Sort, Tool, World",
        "",
        *(f'{name} = Sort("{name}")' for name in sorts),
        "",
    ]
    for tool in world.tools:
        takes = ", ".join(f'{c.sort.name}("{c.name}")' for c in tool.takes)
        returns = ", ".join(f'{c.sort.name}("{c.name}")' for c in tool.returns)
        lines += [
            f"{_variable(tool.name)} = Tool(",
            f'    "{tool.name}",',
            f"    takes=[{takes}],",
            f"    returns=[{returns}],",
            ")  # makes=[…] where it writes; fails='clean' if failed means nothing",
        ]
    tools = ", ".join(_variable(tool.name) for tool in world.tools)
    return [*lines, "", f'world = World("{world.name}", tools=[{tools}])']


BUILT_IN = frozenset({"Bool", "Int"})
TAKEN = frozenset({*BUILT_IN, "Json", "Sort", "Text", "Tool", "World", "world"})


def _variable(name: str) -> str:
    """Return a name for a tool that the module has for nothing else."""
    taken = keyword.iskeyword(name) or name in TAKEN
    return f"{name}_" if taken else name


def role_of(request: "Request", text: str) -> "tuple[str, object]":
    """Return the role and the value that ``ROLE=VALUE`` says."""
    from ..spec.errors import SpecError, shown
    from ..spec.sorts import find

    name, equals, told = text.partition("=")
    if not equals:
        raise SpecError(f"--bound {shown(text)} must be ROLE=VALUE")
    kind = find(name, request.binds, "role of binds").sort.kind
    if kind in ("Int", "Time") and told.lstrip("-").isdecimal() and len(told) < 20:
        return name, int(told)
    if kind == "Bool" and told in ("true", "false"):
        return name, told == "true"
    return name, told


def write(path: str, text: str) -> None:
    """Write a file, or say why it cannot be written."""
    from ..spec.errors import CaseError

    try:
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        problem = error.strerror or type(error).__name__
        raise CaseError(path, f"cannot be written: {problem}") from None
