"""A process that is killed: it works on a real store and a real journal.

It is started once and forks for each task, so that a task is a process of its own and
does not wait for imports. A task is a line of JSON; what became of it is another.
"""

import json
import os
import signal
import sys
import traceback
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import attrs

from examples.store import Store, careful, chosen, made_in, plain, settling
from obligato.checker.constructor import freeze
from obligato.model import Record, progress, settle
from obligato.model.handoff import Plan
from obligato.model.step import Identity
from obligato.model.tenure import (
    End,
    FileLines,
    Journal,
    Lease,
    Success,
    Tenure,
    passed_on,
    seen,
)
from obligato.properties.plants import planted
from tests.model.tenure.admitting import forged

SUCCESSORS = 6  # more than can be killed


@attrs.define
class Executioner:
    """It counts moments, and kills its own process at one: no handler, no cleanup.

    `at`: the moment, from 1. `part`: of a journal line that is written then, how much
    is, in thousandths.
    """

    at: int = 0
    part: int = 0
    moments: int = 0
    lines: list[int] = attrs.field(factory=list)  # the moments inside a line

    def moment(self) -> bool:
        """Count one moment; return whether it is the last."""
        self.moments += 1
        return self.moments == self.at

    def strike(self) -> None:
        """Kill this process."""
        os.kill(os.getpid(), signal.SIGKILL)


class DoomedLines(FileLines):
    """The file of a journal, whose lines are cut where the process ends."""

    def __init__(self, path: Path, doom: Executioner) -> None:
        self.doom = doom
        super().__init__(path)

    def append(self, line: bytes) -> None:
        """Add a line: a moment before it, one in the middle, and one after."""
        if self.doom.moment():
            self.doom.strike()
        self.doom.lines.append(self.doom.moments + 1)
        if self.doom.moment():
            self._put(line[: len(line) * self.doom.part // 1000])
            self.doom.strike()
        super().append(line)
        if self.doom.moment():
            self.doom.strike()


def opened(folder: Path, doom: Executioner) -> Store:
    """Return the store, in which each statement is a moment."""
    store = Store(folder / "store.db")
    # What is killed is a process: what it has handed to the system stays.
    store.database.execute("PRAGMA synchronous = OFF")

    def statement(_: str) -> None:
        if doom.moment():
            doom.strike()

    store.database.set_trace_callback(statement)
    return store


def worked(folder: Path, doom: Executioner) -> Iterator[tuple[End, list[Identity]]]:
    """Yield how each tenure ended, and the effects that its record does not know of.

    The first follows the plan of whoever knows that nothing was done; each successor
    looks first. What was begun is gone on with, from its journal.
    """
    store, record, plan = opened(folder, doom), chosen(), plain()
    for number in range(1, SUCCESSORS + 1):
        end = tenure(folder, f"t{number}", store, record, plan, doom)
        known = {
            i for found in progress(settle(settling.world, end.record)) for i in found
        }
        yield end, [made for made in made_in(folder / "store.db") if made not in known]
        record = passed_on(end.record)
        plan = careful(record.now)


def tenure(
    folder: Path, name: str, store: Store, record: Record, plan: Plan, doom: Executioner
) -> End:
    """Begin a tenure, or go on with one from its journal: lease, freeze, act."""
    lines = DoomedLines(folder / f"{name}.journal", doom)
    journal, state = Journal(lines, settling), seen(settling, record)
    began = journal.began
    lease = (
        store.acquire(name, state) if began is None else Lease(name, began.epoch, state)
    )
    contract = freeze(settling, record)
    proposals = [(plan, forged(contract, plan))]
    try:
        return Tenure(
            name,
            contract,
            record,
            proposals,
            store,
            journal,
            lease=lease,
            registry=store,
        ).run()
    finally:
        lines.close()


def work(task: dict[str, Any]) -> None:
    """Do one task, and write down how it went: it may never come to that."""
    folder, doom = Path(task["folder"]), Executioner(task["at"], task["part"])
    report: dict[str, Any] = {"ends": [], "lost": [], "lines": doom.lines}
    try:
        for end, unknown in worked(folder, doom):
            report["ends"].append(type(end).__name__)
            report["lost"] += unknown
            if isinstance(end, Success):
                break
    finally:
        report["moments"] = doom.moments
        (folder / "report.json").write_text(json.dumps(report))


def main() -> None:
    """Fork for each task of the standard input."""
    with TemporaryDirectory() as folder:  # so that what is worked out once is there
        work({"folder": folder, "at": 0, "part": 0})
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            try:
                task = json.loads(line)
                with planted(*task["plant"]) if task["plant"] else nullcontext():
                    work(task)
            except BaseException:
                traceback.print_exc()
                os._exit(1)
            os._exit(0)
        _, status = os.waitpid(child, 0)
        print(json.dumps(os.waitstatus_to_exitcode(status)), flush=True)


if __name__ == "__main__":
    main()
