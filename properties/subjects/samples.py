"""Two small cases to try a verifier on: a certificate, and a plan."""

from functools import lru_cache

import attrs

from ...model.document import Case, digest_of
from ...model.finish import AnswerContract, Demand, Finish, Operand, Slot, Transform
from ...model.finish.certify import certify
from ...model.finish.ledger import Ledger
from ...model.handoff.plan import Action, Bound, Plan
from ...model.script import record
from ...spec.requests import Obligation, Request, World
from ...spec.sorts import Int, Sort
from ...spec.surface import bound, some
from ...spec.tools import Tool
from .asked import Asked
from .verdicts import FINISH

Lamp = Sort("Lamp")
lamp, stars = Lamp("lamp"), Int("stars")
rate = Tool("rate", [lamp], [stars], fails="clean")
REQUEST = Request(
    "rate the lamp",
    World("shop", [rate]),
    binds=[lamp],
    owes=[Obligation("rated", some(rate.done(lamp=bound(lamp))))],
)
RATED = record(
    REQUEST,
    rate(lamp="café").ok(stars=4),
    bound={"lamp": "café"},
    task="task",
)
CONTRACT = AnswerContract(
    "task",
    [
        Slot(
            "stars",
            Int,
            allowed=[Transform("identity", Operand("stars"))],
            evidence=Demand("rate", {"lamp": "café"}),
        )
    ],
    bound={"lamp": "café"},
    request=digest_of(REQUEST),
)
CERTIFICATE = Finish(
    REQUEST,
    RATED,
    CONTRACT,
    certify(CONTRACT, Ledger.of(RATED, REQUEST)),
)
PLAN = Case(
    REQUEST,
    record(REQUEST, bound={"lamp": "café"}),
    proposal=Plan([Action("a", "rate", {"lamp": Bound("lamp")})]),
)


@lru_cache(maxsize=64)
def named(name: str, kind: str) -> Asked:
    """Return the case of this kind whose goal is ``name``, which may be any text."""
    asked = attrs.evolve(REQUEST, goal=name)
    if kind == FINISH:
        contract = attrs.evolve(CONTRACT, request=digest_of(asked))
        ledger = Ledger.of(RATED, asked)
        return Asked.of(Finish(asked, RATED, contract, certify(contract, ledger)))
    return Asked.of(attrs.evolve(PLAN, request=asked))
