"""A coding workspace: protected paths stay untouched, tests are green at the end."""

from examples.judged import Judged
from obligato.model import globs, record
from obligato.spec import (
    Effect,
    Given,
    Int,
    Line,
    Obligation,
    Request,
    Rows,
    Rule,
    Sort,
    Tool,
    World,
    at,
    bound,
    every,
    gap,
    none,
    some,
)

Path, Suite, Command = Sort("Path"), Sort("Suite"), Sort("Command")
path, suite, command, failed = (
    Path("path"),
    Suite("suite"),
    Command("command"),
    Int("failed"),
)
touched = Rows("touched", path)
changed = Effect("changed", path)
protected, source = Given("protected", path), Given("source", path)

write = Tool("write", takes=[path], makes=[changed(path)], fails="clean")
shell = Tool(
    "shell",
    takes=[command],
    returns=[touched],
    makes=[changed(touched.path)],
    fails="clean",
)
tests = Tool("tests", takes=[suite], returns=[failed], fails="clean")

untouched = Rule(
    "protected paths untouched", none(protected(c.path) for c in changed.made())
)
green = Obligation(
    "green after the last edit",
    some(
        every(~source(c.path) | c.before(t) for c in changed.made())
        for t in tests.done(suite=bound(suite), failed=0)
    ),
)

editing = Request(
    "make the change and leave the tests green",
    World("workspace", tools=[write, shell, tests], relations=[protected, source]),
    binds=[suite],
    owes=[green],
    keeps=[untouched],
)

BOUND = {"suite": "unit"}
GIVEN = {"protected": globs("tests/**"), "source": globs("src/**")}
edit, passing = write(path="src/a").ok(), tests(suite="unit").ok(failed=0)
ran = shell(command="make")

CASES: list[tuple[str, str, str, list[Line]]] = [
    (untouched.name, "src/a written", "E", [edit]),
    (untouched.name, "tests/a written", "R", [write(path="tests/a").ok()]),
    (untouched.name, "a shell touches tests/a", "R", [ran.ok(touched=["tests/a"])]),
    (untouched.name, "a shell touches src/a", "E", [ran.ok(touched=["src/a"])]),
    (untouched.name, "a shell whose response was lost", "N", [ran.lost()]),
    (
        untouched.name,
        "a write of tests/a failed (clean)",
        "E",
        [write(path="tests/a").failed()],
    ),
    (untouched.name, "nothing", "E", []),
    (
        untouched.name,
        "nothing, the log not known to be complete for shell",
        "N",
        [gap(shell)],
    ),
    (green.name, "src/a written, tests pass", "E", [edit, passing]),
    (green.name, "tests pass, src/a written", "R", [passing, edit]),
    (
        green.name,
        "src/a written, tests fail",
        "R",
        [edit, tests(suite="unit").ok(failed=1)],
    ),
    (
        green.name,
        "tests pass, README written",
        "E",
        [passing, write(path="README").ok()],
    ),
    (
        green.name,
        "tests pass, a shell touches src/b",
        "R",
        [passing, ran.ok(touched=["src/b"])],
    ),
    (
        green.name,
        "tests pass, a shell whose response was lost",
        "N",
        [passing, ran.lost()],
    ),
    (
        green.name,
        "tests run from 9000 to 9100 ms, src/a written at 9050",
        "R",
        [at(9000), passing.took(100), at(9050), edit],
    ),
    (
        green.name,
        "src/a written, the test result lost",
        "N",
        [edit, tests(suite="unit").lost()],
    ),
]

JUDGED = [
    Judged(
        editing,
        label,
        record(editing, *lines, bound=BOUND, given=GIVEN),
        {duty: verdict},
    )
    for duty, label, verdict, lines in CASES
]
