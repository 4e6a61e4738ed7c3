"""Replay: what a transform gives on the receipts that are cited for it.

Plain Python, with `spec.transforms`: the language of formulas has no parameters to
hand over. Pure and total: whatever is cited, there is a value, nothing known, or the
reason why there is none.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

import attrs

from ...spec import transforms
from ...spec.errors import SpecError, TieError, TransformError, shown
from ...spec.sorts import Column
from ...spec.values import UNKNOWN, known
from ..cells import value_read
from ..record import Receipt
from .ledger import Ledger
from .transforms import Operand, Transform
from .values import real

Pair: TypeAlias = tuple[Any, Any]
Collection: TypeAlias = tuple[Pair, ...]


@attrs.frozen
class Replayed:
    """What a transform gives: a `value`, `UNKNOWN`, or `why` there is none.

    `tied`: it hangs on which of several equal values comes first.
    """

    value: Any
    why: str = ""
    tied: bool = False


def replay(
    transform: Transform,
    ledger: Ledger,
    of: Sequence[str],
    against: Sequence[str] = (),
) -> Replayed:
    """Return what ``transform`` gives on the receipts with these ids."""
    try:
        sides = [collected(transform.of, ledger, of)]
        if transform.against is not None:
            sides.append(collected(transform.against, ledger, against))
        if any(side is None for side in sides):
            return Replayed(UNKNOWN, "a column that is read is not known")
        found = applied(transform, [side for side in sides if side is not None])
        if transform.places is not None:
            found = transforms.rounded(number(found), transform.places)
        return Replayed(found)
    except TieError as error:
        return Replayed(UNKNOWN, str(error), tied=True)
    except TransformError as error:
        return Replayed(None, str(error))
    except TypeError:  # of two columns whose values have no order in common
        return Replayed(None, "values of different kinds have no order")


def applied(transform: Transform, sides: Sequence[Collection]) -> Any:
    """Return the value of a transform on its collections, or raise `TransformError`."""
    name, first = transform.name, sides[0]
    match name:
        case "first":
            return ranked(transform.k, first, transform.ordered)
        case "absent":
            return transforms.absent(first)
        case "union" | "common" | "without" | "joined":
            return transforms.transform(name, sides)
        case "difference" | "ratio" | "compare":
            operands = (transform.of, transform.against)
            left, right = (
                number(FOLDS[operand.fold](side))
                for operand, side in zip(operands, sides, strict=True)
                if operand is not None
            )
            if name == "difference":
                return left - right
            return transforms.transform(name, (left, right))
    return FOLDS[name](first)


def single(collection: Collection) -> Any:
    """Return the one value that all have."""
    found = [value for _, value in collection]
    if not found:
        raise TransformError("the value of nothing")
    if any(value != found[0] for value in found):
        raise TransformError(f"one of several values, {shown(found, 40)}")
    return found[0]


def total(collection: Collection) -> Any:
    """Return the sum over different keys."""
    return sum(transforms.rows(numbers(collection)).values())


def mean(collection: Collection) -> Any:
    """Return the mean over different keys."""
    return transforms.mean(numbers(collection))


def ranked(k: int, collection: Collection, ordered: bool) -> Any:
    """Return the first ``k`` keys; with ``ordered``, of equal values the lesser key."""
    if not ordered:
        return transforms.first(k, numbers(collection))
    found = transforms.rows(numbers(collection))
    place = {key: i for i, key in enumerate(sorted(found, key=order))}
    sign = -1 if k > 0 else 1
    ties = tuple((key, (v, sign * place[key])) for key, v in found.items())
    return transforms.first(k, ties)


def order(key: Any) -> tuple[bool, Any]:
    """Return what keys are sorted by: numbers before text, each in its own order."""
    return isinstance(key, str), key


def number(value: Any) -> Any:
    """Return ``value`` if it is a number; a flag is none."""
    if isinstance(value, bool) or not isinstance(value, int | Fraction):
        raise TransformError(f"{shown(value, 40)} is no number")
    return value


def numbers(collection: Collection) -> Collection:
    """Return ``collection`` if all its values are numbers."""
    if not {type(value) for _, value in collection} <= NUMBERS:
        raise TransformError("values that are no numbers")
    return collection


NUMBERS = {int, Fraction}
FOLDS: Mapping[str, Callable[[Collection], Any]] = {
    "identity": single,
    "select": single,
    "count": lambda collection: len({key for key, _ in collection}),
    "total": total,
    "mean": mean,
    "least": lambda collection: transforms.least(numbers(collection)),
    "most": lambda collection: transforms.most(numbers(collection)),
}


def collected(
    operand: Operand, ledger: Ledger, ids: Sequence[str]
) -> Collection | None:
    """Return the pairs (key, value) that an operand reads; None if one is not known.

    An id that the ledger does not have stands for nothing; one cited twice, for one.
    """
    kept = ledger.picked.setdefault(operand.exact, {})
    found: list[Pair] = []
    for id in dict.fromkeys(ids):
        pairs = kept.get(id, UNREAD)
        if pairs is UNREAD:
            each = [
                read(operand, ledger, receipt) for receipt in ledger.by_id.get(id, ())
            ]
            known = [pair for pairs in each if pairs is not None for pair in pairs]
            pairs = kept[id] = None if None in each else tuple(known)
        if pairs is None:
            return None
        found.extend(pairs)
    return tuple(found)


UNREAD: Any = object()


def read(operand: Operand, ledger: Ledger, receipt: Receipt) -> Collection | None:
    """Return the pairs that an operand reads of one receipt; None if not known.

    If its tool does not answer with the column, there are none.
    """
    tool = ledger.tool(receipt.tool)
    column = next((c for c in tool.returns if c.name == operand.reads), None)
    if column is None:
        return ()
    if operand.rows:
        inner = receipt.values.get(column.name)
        if inner is None:
            return None
        lines, columns, keys = inner, column.columns, column.key
    else:
        call = ledger.calls.get(receipt.call)
        args = call.args if call is not None and call.tool == tool.name else {}
        columns, keys = (*tool.returns, *tool.takes), (CALL,)
        lines = [{**args, **receipt.values, CALL: receipt.call}]
    found: list[Pair] = []
    for line in lines:
        pairs = picked(operand, columns, line, keys)
        if pairs is None:
            return None
        found.extend(pairs)
    return tuple(found)


CALL = "call of the receipt"  # the key of an answer that is one row; no column's name


def picked(
    operand: Operand,
    columns: tuple[Column, ...],
    line: Mapping[str, Any],
    keys: tuple[str, ...],
) -> tuple[Pair, ...] | None:
    """Return the pair of one row, nothing if it is not meant, None if not known."""
    sorts = {column.name: column for column in columns}
    for name, wanted in operand.where.items():
        if name not in sorts:
            raise TransformError(f"no column {shown(name)}")
        if name not in line:
            return None
        try:
            if value_read(sorts[name].sort, wanted) != line[name]:
                return ()
        except SpecError as error:
            raise TransformError(str(error)) from None
    if operand.column not in sorts:
        raise TransformError(f"no column {shown(operand.column)}")
    names = (operand.key,) if operand.key else keys or tuple(sorts)
    cells = tuple(cell(sorts, line, name) for name in (*names, operand.column))
    if not all(map(known, cells)):
        return None
    *key, value = cells
    return ((key[0] if len(key) == 1 else tuple(key), value),)


def cell(sorts: Mapping[str, Column], line: Mapping[str, Any], name: str) -> Any:
    """Return the cell of a row, `UNKNOWN` if it is not there."""
    if name == CALL:
        return line[CALL]
    if name not in sorts:
        raise TransformError(f"no column {shown(name)}")
    value = line.get(name, UNKNOWN)
    if isinstance(value, list | tuple) and sorts[name].columns:
        raise TransformError(f"{name} holds rows: read a column of them")
    return real(sorts[name].sort, value) if known(value) else value
