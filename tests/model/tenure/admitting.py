"""Admissions of plans that nobody looked at; and contracts, made faster."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

import pytest

from obligato.checker import constructor
from obligato.model.document import digest_of
from obligato.model.handoff import Admitted, Contract, Plan, contract_document
from obligato.model.handoff.admitted import SEAL
from obligato.model.handoff.plan_document import plan_digest
from obligato.model.places import Place
from obligato.model.request_document import write_request
from obligato.spec import Request


def forged(contract: Contract, plan: Plan) -> Admitted:
    """Admit a plan unseen: what a tenure does by itself must be safe all the same."""
    digest = plan_digest(plan, contract.request)
    return Admitted(contract.digest, digest, "nobody", "nothing", {}, (), (), SEAL)


@contextmanager
def once() -> Iterator[None]:
    """Work out once what hangs on a request alone: its document, and the digest."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(constructor, "digest_of", _digest)
        patch.setattr(contract_document, "write_request", _written)
        yield


_digest = lru_cache(maxsize=16)(digest_of)


@lru_cache(maxsize=16)
def _written(request: Request, place: Place) -> Any:
    return write_request(request, place)
