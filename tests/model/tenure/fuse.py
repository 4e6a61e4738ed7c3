"""A process that may end at any moment: its journal, and its port to the world."""

import attrs

from obligato.model.record import Receipt
from obligato.model.tenure import Environment, Memory, Order


class Interrupted(BaseException):
    """The process of the tenure is gone."""


@attrs.define
class Fuse:
    """It ends the process of a tenure after so many moments; None never does."""

    left: int | None = None

    def moment(self) -> None:
        """Let one moment pass."""
        if self.left is not None:
            self.left -= 1
            if self.left < 0:
                self.left = None
                raise Interrupted


class DoomedMemory(Memory):
    """Lines that are cut when the process ends while one is written."""

    def __init__(self, fuse: Fuse) -> None:
        super().__init__()
        self.fuse = fuse

    def append(self, line: bytes) -> None:
        """Add a line: a moment before it, one inside it, and one after."""
        self.fuse.moment()
        self.content += line[: len(line) // 2]
        self.fuse.moment()
        self.content += line[len(line) // 2 :]
        self.fuse.moment()


@attrs.define
class Reached:
    """The port of a process that may end before a call arrives, or after it did."""

    world: Environment
    fuse: Fuse
    breaking: bool

    def now(self) -> int:
        """Return the time."""
        return self.world.now()

    def wait(self, until: int) -> None:
        """Let time pass."""
        self.world.wait(until)

    def call(self, order: Order) -> Receipt | None:
        """Make a call: a moment before it, and one after."""
        self.fuse.moment()
        if not self.breaking:
            tool = self.world.world.tool(order.call.tool)
            self.world.faults = tuple(
                f for f in self.world.faults if not f.breaks(tool)
            )
        receipt = self.world.call(order)
        self.fuse.moment()
        return receipt
