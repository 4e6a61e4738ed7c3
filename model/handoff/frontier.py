"""The frontier: the record at the point where the work changes hands."""

import attrs

from ..record import Claim, Handoff, Record


def handed_over(record: Record) -> Record:
    """Return the record up to its claim, with a handoff at its end if it has none."""
    events = tuple(e for e in record.trajectory if not isinstance(e, Claim))
    if any(isinstance(e, Handoff) for e in events):
        return attrs.evolve(record, trajectory=events)
    now = max([record.now, *(e.end + 1 for e in events)])
    mark = Handoff("handoff", now, now)
    return attrs.evolve(record, trajectory=(*events, mark), now=now)
