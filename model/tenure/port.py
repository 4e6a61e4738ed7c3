"""The port: how a tenure reaches the live world, and all that a user plugs in.

    now() → time       wait(until)       call(order) → receipt, or None

Nothing else is asked of the outside. A call that gives back nothing, or raises, has an
unknown outcome, whatever the world did; so does one whose receipt is no evidence of it.
"""

from collections.abc import Callable, Mapping
from typing import Any, Protocol

import attrs

from ...spec.drafts import fill
from ...spec.errors import ObligatoError, SpecError, shown, unknown
from ...spec.requests import World
from ..canonical import digest
from ..cells import cells_written
from ..places import Place
from ..record import Call, Receipt, Values, args_digest


class ToolError(ObligatoError):
    """A tool of a user says that it failed: the call was answered, and not done."""


@attrs.frozen
class Order:
    """One call as it is sent: written ahead, its arguments final.

    `task`, `tenure`: whose receipts are looked for. `epoch`: of the lease under which
    it is sent, 0 without one; a world that fences refuses older epochs.
    """

    call: Call
    task: str = "task"
    tenure: str = "tenure-1"
    epoch: int = 0

    def answered(
        self, world: World, status: str, values: Values | None = None, **about: Any
    ) -> Receipt:
        """Return the receipt of this call, with the digests that a runtime makes.

        `values`: columns of the answer, as rows hold them. `about`: other fields.
        """
        tool = world.tool(self.call.tool)
        what, held = f"response column of {tool.name}", dict(values or {})
        written = cells_written(held, tool.returns, what, Place("values"))
        made = Receipt(
            id=f"r:{self.call.id}",
            call=self.call.id,
            tool=tool.name,
            status=status,
            values=held,
            task=self.task,
            tenure=self.tenure,
            args_digest=args_digest(self.call, world),
            response_digest=digest(written),
        )
        return attrs.evolve(made, **about)


class Port(Protocol):
    """The live world, as a tenure reaches it. Times are UTC ms and never go back."""

    def now(self) -> int:
        """Return the time."""
        ...

    def wait(self, until: int) -> None:
        """Return when the time is ``until`` or later."""

    def call(self, order: Order) -> Receipt | None:
        """Make one call and return its receipt, or None if no answer came."""


class Functions:
    """A port to tools that are Python functions.

    A function takes the arguments of its tool by name and returns the columns of the
    answer, as a script would write them. It raises `ToolError` to say that it failed;
    any other exception leaves the outcome unknown. `clock` gives UTC ms; `sleep` takes
    ms.
    """

    def __init__(
        self,
        world: World,
        functions: Mapping[str, Callable[..., Mapping[str, object] | None]],
        *,
        clock: Callable[[], int],
        sleep: Callable[[int], None],
    ) -> None:
        names = [tool.name for tool in world.tools]
        for name, function in functions.items():
            if name not in names:
                raise unknown(f"tool of {world.name}", name, names)
            if not callable(function):
                raise SpecError(f"{name}={shown(function)} must be a function")
        self.world, self._functions = world, dict(functions)
        self._clock, self._sleep, self._last = clock, sleep, 0

    def now(self) -> int:
        """Return the time, never earlier than it was."""
        self._last = max(self._last, self._clock())
        return self._last

    def wait(self, until: int) -> None:
        """Sleep until a time."""
        while (left := until - self.now()) > 0:
            self._sleep(left)

    def call(self, order: Order) -> Receipt:
        """Call the function of a tool; what it raises but `ToolError` goes on."""
        tool = self.world.tool(order.call.tool)
        if tool.name not in self._functions:
            raise unknown("function for tool", tool.name, self._functions)
        try:
            told = self._functions[tool.name](**order.call.args)
        except ToolError as error:
            return order.answered(self.world, "failed", source=str(error))
        values = fill(told or {}, tool.returns, f"response column of {tool.name}")
        return order.answered(self.world, "ok", values)
