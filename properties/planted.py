"""The bugs that are planted to see that agreement notices them: one change of text each."""

import attrs

PACKAGE = __name__.rpartition(".properties")[0]


@attrs.frozen
class Plant:
    """A bug: `old`, which stands once in the module at `place`, becomes `new`."""

    group: str
    name: str
    place: str
    old: str
    new: str

    @property
    def module(self) -> str:
        """The module by its whole name."""
        return f"{PACKAGE}.{self.place}"


# What is broken and in which module ↦ the bugs: what each is, and the text it changes.
CHANGES: dict[tuple[str, str], dict[str, tuple[str, str]]] = {
    ("interpreter", "spec.semantics"): {
        "a negation keeps the bit": ("rows, not sure", "rows, sure"),
        "possible less is its own": (
            "r.no(r.at_most(term(u), term(t)))",
            "r.no(r.less(term(u), term(t)))",
        ),
        "sure less swaps its operands": (
            "held = r.less(term(t), term(u))",
            "held = r.less(term(u), term(t))",
        ),
        "possible equal is sure equal": (
            "held = r.no(r.differ(term(t), term(u)))",
            "held = r.equal(term(t), term(u))",
        ),
        "possible related is sure related": (
            "held = r.no(r.unrelated(relation, [term(t) for t in ts]))",
            "held = r.related(relation, [term(t) for t in ts])",
        ),
        "a row of a bag is always there": ("(surely, r.there(row), ", "(surely, "),
        "a bag forgets its conditions": (
            "return r.when(holds(x.where, r, inner, False), add)",
            "return add()",
        ),
        "a range forgets its condition": ("for ψ in (x.where, φ))", "for ψ in (φ,))"),
    },
    ("values", "spec.values"): {
        "what is unknown equals everything": (
            "def __eq__(self, other: object) -> bool:\n        return False\n\n    def __ne__(self, other: object) -> bool:\n        return False",
            "def __eq__(self, other: object) -> bool:\n        return True\n\n    def __ne__(self, other: object) -> bool:\n        return False",
        ),
        "a span is less by its least": (
            "return self.high < least(other)",
            "return self.low < least(other)",
        ),
        "a span differs by its ends": (
            "return least(other) > self.high or most(other) < self.low",
            "return least(other) > self.low or most(other) < self.high",
        ),
        "a span loses what is taken from it": (
            "return between(self.low - most(other), self.high - least(other))",
            "return between(self.low - least(other), self.high - most(other))",
        ),
    },
    ("tables", "model.tables"): {
        "an unknown outcome is a failure": (
            'row["took"] = UNKNOWN if doubtful else status == "ok"',
            'row["took"] = status == "ok"',
        ),
        "a failure is always clean": (
            '(status == "failed" and tool.fails == "maybe")',
            "False",
        ),
        "what comes after the claim counts": (
            "self.cut = math.inf if claim is None else claim.start",
            "self.cut = math.inf",
        ),
        "a lost call has landed when waiting ended": (
            'if not row["unclear"]:',
            "if row:",
        ),
        "withdrawn decisions are given": (
            'verdict = "given" if event.verdict == "given" else "withdrawn"',
            'verdict = "given"',
        ),
        "rows without a key are one": (
            "names = column.key or tuple(c.name for c in column.columns)",
            "names = column.key or (column.columns[0].name,)",
        ),
        "the work never changed hands": (
            "NEVER if record.frontier is None else record.frontier",
            "NEVER",
        ),
    },
    ("resolution", "spec.resolution"): {
        "an early probe settles": (
            "(call.end + settles < read.start)",
            "(call.end < read.start)",
        ),
        "a probe after an undo settles": (
            "& none(_between(call, ended(made), read))\n            for read in answers(reader)",
            "for read in answers(reader)",
        ),
        "a probe confirms one of two calls": ("read)) <= 1)", "read)) <= 2)"),
        "a probe confirms a later call": ("& ~read.before(call)\n", ""),
        "a probe of another entity settles": (
            "& _same(made, told, read)\n            & (call.end",
            "& (call.end",
        ),
    },
    ("settling", "model.settle"): {
        "resolution takes absent for present": (
            "((denied, False), (confirmed, True))",
            "((denied, True), (confirmed, False))",
        ),
        "what a probe confirms stays unknown": (
            "((denied, False), (confirmed, True))",
            "((denied, False),)",
        ),
        "two answers to one call are no contradiction": (
            "return len(statuses) > 1 or any(a.values[c] != b.values[c] for c in both)",
            "return False",
        ),
    },
    ("truth", "model.truth"): {
        "an open row is a sure one": (
            "if not (sure and OPEN in row)",
            "if row is not None",
        ),
        "an open row counts once": (
            "math.inf if any(o for *_, o in bag) else len(bag)",
            "len(bag)",
        ),
        "a relation that is not given is empty": (
            "given is not None and all(map(known, values)) and tuple(values) not in given",
            "all(map(known, values)) and tuple(values) not in (given or ())",
        ),
    },
    ("compiled", "model.compiled"): {
        "spans are equal that meet": (
            'text = f"{left.low} == {left.high} == {right.low} == {right.high}"',
            'text = f"{left.low} == {right.low}"',
        ),
        "an open row of a range is sure": (
            "            if sure:\n                found = self._surely(loop.var, found)\n",
            "",
        ),
        "what is not known of a relation is not in it": (
            "({given} is not None and {known}{tuple_of(values)} not in {given})",
            "({known}{tuple_of(values)} not in ({given} or ()))",
        ),
    },
    ("compiled", "model.tallies"): {
        "rows that may be there are counted for sure": (
            'return [more(unit, high), *unit.surely.when([f"{low} += 1"])]',
            'return [more(unit, high), f"{low} += 1"]',
        ),
        "a total forgets its keys": (
            'another = f"{amounts}.setdefault({key}, {value}) != {value}"',
            'another = f"{amounts}.setdefault(len({amounts}), {value}) != {value}"',
        ),
    },
    ("compiled", "model.code"): {
        "a loop that finds nothing has found": (
            'return [*search, "else:", then]',
            "return [*search, *then]",
        ),
    },
    ("explained", "model.explained"): {
        "missing rows are taken for sure": (
            "if sure and not self.truth.there(row):",
            "if False:",
        ),
        "a conjunction holds if its first part does": (
            "return Tree(self.truth.all(p.held for p in found), parts=tuple(found))",
            "return Tree(self.truth.all(p.held for p in found[:1]), parts=tuple(found))",
        ),
        "a negation holds as what it denies": (
            "return Tree(self.truth.no(body.held), parts=(body,), skipped=body.skipped)",
            "return Tree(body.held, parts=(body,), skipped=body.skipped)",
        ),
    },
    ("encoder", "checker.solver.symbols"): {
        "unknown is read as false": (
            'return conj((a.known, b.known, compare("=", a.term, b.term)))',
            'return compare("=", a.term, b.term)',
        ),
        "less compares the least": (
            'return ordered("<", a.high, b.low)',
            'return ordered("<", a.low, b.low)',
        ),
    },
    ("encoder", "checker.solver.symbolic"): {
        "possible rows are taken for sure": (
            "row.sure if sure else row.possible",
            "row.possible",
        ),
        "an earlier value counts again": (
            "known, before = y.known(value), bag[:n]",
            "known, before = y.known(value), bag[:0]",
        ),
        "a difference is of like ends": (
            'return Num(f"(- {left.low} {right.high})", f"(- {left.high} {right.low})")',
            'return Num(f"(- {left.low} {right.low})", f"(- {left.high} {right.high})")',
        ),
        "confirmation is dropped": (
            "term = disj((was.term, now)) if took else was.term",
            "term = was.term",
        ),
    },
    ("encoder", "checker.solver.unknown"): {
        "off by one slot": (
            "yield Row(self.call(i, tool), there, there, (i,))",
            "yield Row(self.call(max(0, i - 1), tool), there, there, (i,))",
        ),
        "every failure is clean": (
            "disj((ok, conj((failed, clean))))",
            "disj((ok, failed))",
        ),
        "the solver lands a lost call at once": (
            'late = ite(compare("=", self.status(i), UNKNOWN), plus((end, str(lag))), end)',
            "late = end",
        ),
        "withdrawn decisions are given to the solver": (
            'right = given if verdict == "given" else neg(given)',
            "right = given",
        ),
    },
    ("encoder", "checker.solver.bounds"): {
        "an event may be answered in a fourth way": (
            "yield between(record.status(i), 0, 2)",
            "yield between(record.status(i), 1, 2)",
        ),
        "events are in no order": (
            'earlier = compare("<=", record.var(f"e{i - 1}.start"), start)',
            'earlier = compare("<", record.var(f"e{i - 1}.start"), start)',
        ),
    },
    ("encoder", "checker.solver.pin"): {
        "pinned outcomes are all ok": ("STATUS[status]", "STATUS['ok']"),
        "pinned columns are all known": (
            'yield known if column.name in values else neg(known)\n        yield from _cells(symbolic, f"e{i}.{source}", tool.returns, values)',
            'yield known\n        yield from _cells(symbolic, f"e{i}.{source}", tool.returns, values)',
        ),
    },
    ("encoder", "checker.solver.views"): {
        "what is forgotten is still known": (
            "return ite(forgotten, UNKNOWN, super().status(i))",
            "return super().status(i)",
        ),
        "what is left out is still there": (
            "return FALSE if source == self.missing else super().is_(i, source)",
            "return super().is_(i, source)",
        ),
        "the future has no end and no beginning": (
            'return Num(self.var("now"), number(BIG))',
            "return Num(number(-BIG), number(BIG))",
        ),
        "what a later call makes lands in a gap": (
            '("start", "end", LANDS)',
            '("start", "end")',
        ),
    },
    ("decoder", "checker.solver.decode"): {
        "decoded failures are successes": (
            'CALL = ("failed", "ok", "pending")',
            'CALL = ("ok", "failed", "pending")',
        ),
        "decoded calls last no time": (
            'model(f"e{i}.end") - model(f"e{i}.start")',
            "0",
        ),
        "decoded rows lack the last": (
            'for k in range(model(f"{name}#"))',
            'for k in range(model(f"{name}#") - 1)',
        ),
        "decoded names are the next ones": (
            "symbolic.names.name(column.sort.name, model(name))",
            "symbolic.names.name(column.sort.name, min(model(name) + 1, symbolic.names.size(column.sort.name) - 1))",
        ),
        "a fault is dropped on the way": (
            'if decision or outcome == "pending":',
            "if decision:",
        ),
    },
}
PLANTS = tuple(
    Plant(group, name, place, old, new)
    for (group, place), changes in CHANGES.items()
    for name, (old, new) in changes.items()
)
