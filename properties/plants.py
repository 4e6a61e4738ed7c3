"""Plant a bug: run a module with one piece of its text changed, then put it back."""

import importlib
import inspect
import types
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from ..spec.errors import ObligatoError, shown


class PlantError(ObligatoError):
    """The text that a plant changes does not stand in its module exactly once."""


@contextmanager
def planted(module: str, old: str, new: str) -> Iterator[None]:
    """Change ``old``, which stands in the module once, to ``new``.

    The code of the functions is swapped in place, so that whoever imported them
    runs the changed code; constants of the module itself are swapped too.
    """
    right = importlib.import_module(module)
    source = inspect.getsource(right)
    if source.count(old) != 1:
        raise PlantError(
            f"{module}: old={shown(old)} stands there {source.count(old)} times; a "
            "plant changes what stands there once"
        )
    wrong: dict[str, Any] = {
        "__name__": right.__name__,
        "__package__": right.__package__,
    }
    exec(compile(source.replace(old, new), f"<planted in {module}>", "exec"), wrong)
    undo = list(_swapped(vars(right), wrong, module))
    try:
        yield
    finally:
        for put_back in undo:
            put_back()


def _swapped(
    right: dict[str, Any], wrong: dict[str, Any], module: str
) -> Iterator[Callable[[], object]]:
    for name, thing in list(right.items()):
        other = wrong.get(name)
        if isinstance(thing, type) and thing.__module__ == module:
            yield from _swapped_methods(thing, other)
        elif getattr(thing, "__module__", None) == module and callable(thing):
            yield from _swapped_code(thing, other)
        elif isinstance(thing, str | int | tuple) and thing != other and name in wrong:
            right[name] = other
            yield lambda name=name, thing=thing: right.__setitem__(name, thing)  # type: ignore[misc]  # bound now


def _swapped_methods(right: type, wrong: Any) -> Iterator[Callable[[], object]]:
    for name, method in vars(right).items():
        if isinstance(method, types.FunctionType) and name in vars(wrong):
            yield from _swapped_code(method, vars(wrong)[name])


def _swapped_code(right: Any, wrong: Any) -> Iterator[Callable[[], object]]:
    for clear in (getattr(f, "cache_clear", None) for f in (right, wrong)):
        if clear is not None:
            clear()
            yield clear
    plain, changed = inspect.unwrap(right), inspect.unwrap(wrong)
    if not isinstance(plain, types.FunctionType) or plain.__code__ == changed.__code__:
        return
    code, defaults = plain.__code__, plain.__defaults__
    plain.__code__, plain.__defaults__ = changed.__code__, changed.__defaults__

    def put_back() -> None:
        plain.__code__, plain.__defaults__ = code, defaults

    yield put_back
