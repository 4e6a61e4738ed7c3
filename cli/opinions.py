"""How far an answer of the solver is checked: seeds, a second solver, SMT-LIB files."""

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs
import click

from ..model.plain import printable
from ..spec.errors import SpecError, shown
from .exits import OURS
from .output import say, wrapped

if TYPE_CHECKING:
    from ..checker.resume import Resumption
    from ..checker.solver import Answer
    from ..checker.solver.export import Query
    from ..checker.solver.ways import Way


@attrs.define
class Opinions:
    """What a run asked, and what became of it.

    `about`: what stands at the head of every file. Raises: `SecondMissingError`.
    """

    seeds: int
    smt: str | None
    cvc5: bool
    about: tuple[str, ...] = ()
    written: int = 0
    agrees: int = 0
    open: int = 0
    solver: str = attrs.field(init=False, default="")

    def __attrs_post_init__(self) -> None:
        if self.cvc5:
            from ..checker.solver.second import version

            self.solver = f"cvc5 {version()}"
        if self.smt is not None:
            with writing(Path(self.smt)):
                Path(self.smt).mkdir(parents=True, exist_ok=True)

    def way(self, way: "Way") -> "Way":
        """Return how the solver is asked, so that this hears of it."""
        heard: list[Query] | None = None if self.smt is None and not self.cvc5 else []
        return attrs.evolve(way, seeds=self.seeds, heard=heard)

    def hear(self, what: Iterable[str], queries: Iterable["Query"]) -> None:
        """Write what was asked, and ask it again. `what`: names of it, short to long.

        Raises: `Broken` if the second solver says the opposite.
        """
        what = list(what)
        for query in queries:
            self.written += 1
            if self.smt is not None:
                self.write(what, query)
            if self.cvc5 and query.said != "unknown":
                self._ask(what, query)

    def _ask(self, what: list[str], query: "Query") -> None:
        from ..checker.solver.answers import Broken
        from ..checker.solver.second import opinion

        try:
            said = opinion(query)
        except Broken as error:
            raise Broken(f"{': '.join(what)}: {error}", query) from None
        self.agrees += said == query.said
        self.open += said != query.said

    def write(self, what: list[str], query: "Query", name: str = "") -> Path:
        """Write one question, and return where it is."""
        from .. import __version__

        folder = Path(self.smt or ".")
        words = re.sub(r"\W+", "-", " ".join(what[:2])).strip("-").lower()[:60]
        path = folder / (name or f"{self.written:03}-{words}.smt2")
        about = (": ".join(what), *self.about, f"obligato {__version__}")
        with writing(path):
            path.write_text(query.script(about), encoding="utf-8")
        return path

    def lines(
        self, answers: Iterable["Answer | Resumption"], what: str = "records"
    ) -> Iterator[str]:
        """Yield what stands beside the scope. `what`: the answers show."""
        if self.seeds > 1:
            said = self._sameness([*answers], what)
            yield from wrapped(f"answers: {said}", "", "  ")
        if self.cvc5:
            rest = f", {self.open} not answered" if self.open else ""
            said = f"{self.solver} agrees on {self.agrees} of {self.agrees + self.open}"
            yield from wrapped(f"second opinion: {said}{rest}", "", "  ")
        if self.smt is not None:
            folder = printable(self.smt)
            yield f"written: {self.written} questions as SMT-LIB, in {folder}"

    def _sameness(self, answers: list["Answer | Resumption"], what: str) -> str:
        """Say of how many answers nothing hangs on the seed."""
        from ..checker.solver import Unanswered

        seeds = f"over seeds {', '.join(map(str, range(self.seeds)))}"
        open = sum(isinstance(answer, Unanswered) for answer in answers)
        other = sum(getattr(a, "same", None) is False for a in answers)
        said = f"the same {seeds}"
        if open:
            said = f"{len(answers) - open} the same {seeds}; {open} not answered"
        if other:
            said += f"; {other} with other {what}, not proved to be the least"
        return said

    def data(self) -> dict[str, Any]:
        """Return the same as data."""
        second = {"solver": self.solver, "agrees": self.agrees, "open": self.open}
        return {
            "seeds": list(range(self.seeds)),
            "second": second if self.cvc5 else None,
        }

    @contextmanager
    def broken(self) -> Iterator[None]:
        """End the command if two answers exclude each other, naming the question."""
        from ..checker.solver.answers import Broken

        try:
            yield
        except Broken as error:
            lines = [f"broken: {error}"]
            if error.query is not None:
                try:
                    path = self.write([str(error)], error.query, "broken.smt2")
                    lines.append(f"  the question is in {path}")
                except SpecError as unwritten:
                    lines.append(f"  {unwritten}")
            lines.append("  a fault of obligato or of a solver: please report it")
            say("\n".join(lines), err=True)
            raise click.exceptions.Exit(OURS) from None


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Say in words that something cannot be written."""
    try:
        yield
    except OSError as error:
        raise SpecError(
            f"{shown(str(path))} cannot be written: {error.strerror}"
        ) from None
