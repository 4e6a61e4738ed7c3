"""How many events are enough: what of any record must stay for some truths to stay.

Theorem. Let a record give each of some trees the value true, and let ``kept`` be
closed: a witness for each row that must be there, and for each kept row a witness of
what there must be for it. Then the record of which all else is left out gives each of
them the value true. (By induction on the trees: a fixed leaf is the same in both; a
row that must be there is kept; of rows that must not be there, fewer are left.)

So it is enough to count the witnesses. A row that must be there is one *kept* term;
of a tree that must hold for every row, each kept term asks for its own witnesses.
They end where no row asks, over other tables, for a row like itself; elsewhere the
count passes every limit. What is known of a term, of itself alone, says which of the
trees ask nothing of it. Of alternatives the greatest is taken, one by one.
"""

from collections import ChainMap
from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

import attrs

from ...spec.sorts import Column
from .knowing import Facts, about, decided
from .shaped import All, Endless, Exists, Least, Not, Tree, Var

MOST = 8  # events, rows of a field, or entities: beyond them nobody asks
STEPS = 20_000  # of the search for witnesses


class TooMany(Exception):
    """More must be kept than anybody asks about, perhaps without end."""


@attrs.define(eq=False)
class Kept:
    """A witness: an event, an entity, or a row inside a field of a kept event.

    `of`, `columns`: what it may be of, each with what is then known of it, and with
    what it then has. An event that stands for one of several alternatives may be of
    several tools.
    """

    kind: str
    of: dict[str, Facts]
    columns: dict[str, tuple[Column, ...]]
    outer: "Kept | None" = None


Env: TypeAlias = Mapping[Var, Kept]


@attrs.frozen
class Enough:
    """What is enough: so many events, with so many rows inside, and entities."""

    events: tuple[Kept, ...]
    rows: tuple[Kept, ...]
    entities: tuple[Kept, ...]


def enough(
    trees: Iterable[Tree], also: Iterable[Var] = (), *, most: int = MOST
) -> Enough:
    """Return what is enough for all ``trees`` to stay true.

    `also`: what one event more is kept of, one of these.
    Raises: `TooMany`, if it is more than ``most`` events.
    """
    search = _Search(most)
    rows = list(also)
    if rows:
        of = {row.of: Facts() for row in rows}
        search.keep(Kept("event", of, {row.of: row.columns for row in rows}))
    for tree in trees:
        search.ask(tree, True, {})
    search.close()
    return Enough(*(tuple(search.of(kind)) for kind in ("event", "row", "entity")))


@attrs.define
class _Choice:
    """Alternatives of which one holds: what the others kept stands for it too."""

    kept: list[Kept] = attrs.field(factory=list)
    free: list[Kept] = attrs.field(factory=list)


class _Search:
    """The witnesses found so far, and what is asked of every row."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.kept: list[Kept] = []
        self.rules: list[tuple[Exists, Env]] = []
        self.choices: list[_Choice] = []
        # What has been asked: within an alternative, it holds for that one alone.
        self.asked: ChainMap[object, bool] = ChainMap()
        self.steps = 0

    def of(self, kind: str) -> Iterator[Kept]:
        """Yield what is kept of a kind."""
        return (kept for kept in self.kept if kept.kind == kind)

    def ask(self, tree: Tree, wanted: bool, env: Env, copy: int = 0) -> None:
        """Keep what is enough for ``tree`` to stay true, or else to stay false."""
        self.steps += 1
        if self.steps > STEPS:
            raise TooMany(f"more than {STEPS} steps")
        match tree:
            case Not(body):
                self.ask(body, not wanted, env, copy)
            case All(parts) if wanted:
                for part in parts:
                    self.ask(part, True, env, copy)
            case All(parts):
                self.choose(parts, env, copy)
            case Endless(why):
                raise TooMany(why)
            case Least(number) if wanted:
                if number is None:
                    raise TooMany("as many rows as a field says")
                if number > MOST:
                    raise TooMany(f"{number} rows are counted")
                for i in range(number):
                    self.ask(tree.body, True, env, copy * (MOST + 1) + i)
            case Least():
                self.ask(tree.body, False, env, copy)
            case Exists() if self._new(tree, wanted, env, copy):
                if wanted:
                    inner = {**env, tree.row: self.witness(tree, env)}
                    self.ask(tree.body, True, inner, copy)
                else:
                    self.rules.append((tree, env))

    def choose(self, parts: Iterable[Tree], env: Env, copy: int) -> None:
        """Keep what is enough for that one of ``parts`` to stay false that is."""
        open_ = [part for part in parts if decided(part, env) is not True]
        if any(decided(part, env) is False for part in open_):
            return
        choice = _Choice()
        self.choices.append(choice)
        before = self.asked
        for part in open_:
            choice.free = list(choice.kept)
            self.asked = before.new_child()
            self.ask(part, False, env, copy)
        self.asked = before
        self.choices.pop()

    def witness(self, tree: Exists, env: Env) -> Kept:
        """Return a row that is kept because there is one like it."""
        row = tree.row
        outer = None if row.outer is None else env[row.outer]
        facts = Facts(about(tree.body, row))
        kept = Kept(row.kind, {row.of: facts}, {row.of: row.columns}, outer)
        return self.keep(kept)

    def keep(self, new: Kept, depth: int | None = None) -> Kept:
        """Keep a row, or let one stand for it that an alternative kept."""
        depth = len(self.choices) if depth is None else depth
        if depth:
            choice = self.choices[depth - 1]
            found = _like(new, choice.free)
            if found is not None:
                choice.free.remove(found)
            else:
                found = self.keep(new, depth - 1)
                choice.kept.append(found)
        else:
            found = new
            self.kept.append(new)
            limit = self.most if new.kind == "event" else MOST
            if sum(1 for _ in self.of(new.kind)) > limit:
                raise TooMany(f"more than {limit} events or rows, perhaps without end")
            return new
        if found is not new:
            _weaken(found, new)
        return found

    def close(self) -> None:
        """Ask of every kept row what must hold for it, until nothing new is kept."""
        asked: set[tuple[int, int]] = set()
        while True:
            todo = [
                (number, kept)
                for number in range(len(self.rules))
                for kept in self.kept
                if (number, id(kept)) not in asked
            ]
            if not todo:
                return
            for number, kept in todo:
                asked.add((number, id(kept)))
                rule, env = self.rules[number]
                row = rule.row
                same = row.outer is None or env[row.outer] is kept.outer
                if row.kind == kept.kind and row.of in kept.of and same:
                    inner = {**env, row: kept}
                    if decided(rule.body, inner) is None:
                        self.ask(rule.body, False, inner)

    def _new(self, tree: Exists, wanted: bool, env: Env, copy: int) -> bool:
        """Whether this has not been asked yet, of the same rows."""
        of = frozenset((var, id(env[var])) for var in tree.vars)
        key = (id(tree), wanted, of, copy)
        if key in self.asked:
            return False
        self.asked[key] = True
        return True


def _like(new: Kept, free: list[Kept]) -> Kept | None:
    """Return which of ``free`` can stand for ``new``: of the same tool, if any is."""
    fitting = [k for k in free if k.kind == new.kind and k.outer is new.outer]
    if new.kind != "event":
        fitting = [k for k in fitting if k.of.keys() == new.of.keys()]
    same = [k for k in fitting if new.of.keys() & k.of.keys()]
    return next(iter((*same, *fitting)), None)


def _weaken(kept: Kept, other: Kept) -> None:
    """Let ``kept`` stand for either: of each source what is known in both cases."""
    for source, facts in other.of.items():
        kept.of[source] = kept.of[source] & facts if source in kept.of else facts
    kept.columns |= other.columns
