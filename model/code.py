"""Pieces of Python that `compiled` puts together: values, truths, bags, loops.

A piece is built bottom-up and emits nothing by itself. Whoever uses a truth says
what to do if it holds, so that conjunctions become nested ``if``, ranges become
loops that end at the first match, and only what must be negated gets a flag.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeAlias, Union

import attrs

Lines: TypeAlias = Sequence[Union[str, "Lines"]]  # a list inside is indented
NESTED = 8  # conjuncts in one nest: Python allows 100 levels of indentation


class Scope:
    """The body of a loop, or of the whole function: what is computed once in it.

    `before`: source ↦ the name that stands for it, set before the loop begins.
    `cells`: what is computed at most once for a row, where it is first needed.
    """

    def __init__(self, parent: "Scope | None" = None) -> None:
        self.depth: int = 0 if parent is None else parent.depth + 1
        self.before: dict[str, str] = {}
        self.cells: list[str] = []
        self.made: dict[object, object] = {}

    def head(self) -> Lines:
        """Return the lines that forget what was computed for the last row."""
        return [f"{' = '.join(self.cells)} = None"] if self.cells else []


class Names:
    """The variables of a program, none of them twice.

    `constants`: source ↦ the name that stands for it, set before the function;
    `locals`: set when the function begins.
    """

    def __init__(self) -> None:
        self.constants: dict[str, str] = {}
        self.locals: dict[str, str] = {}
        self._made = 0

    def new(self, hint: str) -> str:
        """Return a new variable, called after ``hint`` as far as Python allows."""
        self._made += 1
        safe = "".join(c for c in hint if c.isascii() and (c.isalnum() or c == "_"))
        return f"{safe if safe[:1].isalpha() else 'x'}_{self._made}"

    def constant(self, hint: str, text: str) -> str:
        """Return the constant that holds the value of ``text``."""
        if text not in self.constants:
            self.constants[text] = self.new(hint)
        return self.constants[text]

    def local(self, hint: str, text: str) -> str:
        """Return the local variable that holds the value of ``text``."""
        if text not in self.locals:
            self.locals[text] = self.new(hint)
        return self.locals[text]


@attrs.frozen
class Var:
    """A variable that a loop binds to the rows of a table, in turn."""

    name: str
    scope: Scope


@attrs.frozen
class Value:
    """Steps, and the expression that is the value after them.

    `sort` is said where comparing may rely on it. `depth` is how deep the loop
    stands whose row it speaks of. A number between two plain numbers names them
    `low` and `high`, so that no span need be made of them.
    """

    text: str
    steps: Lines = ()
    sort: str = ""
    depth: int = 0
    low: str = ""
    high: str = ""


@attrs.frozen
class Condition:
    """Steps, and an expression that is true or false after them, with its opposite."""

    text: str
    opposite: str
    scope: Scope
    steps: Lines = ()

    def when(self, then: Lines) -> Lines:
        """Return the lines that run ``then`` exactly if this holds."""
        if self.text == "True":
            return [*self.steps, *then]
        return [*self.steps, f"if {self.text}:", then]

    def value(self) -> tuple[Lines, str]:
        """Return the lines to run first, and the expression that says it."""
        return self.steps, self.text


@attrs.frozen
class All:
    """A conjunction of which some part needs steps: these run if all before it hold."""

    parts: "tuple[Truth, ...]"
    flag: str
    scope: Scope

    def when(self, then: Lines) -> Lines:
        """Return the lines that run ``then`` exactly if every part holds."""
        if len(self.parts) > NESTED:
            steps, flag = self.value()
            return [*steps, f"if {flag}:", then]
        for part in reversed(self.parts):
            then = part.when(then)
        return then

    def value(self) -> tuple[Lines, str]:
        """Return the lines that set the flag, and the flag."""
        done: Lines = [f"{self.flag} = True"]
        lines: list[str | Lines] = []
        for i in range(0, len(self.parts), NESTED):
            then = done
            for part in reversed(self.parts[i : i + NESTED]):
                then = part.when(then)
            chunk = [f"{self.flag} = False", *then]
            lines.extend([f"if {self.flag}:", chunk] if lines else chunk)
        return lines, self.flag


@attrs.frozen
class Loop:
    """``for var in rows``; the body starts by forgetting what the last row left."""

    var: Var
    rows: str
    steps: Lines = ()

    def around(self, body: Lines) -> list[str | Lines]:
        """Return the loop with its body."""
        scope = self.var.scope
        head = f"for {self.var.name} in {self.rows}:"
        return [*self.steps, *assigned(scope.before), head, [*scope.head(), *body]]


@attrs.frozen
class Exists:
    """A truth that some row brings about; the loop ends at the first."""

    loop: Loop
    body: "Truth"
    flag: str
    scope: Scope

    def when(self, then: Lines) -> Lines:
        """Return the lines that run ``then`` exactly if some row is found."""
        if then and str(then[-1]).startswith("return "):
            return self.loop.around(self.body.when(then))
        steps, flag = self.value()
        return [*steps, f"if {flag}:", then]

    def value(self) -> tuple[Lines, str]:
        """Return the loop that sets the flag, and the flag."""
        found = self.body.when([f"{self.flag} = True", "break"])
        return [f"{self.flag} = False", *self.loop.around(found)], self.flag


@attrs.frozen
class No:
    """The opposite of a truth that needs steps."""

    body: "All | Exists"
    scope: Scope

    def when(self, then: Lines) -> Lines:
        """Return the lines that run ``then`` exactly if the body does not hold."""
        if isinstance(self.body, Exists):
            search = self.body.loop.around(self.body.body.when(["break"]))
            return [*search, "else:", then]
        steps, text = self.value()
        return [*steps, f"if {text}:", then]

    def value(self) -> tuple[Lines, str]:
        """Return the lines of the body, and the opposite of its flag."""
        steps, flag = self.body.value()
        return steps, f"not {flag}"


Truth: TypeAlias = Condition | All | Exists | No


def both(left: Truth, right: Condition) -> Condition | None:
    """Return one test for two, of which ``right`` needs no steps, if that can be."""
    if not isinstance(left, Condition):
        return None
    if right.text == "True" or (left.text == "True" and not left.steps):
        return left if right.text == "True" else right
    text = f"{left.text} and {right.text}"
    return Condition(text, f"not ({text})", left.scope, left.steps)


@attrs.frozen
class Unit:
    """One value of a bag: its key, its row, and whether it is surely there."""

    value: Value
    key: str
    var: Var
    surely: Truth


@attrs.frozen
class Each:
    """The values that the rows of a loop give."""

    loop: Loop
    body: "Bag"


@attrs.frozen
class When:
    """The values of a bag, if something holds."""

    condition: Truth
    body: "Bag"


Bag: TypeAlias = Unit | Each | When


def ranges(left: Value, right: Value) -> bool:
    """Whether both are numbers between two plain numbers."""
    return bool(left.low and right.low)


def tuple_of(values: Sequence[Value]) -> str:
    """Return the source of the tuple of some values."""
    return f"({''.join(f'{v.text}, ' for v in values).rstrip()})"


def steps_of(values: Sequence[Value]) -> list[str | Lines]:
    """Return the steps of all values, in order."""
    return [line for value in values for line in value.steps]


def assigned(names: Mapping[str, str]) -> Lines:
    """Return the lines that give each name the value of its source."""
    return [f"{name} = {text}" for text, name in names.items()]


def gathered(bag: Bag, use: Callable[[Unit], Lines]) -> Lines:
    """Return the lines that do ``use`` for each value of ``bag``."""
    match bag:
        case Unit():
            return use(bag)
        case When(condition, body):
            return condition.when(gathered(body, use))
        case Each(loop, body):
            return loop.around(gathered(body, use))


def rendered(lines: Lines, indent: str = "") -> Iterator[str]:
    """Yield the lines of source that ``lines`` stand for."""
    for line in lines:
        if isinstance(line, str):
            yield indent + line
        else:
            yield from rendered(line or ["pass"], indent + "    ")
