"""How time grows with events, for formulas with one range: k of events**k.

Promised: k at most 1.1, from 100 events to 100,000, from record to verdict. The
parts are printed beside it: a loop so short that reading memory is most of it, as
the compiled one, slows down where the rows outgrow the caches of the processor.
"""

import sys
from collections.abc import Callable, Iterator

from benchmarks.timing import exponent, machine, seconds
from examples import payments, refunds, workspace
from obligato.model import Record, record, settle
from obligato.model.program import compile_formula
from obligato.model.truth import Truth
from obligato.spec import Request, some
from obligato.spec.requests import Duty, Obligation
from obligato.spec.semantics import interpret

SIZES = (100, 1_000, 10_000, 100_000)
MOST = 1.1
REPEATS = 3
WHOLE = ("record to verdict by Truth", "record to verdict, compiled")

last_refund = Obligation(
    "some refund of the last order",
    some(refunds.refund.tried(order="last")),
)


def subjects() -> Iterator[tuple[Duty, Request, Callable[[int], Record]]]:
    """Yield formulas with one range, with a record that makes them read it all."""
    yield refunds.refunded, refunds.once, _refunds
    yield last_refund, refunds.once, _refunds
    yield payments.paid_once, payments.paying, _payments
    yield workspace.untouched, workspace.editing, _workspace


def main() -> int:
    """Print the times in ms and the exponents; return 1 if one is too great."""
    print(f"growth with events, one range; {machine()}")
    print(f"{'':34}" + "".join(f"{n:>10}" for n in SIZES) + f"{'k':>8}")
    worst = 0.0
    for duty, request, make in subjects():
        measured: dict[str, list[float]] = {}
        for n in SIZES:
            for part, taken in _times(duty, request, make(n)).items():
                measured.setdefault(part, []).append(taken)
        print(duty.name)
        for part, times in measured.items():
            k = exponent(SIZES, times)
            if part in WHOLE:
                worst = max(worst, k)
            row = "".join(f"{t * 1e3:10.3f}" for t in times)
            print(f"  {part:32}{row}{k:8.2f}")
    print(f"record to verdict, at worst {worst:.2f} (at most {MOST})")
    return int(worst > MOST)


def _times(duty: Duty, request: Request, made: Record) -> dict[str, float]:
    formula, program = duty.owed, compile_formula(duty.owed)
    tables = settle(request.world, made)
    assert interpret(formula, Truth(tables)) == program.verdict(tables) == (True, True)

    settled = seconds(lambda: settle(request.world, made), REPEATS)
    direct = seconds(lambda: interpret(formula, Truth(tables)), REPEATS)
    compiled = seconds(lambda: program.verdict(tables), REPEATS)
    return {
        "settle": settled,
        "Truth": direct,
        "compiled": compiled,
        **dict(zip(WHOLE, (settled + direct, settled + compiled), strict=True)),
    }


def _refunds(n: int) -> Record:
    refund = refunds.refund
    lines = [refund(order=f"o{i}", amount=i).ok() for i in range(2, n)]
    last = refund(order="last", amount=1).ok()
    return record(refunds.once, *lines, refunds.five.ok(), last, bound=refunds.BOUND)


def _payments(n: int) -> Record:
    lines = [payments.pay(invoice=f"I{i}").ok() for i in range(n - 1)]
    return record(payments.paying, *lines, payments.again, bound=payments.BOUND)


def _workspace(n: int) -> Record:
    lines = [workspace.write(path=f"src/{i}").ok() for i in range(n)]
    return record(
        workspace.editing, *lines, bound=workspace.BOUND, given=workspace.GIVEN
    )


if __name__ == "__main__":
    sys.exit(main())
