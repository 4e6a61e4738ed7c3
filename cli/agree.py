"""``obligato agree``: whether the readings of a formula agree, and notice bugs."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from .exits import DONE, NOT_DONE, NOTHING, UNDECIDED

if TYPE_CHECKING:
    from ..properties.noticing import Noticed
    from ..properties.tally import Agreement, Disagreement
    from ..spec.requests import Request

INTERRUPTED = 130
EXITS = """\b
Exit  0    something was compared, and nothing differs; with --planted, every
           bug is noticed
      1    something differs: a fault of obligato; with --planted, a bug is
           not noticed
      2    usage, or what was named cannot be read
      3    the solver had no part in what was compared
      5    nothing was compared
      130  interrupted: what was found until then is printed
"""


@click.command("agree", epilog=EXITS)
@click.argument("sources", metavar="[MODULE[:NAME]]...", nargs=-1)
@click.option(
    "--cases", metavar="N", type=click.IntRange(1), help="How many; without it, few."
)
@click.option("--seed", metavar="N", type=int, default=0, help="Which ones.")
@click.option("--planted", is_flag=True, help="Plant bugs, to see them noticed.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text")
def command(
    sources: tuple[str, ...], cases: int | None, seed: int, planted: bool, form: str
) -> int:
    """Compare the readings of formulas, over the requests of modules.

    A case is a formula and a record: drawn, chosen by the solver, or the request's
    own. Truth is held to verdicts stated by hand, the other readings to Truth.
    Without a module, two small worlds that ship with obligato are used. The same
    seed gives the same cases.
    """
    if planted:
        if sources:
            raise click.UsageError("--planted uses the worlds that ship: no MODULE")
        return _planted(cases, seed, form)
    return _compared(sources, cases, seed, form)


def _compared(sources: tuple[str, ...], cases: int | None, seed: int, form: str) -> int:
    from ..properties.agreement import CASES, Agreeing
    from ..properties.worlds import SHIPPED
    from .interrupts import until_interrupted
    from .output import progress, say
    from .report import dump

    asked = [r for source in sources for r in requests(source)] if sources else SHIPPED
    budget = cases or CASES
    running = Agreeing(asked, budget, seed)
    made = progress(running.rounds(), lambda n: f"{n} of {budget} cases")
    for _ in until_interrupted(made):
        pass
    found = running.result(running.tally.cases >= budget or not asked)
    code = exit_of(found)
    if form == "json":
        say(dump({"exit": code, **document(found)}))
    else:
        say("\n".join(told(found)))
    return code


def requests(source: str) -> list["Request"]:
    """Return the requests of a module, or the one that is named."""
    from .sources import OBJECT, duties, request_of

    if OBJECT.match(source):
        return [request_of(source)]
    return list({id(r): r for r, _ in duties(source)}.values())


def exit_of(found: "Agreement") -> int:
    """Return the code of a comparison."""
    if found.disagreements:
        return NOT_DONE
    if not found.finished:
        return INTERRUPTED
    if not found.comparisons:
        return NOTHING
    return DONE if found.symbolic else UNDECIDED


def told(found: "Agreement") -> Iterator[str]:
    """Tell what was compared, and the smallest case of each reading that differs."""
    from .output import wrapped

    yield f"{'reading':<10} {'comparisons':>12} {'differ':>8} {'did not fit':>12}"
    for c in found.counts:
        row = f"{c.reading:<10} {c.comparisons:>12} {c.disagreements:>8} {c.unfit:>12}"
        yield row
    ended = "" if found.finished else ", interrupted"
    yield from wrapped(
        f"{found.cases} cases from seed {found.seed}{ended}; "
        f"{found.contradicting} records contradict themselves"
    )
    yield from wrapped(versions())
    for case in found.disagreements:
        yield from _case(case)
    if found.disagreements:
        yield from wrapped(
            "A difference is a fault of obligato, not yours: please report it with "
            "what --format json prints for this command."
        )


def _case(case: "Disagreement") -> Iterator[str]:
    from ..model.notation import unicode
    from ..properties.tally import words
    from .output import width, wrapped

    said = f"✗ {case.reading}, {case.asked}: {words(case.found)}"
    yield from wrapped(f"{said}; wanted {words(case.wanted)}", "", "    ")
    yield from wrapped(f"request: {case.request.goal}", "    ", "      ")
    yield from (
        f"    {line}" for line in unicode(case.formula, width() - 4).split("\n")
    )
    yield from (f"      {line}" for line in case.script.splitlines())


def versions() -> str:
    """Return the versions that a comparison hangs on."""
    import platform

    from .. import __version__
    from .doctor import dependency

    solver = dependency("z3-solver")[1]
    return f"obligato {__version__}, python {platform.python_version()}, z3 {solver}"


def document(found: "Agreement") -> dict[str, Any]:
    """Return a comparison as data."""
    from ..properties.tally import READINGS

    return {
        "seed": found.seed,
        "cases": found.cases,
        "finished": found.finished,
        "contradicting": found.contradicting,
        "readings": [
            {
                "reading": c.reading,
                "compared": READINGS[c.reading],
                "comparisons": c.comparisons,
                "disagreements": c.disagreements,
                "unfit": c.unfit,
            }
            for c in found.counts
        ],
        "disagreements": [case.json for case in found.disagreements],
    }


def _planted(cases: int | None, seed: int, form: str) -> int:
    from ..properties.noticing import CASES, noticed
    from ..properties.planted import PLANTS
    from .interrupts import until_interrupted
    from .output import progress, say
    from .report import dump

    made: list[Noticed] = []
    bugs = noticed(PLANTS, cases=cases or CASES, seed=seed)
    for one in until_interrupted(progress(bugs, lambda n: n.plant.name)):
        made.append(one)
    finished = len(made) == len(PLANTS)
    code = NOT_DONE if not all(made) else DONE if finished else INTERRUPTED
    if form == "json":
        rows = [
            {
                "group": n.plant.group,
                "bug": n.plant.name,
                "module": n.plant.place,
                "noticed": n.reading or None,
                "cases": n.cases,
            }
            for n in made
        ]
        say(dump({"exit": code, "seed": seed, "finished": finished, "planted": rows}))
    else:
        say("\n".join(_noticed(made, seed, finished)))
    return code


def _noticed(made: list["Noticed"], seed: int, finished: bool) -> Iterator[str]:
    for n in made:
        mark, by = ("✓", n.reading) if n else ("✗", "not noticed")
        yield f"{mark} {n.plant.group:<11} {n.plant.name:<48} {by:<10} {n.cases:>6}"
    ended = "" if finished else ", interrupted"
    yield f"{sum(map(bool, made))} of {len(made)} bugs noticed, seed {seed}{ended}"
    yield versions()
