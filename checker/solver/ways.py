"""How a question is put to the solver: what it may cost, and with which seed."""

import attrs

RLIMIT = 200_000_000  # Z3's own units of work: the same on every machine


@attrs.frozen
class Way:
    """`budget`: of Z3's units of work, for one question. `seed`: of its choices."""

    budget: int = RLIMIT
    seed: int = 0
