"""The port to tools that are Python functions."""

from typing import Any

import pytest

from examples.invoicing import BOUND, payment, settle
from obligato.checker.admission.admit import admit
from obligato.checker.constructor import freeze
from obligato.model import record
from obligato.model.handoff import Admitted
from obligato.model.tenure import (
    Bottom,
    End,
    Functions,
    Journal,
    Memory,
    Success,
    Tenure,
    ToolError,
)
from obligato.spec.errors import SpecError, UnknownNameError
from tests.model.tenure.work import RIGHT


class Clock:
    """A clock that is told to go on."""

    def __init__(self) -> None:
        self.ms = 1000

    def now(self) -> int:
        """Return the time."""
        return self.ms

    def sleep(self, ms: int) -> None:
        """Let time pass."""
        self.ms += ms


def ended(**functions: Any) -> End:
    known, clock = record(settle, payment, bound=BOUND), Clock()
    contract = freeze(settle, known)
    admitted = admit(contract, known, RIGHT)
    assert isinstance(admitted, Admitted)
    port = Functions(settle.world, functions, clock=clock.now, sleep=clock.sleep)
    journal = Journal(Memory(), settle)
    return Tenure("t", contract, known, [(RIGHT, admitted)], port, journal).run()


def sent(file: str, to: str) -> dict[str, object]:
    return {"message": f"{file} to {to}"}


def tracked(message: str) -> dict[str, object]:
    return {"arrived": message == "t7 to a"}


def test_functions_are_called_with_the_arguments_of_their_tools() -> None:
    assert isinstance(ended(send=sent, track=tracked), Success)


def failing(file: str, to: str) -> dict[str, object]:
    raise ToolError("mailbox full")


def timing_out(file: str, to: str) -> dict[str, object]:
    raise TimeoutError("30 s")


@pytest.mark.parametrize(
    ("send", "reason"),
    [
        (failing, "send (send) failed: mailbox full"),
        (timing_out, "send: TimeoutError: 30 s"),
        (lambda file, to: {"message": 3}, "send: SpecError: response column of send"),
        (
            lambda file, to: None,
            "UNRESOLVED_REFERENCE: Field(node='send', column='message')",
        ),
        (lambda file: None, "send: TypeError"),
    ],
    ids=["fails", "times out", "answers a number", "answers nothing", "takes less"],
)
def test_what_a_function_does_wrong_is_no_success(send: Any, reason: str) -> None:
    end = ended(send=send, track=tracked)

    assert isinstance(end, Bottom)
    assert reason in end.reason


def test_only_tools_of_the_world_have_functions() -> None:
    with pytest.raises(UnknownNameError, match="no tool of invoicing 'sned'"):
        Functions(settle.world, {"sned": sent}, clock=int, sleep=print)
    with pytest.raises(SpecError, match="send=3 must be a function"):
        Functions(settle.world, {"send": 3}, clock=int, sleep=print)  # type: ignore[dict-item]  # that is the mistake


def test_a_clock_that_goes_back_is_not_followed() -> None:
    clock = Clock()
    port = Functions(settle.world, {}, clock=clock.now, sleep=clock.sleep)
    before = port.now()
    clock.ms = 3

    assert port.now() == before
