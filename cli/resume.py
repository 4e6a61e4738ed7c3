"""``obligato resume``: what is left to do from a frontier, or why nothing can be."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import click

from .asking import asking
from .exits import DONE, NOT_DONE, NOTHING, UNDECIDED, USAGE
from .limits import Limits, limited

if TYPE_CHECKING:
    from ..checker.resume import Resumption
    from ..checker.trees import Finish, Step

EXITS = """\b
Exit  0  a continuation
      1  none with so many further calls
      2  a record cannot be read, or contradicts itself
      3  the question was not answered
      5  nothing is owed
"""


@click.command("resume", epilog=EXITS)
@click.argument("record", metavar="RECORD")
@click.option("--request", metavar="MODULE:NAME", help="What the record is of.")
@click.option(
    "--further",
    type=click.IntRange(0, 1000),
    default=40,
    show_default=True,
    help="How many further calls, at the most.",
)
@limited
@asking
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text")
def command(
    record: str,
    request: str | None,
    further: int,
    budget: int,
    memory: int,
    form: str,
    **how: Any,
) -> int:
    """Find a continuation of RECORD that meets Eq. 1, with the fewest calls.

    The work changes hands at the end of the record, unless it says where it did. An
    argument is a value known there or a column of an earlier answer. Where a read
    tells whether a call without an answer took effect, both answers are provided for.
    """
    from ..checker.apart import resumed_apart
    from ..checker.solver.ways import Way
    from .opinions import Opinions
    from .output import say
    from .report import assumed, dump
    from .sources import cases

    read = cases(record, request)
    if len(read) != 1:
        problem = f"{record} has {len(read)} records; name one, as {record}[0]"
        say(f"error: {problem}", err=True)
        return USAGE
    limits, case = Limits(budget, memory), read[0]
    if limits.asks_nothing():
        return UNDECIDED
    opinions = Opinions(**how, about=(f"at most {further} further calls",))
    with opinions.broken():
        way = opinions.way(Way(budget))
        made, asked = resumed_apart(case.request, case.record, further, way, memory)
        opinions.hear((f"what is left to do after {record}",), asked)
    code = exit_of(made)
    if form == "json":
        found = {"exit": code, "limits": limits.told(), **entry(made)}
        say(dump({**found, **opinions.data()}))
    else:
        beside = opinions.lines([made], "plans")
        say("\n".join((*told(made), *(f"  {line}" for line in beside))))
        say("\n".join((f"  {limits}", *assumed())))
    return code


def exit_of(made: "Resumption") -> int:
    """Return the code of what was found."""
    from ..checker.reasons import Nothing
    from ..checker.resume import Owed
    from ..checker.trees import Plan

    match made:
        case Plan():
            return DONE
        case Nothing():
            return NOT_DONE
        case Owed():
            return NOTHING
    return UNDECIDED


def told(made: "Resumption") -> Iterator[str]:
    """Tell what is left to do, or why nothing can be done."""
    from ..checker.reasons import Nothing
    from ..checker.resume import Owed
    from ..checker.trees import Plan
    from .output import wrapped

    match made:
        case Plan(tree, reach=reach, shortest=shortest):
            proved = "the fewest calls" if shortest else "fewer calls are not excluded"
            yield f"left to do, {proved}:"
            yield from steps(tree, "  ")
            yield from wrapped(f"reach: {reach}", "  ", "    ")
        case Owed():
            yield "nothing is owed"
        case Nothing(reach, clauses, smallest, repairs, after):
            where = f" once {after}" if after else ""
            fewest = ", and no fewer exclude each other" if smallest else ""
            yield f"no continuation{where}: these cannot all be met{fewest}"
            for clause in clauses:
                yield from wrapped(f"✗ {clause.conjunct}: {clause.name}", "  ", "    ")
            yield from (f"  · there would be one {repair}" for repair in repairs)
            yield from wrapped(f"reach: {reach}", "  ", "    ")
        case _:
            yield f"not answered: {made.reason}"


def steps(tree: "Step | Finish", indent: str) -> Iterator[str]:
    """Tell a tree, one call a line, a branch below each answer that it hangs on."""
    from ..checker.trees import Finish

    while not isinstance(tree, Finish):
        wait = f", not before {tree.not_before} ms" if tree.not_before else ""
        hoped = f" → {named(tree.expects)}" if tree.expects else ""
        yield f"{indent}{tree.number}. {tree.tool}({named(tree.args)}){hoped}{wait}"
        if tree.then[0][0]:
            for guard, rest in tree.then:
                yield f"{indent}   if {named(guard)}:"
                yield from steps(rest, indent + "      ")
            return
        tree = tree.then[0][1]
    yield f"{indent}claim({named(tree.slots)})"


def named(values: "Mapping[str, Any]") -> str:
    """Return values as a script writes them; a reference as the step it is from."""
    return ", ".join(f"{name}={value_of(value)}" for name, value in values.items())


def value_of(value: Any) -> str:
    """Return one value: a literal, or a column of an earlier answer."""
    from ..checker.trees import Reference

    if isinstance(value, Reference):
        return f"answer {value.step}.{value.column}"
    return f'"{value}"' if isinstance(value, str) else repr(value)


def entry(made: "Resumption") -> dict[str, Any]:
    """Return what was found as data."""
    from ..checker.reasons import Nothing
    from ..checker.resume import Owed
    from ..checker.trees import Plan

    match made:
        case Plan(tree, reach=reach, shortest=shortest):
            return {
                "found": "plan",
                "shortest": shortest,
                "reach": str(reach),
                "tree": node(tree),
            }
        case Owed():
            return {"found": "nothing owed"}
        case Nothing(reach, clauses, smallest, repairs, after):
            return {
                "found": "none within reach",
                "reach": str(reach),
                "smallest": smallest,
                "clauses": [f"{c.conjunct}: {c.name}" for c in clauses],
                "repairs": list(repairs),
                "after": after,
            }
    return {"found": "not answered", "reason": made.reason}


def node(tree: "Step | Finish") -> dict[str, Any]:
    """Return a tree as data; a reference is an object with a step and a column."""
    from ..checker.trees import Finish, Reference

    if isinstance(tree, Finish):
        return {"claim": dict(tree.slots)}
    args = {
        name: {"step": v.step, "column": v.column} if isinstance(v, Reference) else v
        for name, v in tree.args.items()
    }
    return {
        "step": tree.number,
        "tool": tree.tool,
        "args": args,
        "expects": dict(tree.expects),
        "not_before": tree.not_before,
        "then": [{"if": dict(guard), "do": node(rest)} for guard, rest in tree.then],
    }
