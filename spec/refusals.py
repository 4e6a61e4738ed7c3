"""What formulas, terms, rows and patterns refuse alike, and the right spelling."""

from typing import TYPE_CHECKING, NoReturn

from .errors import SpecError

if TYPE_CHECKING:
    from .terms import Formula, Operand

HOW = "write & | ~ and some, every, none, count"


class Surface:
    """What formulas, terms and patterns refuse alike."""

    __slots__ = ()

    def __bool__(self) -> NoReturn:
        raise SpecError(
            f"a {_kind(self)} has no truth value, so no if, and, or, not, any, all, "
            f"nor a < b < c: {HOW}"
        )

    def __contains__(self, item: object) -> NoReturn:
        raise SpecError("`in` asks Python, not the record: write some(pattern)")

    def __len__(self) -> NoReturn:
        raise SpecError(f"a {_kind(self)} has no length: write count(pattern)")

    def __hash__(self) -> NoReturn:
        raise SpecError(
            f"a {_kind(self)} is no key of a set or dict: == builds a formula"
        )

    def __eq__(self, other: object) -> NoReturn:
        raise SpecError(
            f"a {_kind(self)} is not compared: of rows compare columns, as a.invoice "
            "== b.invoice; of formulas say that each implies the other"
        )

    __ne__ = __eq__

    def __lt__(self, other: "Operand") -> "Formula":
        raise SpecError(f"a {_kind(self)} has no order: of rows, write a.before(b)")

    __le__ = __gt__ = __ge__ = __lt__


def _kind(thing: Surface) -> str:
    return type(thing).__name__.lower()
