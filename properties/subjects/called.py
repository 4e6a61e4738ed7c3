"""A Python callable as a subject: in a process of its own, never in ours.

The process answers the protocol for it, so that a callable may hang, exit, print or
eat memory like any other verifier. What is printed goes to its standard error.
"""

import json
import os
import sys
import traceback
from collections.abc import Callable
from functools import partial
from typing import Any, TextIO

from ...model.places import Place
from .adapter import Adapter, answer
from .declared import DECLARED, VERSION, Declared
from .lines import Lines
from .running import FULL, Running
from .subject import BOUNDS, Bounds

BATCH = 64


def called(
    load: Callable[[], Callable[[Any], Any]],
    adapter: Adapter | None = None,
    bounds: Bounds = BOUNDS,
) -> Lines:
    """Return the callable that ``load`` returns, as a subject.

    It is given the document of a case and returns a verdict, or an answer of the
    protocol. ``load`` is called in the process too, for importing may not end either.
    What it declares stands in its attribute ``declared``, or in that of the adapter.
    """
    work = partial(serve, load, adapter)
    return Lines(lambda: Running(work, bounds.memory, ours=True), None, bounds)


def serve(load: Callable[[], Callable[[Any], Any]], adapter: Adapter | None) -> None:
    """Answer the protocol on the standard streams, for a callable."""
    asks, replies = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    sys.stdin, sys.stdout, sys.stderr = os.fdopen(0), _writer(1), _writer(2)
    try:
        function = load()
        known = _declared(function, adapter)
        for line in asks:
            message = json.loads(line)
            if message["cmd"] == "stop":
                break
            reply = _reply(message, known, function, adapter)
            replies.write(json.dumps(reply).encode() + b"\n")
            replies.flush()
    except MemoryError:
        os._exit(FULL)


def _writer(fd: int) -> TextIO:
    return os.fdopen(fd, "w", buffering=1, errors="backslashreplace", closefd=False)


def _reply(
    message: dict[str, Any],
    known: dict[str, Any],
    function: Callable[[Any], Any],
    adapter: Adapter | None,
) -> dict[str, Any]:
    if message["cmd"] == "start":
        return known
    asked = message.get("batch", [message])
    said = [{**_said(function, adapter, a["case"]), "seq": a["seq"]} for a in asked]
    return {"batch": said} if "batch" in message else said[0]


def _said(
    function: Callable[[Any], Any], adapter: Adapter | None, document: Any
) -> dict[str, Any]:
    """Return what the callable answers, as data that can be written."""
    try:
        given = document if adapter is None else adapter.to_input(document)
    except Exception:
        return _errored("adapter")
    try:
        made = function(given)
    except MemoryError:
        raise
    except Exception:
        return _errored("verifier")
    try:
        made = answer(made if adapter is None else adapter.to_verdict(made))
    except Exception:
        return _errored("adapter")
    try:
        return dict(json.loads(json.dumps(made)))
    except (TypeError, ValueError, RecursionError):
        return {"verdict": f"a {type(made).__name__}"}  # which is no verdict


def _errored(by: str) -> dict[str, Any]:
    """Return the answer that something was raised, which also is written in full."""
    traceback.print_exc()
    message = traceback.format_exc(limit=0).strip().splitlines()[-1]
    plain = message.encode("ascii", "backslashreplace").decode()
    return {"errored": {"message": plain, "by": by}}


def _declared(function: object, adapter: Adapter | None) -> dict[str, Any]:
    """Return what a callable says of itself, or what one that says nothing would."""
    said: Any = getattr(function, "declared", getattr(adapter, "declared", {}))
    if isinstance(said, Declared):
        return DECLARED.write(said, Place("declared"))  # type: ignore[no-any-return]  # an object
    usual = {"version": VERSION, "language": "Python", "limits": {"batch": BATCH}}
    return {"name": getattr(function, "__name__", ""), **usual, **said}
