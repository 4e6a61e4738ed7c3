"""Wrong ways to say: protected paths untouched, tests green at the end."""

from examples.workspace import (
    changed,
    editing,
    green,
    protected,
    source,
    suite,
    tests,
    untouched,
    write,
)
from examples.wrong.mistake import Kind, Mistake
from obligato.spec import Obligation, Rule, bound, every, none, some

passed = tests.done(suite=bound(suite), failed=0)

UNTOUCHED = [
    Mistake(
        editing,
        untouched,
        Kind.MEANS,
        Rule("only by write", none(protected(w.path) for w in write.done())),
        "Files are changed by writing them.",
        "weaker",
        entities=1,
    ),
    Mistake(
        editing,
        untouched,
        Kind.SENSE,
        Rule("only protected ones", every(protected(c.path) for c in changed.made())),
        "Every change is checked against the list.",
        "incomparable",
        entities=1,
    ),
    Mistake(
        editing,
        untouched,
        Kind.QUANTIFIER,
        Rule("one that is allowed", some(~protected(c.path) for c in changed.made())),
        "A change of what is not protected is what the rule wants.",
        "by nothing",
        entities=1,
    ),
    Mistake(
        editing,
        untouched,
        Kind.MEANS,
        Rule("only the source", every(source(c.path) for c in changed.made())),
        "What is no source is protected, and what is source is not.",
        "incomparable",
        entities=1,
    ),
    Mistake(
        editing,
        untouched,
        Kind.SILENCE,
        Rule(
            "only what was answered",
            none(protected(c.path) for c in changed.made().marked("answered")),
        ),
        "A command that got no answer changed nothing.",
        "weaker",
        entities=1,
    ),
    Mistake(
        editing,
        untouched,
        Kind.GUARD,
        Rule("once the tests pass", untouched.formula, guard=some(passed)),
        "Nobody cares about a change until the tests pass.",
        "weaker",
        entities=1,
    ),
]
GREEN = [
    Mistake(
        editing,
        green,
        Kind.ORDER,
        Obligation("green at some time", some(passed)),
        "Once the tests pass, they pass.",
        "weaker",
        entities=1,
    ),
    Mistake(
        editing,
        green,
        Kind.ANSWER,
        Obligation(
            "tests run",
            some(
                every(~source(c.path) | c.before(t) for c in changed.made())
                for t in tests.done(suite=bound(suite))
            ),
        ),
        "A test run that ends well has passed.",
        "weaker",
        entities=1,
    ),
    Mistake(
        editing,
        green,
        Kind.BINDING,
        Obligation(
            "any suite",
            some(
                every(~source(c.path) | c.before(t) for c in changed.made())
                for t in tests.done(failed=0)
            ),
        ),
        "All suites test the same.",
        "weaker",
    ),
    Mistake(
        editing,
        green,
        Kind.MEANS,
        Obligation(
            "after the last write",
            some(
                every(~source(w.path) | w.before(t) for w in write.done())
                for t in passed
            ),
        ),
        "Source is edited by writing it.",
        "weaker",
        entities=1,
    ),
    Mistake(
        editing,
        green,
        Kind.TIME,
        Obligation(
            "begun before",
            some(
                every(~source(c.path) | (c.start < t.start) for c in changed.made())
                for t in passed
            ),
        ),
        "An edit begun before the tests is in what they test.",
        "weaker",
        entities=1,
    ),
    Mistake(
        editing,
        green,
        Kind.QUANTIFIER,
        Obligation(
            "for each edit a run",
            every(~source(c.path) | some(passed.after(c)) for c in changed.made()),
        ),
        "Each edit followed by green tests is one run after all of them.",
        "by nothing",
        entities=1,
    ),
    Mistake(
        editing,
        green,
        Kind.PART,
        Obligation(
            "after any edit",
            some(every(c.before(t) for c in changed.made()) for t in passed),
        ),
        "Whatever is edited can break the tests.",
        "stronger",
        entities=1,
    ),
]
WRONG = [*UNTOUCHED, *GREEN]
