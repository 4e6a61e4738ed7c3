"""What a command is given: cases from documents, scripts and Python modules."""

import importlib
import importlib.util
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import attrs

from ..model.document import Case, load
from ..model.loader import SIZE
from ..model.record import Record
from ..spec.errors import CaseError, ObligatoError, SpecError, a_kind, shown, unknown
from ..spec.requests import Duty, Obligation, Request, Rule

# A module, dotted or a file, and a name in it: examples.invoicing:JUDGED, a.py:ask.
OBJECT = re.compile(r"(?P<module>[^:]+):(?P<name>[A-Za-z_]\w*)(\[(?P<at>\d+)\])?\Z")
ADVICE = "name a file, or MODULE:NAME"


def cases(source: str, request: str | None = None) -> list[Case]:
    """Return the cases of ``source``: a document, a script, or an object of a module.

    `request`: MODULE:NAME of the request that a script or a bare record is of.
    """
    asked = None if request is None else request_of(request)
    if not os.path.exists(source) and source != "-":
        return list(_cases(named(source), source, source, asked))
    raw = read(source)
    if source.endswith(".json") or raw.lstrip()[:1] in (b"{", b"["):
        return [_under(load(raw, source), asked)]
    return [_script(raw, source, asked)]


def request_of(source: str) -> Request:
    """Return the request that ``source``, MODULE:NAME, names."""
    found = named(source)
    if not isinstance(found, Request):
        raise SpecError(f"{source} is {a_kind(found)}, not a Request")
    return found


def duties(source: str, request: str | None = None) -> list[tuple[Request, Duty]]:
    """Return the duties of a module, of a request in it, or one alone."""
    if OBJECT.match(source) is None:
        found = vars(_module(source)).values()
        requests = {id(r): r for r in found if isinstance(r, Request)}.values()
        return [(r, duty) for r in requests for duty in r.duties]
    if isinstance(named(source), Request):
        asked = request_of(source)
        return [(asked, duty) for duty in asked.duties]
    return [duty_of(source, request)]


def is_lone(source: str) -> bool:
    """Whether ``source`` names one thing alone, and neither a module nor a request."""
    return OBJECT.match(source) is not None and not isinstance(named(source), Request)


def duty_of(source: str, request: str | None = None) -> tuple[Request, Duty]:
    """Return one duty and the request it is of: the one named, or one of its module."""
    found = named(source)
    if not isinstance(found, Duty):
        raise SpecError(f"{source} is {a_kind(found)}, no Obligation or Rule")
    if request is not None:
        return _with(request_of(request), found), found
    parts = OBJECT.match(source)
    assert parts is not None
    for asked in vars(_module(parts["module"])).values():
        if isinstance(asked, Request):
            try:
                return _with(asked, found), found
            except SpecError:
                continue  # of another world
    raise SpecError(f"{source} fits no request of its module: say --request")


def _with(asked: Request, duty: Duty) -> Request:
    """Return the request with ``duty`` in it, or raise `SpecError`."""
    if duty in asked.duties:
        return asked
    others = [d for d in asked.duties if d.name != duty.name]
    owes = [d for d in (*others, duty) if isinstance(d, Obligation)]
    keeps = [d for d in (*others, duty) if isinstance(d, Rule)]
    return Request(asked.goal, asked.world, asked.binds, owes, keeps)


def read(source: str) -> bytes:
    """Return what is in a file, or on standard input for ``-``."""
    try:
        if source == "-" and sys.stdin is None:
            raise CaseError(source, "cannot be read: standard input is closed")
        if source == "-":
            raw = sys.stdin.buffer.read(SIZE + 1)
        else:
            with open(source, "rb") as file:
                raw = file.read(SIZE + 1)
    except OSError as error:
        problem = error.strerror or type(error).__name__
        raise CaseError(source, f"cannot be read: {problem}") from None
    if len(raw) > SIZE:
        raise CaseError(source, f"longer than {SIZE} bytes")
    return raw


def named(source: str) -> Any:
    """Return the object that ``source``, MODULE:NAME or MODULE:NAME[I], names."""
    parts = OBJECT.match(source)
    if parts is None:
        raise CaseError(shown(source), "no such file", ADVICE)
    module = _module(parts["module"])
    if not hasattr(module, parts["name"]):
        known = [n for n, v in vars(module).items() if _wanted(v)]
        raise unknown(f"name in {parts['module']}", parts["name"], known)
    found = getattr(module, parts["name"])
    if parts["at"] is None:
        return found
    if not isinstance(found, list | tuple) or int(parts["at"]) >= len(found):
        size = len(found) if isinstance(found, list | tuple) else "no"
        raise SpecError(f"{source}: {parts['name']} has {size} items")
    return found[int(parts["at"])]


def _cases(
    found: Any, source: str, title: str, asked: Request | None
) -> Iterator[Case]:
    match found:
        case Case():
            yield _under(found, asked)
        case Record():
            if asked is None:
                raise SpecError(f"{source} is a bare record: say --request MODULE:NAME")
            yield Case(asked, found, title=title)
        case _ if _judged(found):
            told = getattr(found, "label", title)
            expected = getattr(found, "verdicts", None)
            yield _under(Case(found.request, found.record, expected, told), asked)
        case list() | tuple():
            for i, item in enumerate(found):
                name = f"{source}[{i}]"
                for case in _cases(item, name, name, asked):
                    yield attrs.evolve(case, title=case.title or name)
        case _:
            raise SpecError(
                f"{source} is {a_kind(found)}, and no record, case, or list of them"
            )


def _script(raw: bytes, source: str, asked: Request | None) -> Case:
    """Return the case that a script, as text, makes with the request asked for."""
    from ..model.script_text import parse  # not needed to check a document

    if asked is None and source.endswith(".py"):
        raise CaseError(source, "a module", f"name a record in it: {source}:NAME")
    if asked is None:
        raise CaseError(source, "a script", "say of what: --request MODULE:NAME")
    try:
        return Case(asked, parse(raw.decode(), asked), title=source)
    except UnicodeDecodeError as error:
        problem = f"byte {error.start} is no UTF-8"
        raise CaseError(source, problem, "a record is text") from None
    except CaseError as error:
        place = f"{source}, {error.place}"
        raise CaseError(place, error.problem, error.wanted) from None


def _under(case: Case, asked: Request | None) -> Case:
    """Return ``case`` as one of another request, which must be of the same world."""
    if asked is None:
        return case
    if asked.world != case.request.world or asked.binds != case.request.binds:
        raise SpecError(
            f"--request {asked.goal!r} is of another world or other roles than the "
            f"record, which is of {case.request.goal!r}"
        )
    return Case(asked, case.record, None, case.title, case.proposal)


def _judged(found: Any) -> bool:
    request, record = getattr(found, "request", None), getattr(found, "record", None)
    return isinstance(request, Request) and isinstance(record, Record)


def _wanted(found: Any) -> bool:
    """Whether an object of a module may have been meant."""
    if isinstance(found, list | tuple) and found and not _judged(found):
        found = found[0]
    return isinstance(found, Request | Record | Case | Duty) or _judged(found)


def _module(name: str) -> ModuleType:
    """Import a module by its dotted name or its file; its own errors are the user's."""
    if os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())
    try:
        if name.endswith(".py") or os.sep in name:
            return _file(Path(name))
        return importlib.import_module(name)
    except ObligatoError:
        raise
    except ModuleNotFoundError as error:
        raise CaseError(name, f"no module {error.name}", ADVICE) from None
    except (Exception, SystemExit) as error:
        problem = f"cannot be imported: {type(error).__name__}: {error}"
        raise CaseError(name, problem, "mend the module") from None


def _file(path: Path) -> ModuleType:
    if not path.is_file():
        raise CaseError(str(path), "no such file", ADVICE)
    spec = importlib.util.spec_from_file_location(str(path.resolve()), path)
    if spec is None or spec.loader is None:
        raise CaseError(str(path), "is no Python module", ADVICE)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # where a dataclass looks for its annotations
    spec.loader.exec_module(module)
    return module
