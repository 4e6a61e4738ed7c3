"""A successor in a process of its own, which acts when it is told to.

Each line of its input is an order; for each it prints one line.

    take   take the lease on what is known
    act    freeze the contract, have the plan admitted, follow it to the end
    send   send a call that was left over

An order names its folder; in one called ``leased`` the lease is asked for.
"""

import json
import sys
from pathlib import Path

from examples.store import Store, chosen, plain, settling
from obligato.checker.admission.admit import admit
from obligato.checker.constructor import freeze
from obligato.model.handoff import Admitted
from obligato.model.record import Call
from obligato.model.tenure import (
    FileLines,
    Journal,
    Lease,
    LeaseError,
    Order,
    Tenure,
    seen,
)


class Successor:
    """One successor at the frontier before any effect."""

    def __init__(self, name: str, folder: Path, leased: bool) -> None:
        self.name, self.folder, self.leased = name, folder, leased
        self.store = Store(folder / "store.db", fenced=leased)
        self.lease: Lease | None = None

    def take(self) -> str:
        """Take the lease on what is known: that nothing was done."""
        try:
            self.lease = self.store.acquire(self.name, seen(settling, chosen()))
        except LeaseError as error:
            return str(error)
        return f"epoch {self.lease.epoch}"

    def act(self) -> str:
        """Freeze the contract, have the plan admitted, and follow it to the end."""
        contract, plan = freeze(settling, chosen()), plain()
        admitted = admit(contract, chosen(), plan)
        assert isinstance(admitted, Admitted)
        lines = FileLines(self.folder / f"{self.name}.journal")
        end = Tenure(
            self.name,
            contract,
            chosen(),
            [(plan, admitted)],
            self.store,
            Journal(lines, settling),
            lease=self.lease,
            registry=self.store if self.leased else None,
        ).run()
        return f"{type(end).__name__} {getattr(end, 'code', '')}".strip()

    def send(self) -> str:
        """Send a payment under the lease that was taken, whoever has it now."""
        now, epoch = self.store.now(), self.lease.epoch if self.lease else 0
        call = Call(f"{self.name}:late", "pay", {"invoice": "INV-42"}, now, now)
        receipt = self.store.call(Order(call, epoch=epoch))
        return f"{receipt.status} {receipt.source}".strip()


def main() -> None:
    """Do what the standard input says, in the folder that it says."""
    known: dict[Path, Successor] = {}
    for line in sys.stdin:
        order, path = line.strip().split(" ", 1)
        folder = Path(path)
        if folder not in known:
            known[folder] = Successor(sys.argv[1], folder, folder.name == "leased")
        print(json.dumps(getattr(known[folder], order)()), flush=True)


if __name__ == "__main__":
    main()
