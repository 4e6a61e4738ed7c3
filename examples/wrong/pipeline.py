"""Wrong ways to say: all loaded once, nothing unvalidated, published unless held."""

from examples.pipeline import (
    Partition,
    dataset,
    extract,
    handing,
    hold,
    inspect,
    load,
    loaded,
    once,
    publish,
    validate,
    validated,
    whole,
)
from examples.wrong.mistake import Kind, Mistake
from obligato.spec import Obligation, Rule, bound, count, every, none, some
from obligato.spec.terms import Formula, Term


def all_rows(p: Term) -> Formula:
    """Say that a partition was found with as many rows as were extracted."""
    return some(
        i.rows == e.rows
        for e in extract.done(partition=p)
        for k in load.done(partition=p, file=e.file)
        for i in inspect.done(partition=p, found=True).after(k)
    )


def loaded_once(p: Term) -> Formula:
    """Say that a partition is loaded once."""
    return count(loaded.made(partition=p).standing()) == 1


published = publish.done(dataset=bound(dataset))
held = hold.given(dataset=bound(dataset))

WHOLE = [
    Mistake(
        handing,
        whole,
        Kind.NOTHING,
        Obligation(
            "every partition, if any",
            every(loaded_once(p) & all_rows(p) for p in Partition),
        ),
        "There are always partitions.",
        "weaker",
        events=3,
    ),
    Mistake(
        handing,
        whole,
        Kind.QUANTIFIER,
        Obligation(
            "some partition", some(loaded_once(p) & all_rows(p) for p in Partition)
        ),
        "A partition that is loaded stands for the day.",
        "incomparable",
        events=3,
    ),
    Mistake(
        handing,
        whole,
        Kind.STANDING,
        Obligation(
            "loaded, and perhaps cleared",
            some(Partition)
            & every(
                (count(loaded.made(partition=p)) == 1) & all_rows(p) for p in Partition
            ),
        ),
        "What was loaded is there.",
        "incomparable",
        events=5,
        entities=1,
    ),
    Mistake(
        handing,
        whole,
        Kind.COUNT,
        Obligation(
            "loaded at least once",
            some(Partition)
            & every(
                some(loaded.made(partition=p).standing()) & all_rows(p)
                for p in Partition
            ),
        ),
        "Loading a partition again replaces it.",
        "weaker",
    ),
    Mistake(
        handing,
        whole,
        Kind.PART,
        Obligation(
            "found, with any rows",
            some(Partition)
            & every(
                loaded_once(p)
                & some(
                    inspect.done(partition=p, found=True).after(k)
                    for e in extract.done(partition=p)
                    for k in load.done(partition=p, file=e.file)
                )
                for p in Partition
            ),
        ),
        "A partition that is there has all its rows.",
        "weaker",
    ),
    Mistake(
        handing,
        whole,
        Kind.ORDER,
        Obligation(
            "found at any time",
            some(Partition)
            & every(
                loaded_once(p)
                & some(
                    i.rows == e.rows
                    for e in extract.done(partition=p)
                    for k in load.done(partition=p, file=e.file)
                    for i in inspect.done(partition=p, found=True)
                )
                for p in Partition
            ),
        ),
        "What is found was loaded before.",
        "weaker",
    ),
]
VALIDATED = [
    Mistake(
        handing,
        validated,
        Kind.ANSWER,
        Rule(
            "looked at",
            every(some(validate.done(file=k.file).before(k)) for k in load.tried()),
        ),
        "A file that was validated is valid.",
        "weaker",
    ),
    Mistake(
        handing,
        validated,
        Kind.ORDER,
        Rule(
            "validated at any time",
            every(some(validate.done(file=k.file, valid=True)) for k in load.tried()),
        ),
        "A file is as valid afterwards as it was before.",
        "weaker",
    ),
    Mistake(
        handing,
        validated,
        Kind.ATTEMPT,
        Rule(
            "only loads that succeed",
            every(
                some(validate.done(file=k.file, valid=True).before(k))
                for k in load.done()
            ),
        ),
        "A load that failed left nothing behind.",
        "weaker",
    ),
    Mistake(
        handing,
        validated,
        Kind.BINDING,
        Rule(
            "some file validated",
            every(some(validate.done(valid=True).before(k)) for k in load.tried()),
        ),
        "What was validated last is what is loaded next.",
        "weaker",
    ),
    Mistake(
        handing,
        validated,
        Kind.SENSE,
        Rule(
            "the valid loaded",
            every(
                some(load.tried(file=v.file).after(v))
                for v in validate.done(valid=True)
            ),
        ),
        "Only the valid is loaded and the valid is loaded are the same.",
        "incomparable",
    ),
    Mistake(
        handing,
        validated,
        Kind.DUTY,
        Obligation("owed", validated.formula),
        "Validation is a step of the work.",
        "by nothing",
    ),
]
ONCE = [
    Mistake(
        handing,
        once,
        Kind.GUARD,
        Obligation("held or not", count(published) == 1),
        "Nobody will hold it.",
        "stronger",
    ),
    Mistake(
        handing,
        once,
        Kind.PART,
        Obligation(
            "published and not held", (count(published) == 1) & none(held.standing())
        ),
        "A hold is something that must not happen.",
        "stronger",
    ),
    Mistake(
        handing,
        once,
        Kind.STANDING,
        Obligation("never held", count(published) == 1, guard=none(held)),
        "A hold is for good.",
        "weaker",
    ),
    Mistake(
        handing,
        once,
        Kind.BINDING,
        Obligation(
            "nothing held",
            count(published) == 1,
            guard=none(hold.given().standing()),
        ),
        "A hold is a hold of this.",
        "weaker",
    ),
    Mistake(
        handing,
        once,
        Kind.COUNT,
        Obligation("at least once", count(published) >= 1, guard=none(held.standing())),
        "Publishing twice is harmless.",
        "weaker",
    ),
    Mistake(
        handing,
        once,
        Kind.ATTEMPT,
        Obligation(
            "tried once",
            count(publish.tried(dataset=bound(dataset))) == 1,
            guard=none(held.standing()),
        ),
        "One call is one publication.",
        "evidenced",
    ),
]
WRONG = [*WHOLE, *VALIDATED, *ONCE]
