"""What a monitor of the executed prefix cannot see: the second half of T3.

A monitor looks at what has been executed and at what is tried next, and lets it pass
or not. One plan is whole and another leaves something out, and up to the first write of
the other they look the same. The histories here are those up to that write.
"""

from .draft import Words
from .theory import RULE, Switch

WORDS = Words.of(
    """
    History: h
    Look: s t
    """,
    """
    whole(h): {} is a history of the whole plan
    partial(h): {} is a history of the plan that leaves something out
    first_write(h): {} ends with the first write of the plan that leaves something out
    seen_whole(h,s): of the whole plan, {} looks like {}
    seen_partial(h,s): of the plan that leaves something out, {} looks like {}
    passes(s): the monitor lets pass what looks like {}
    held(h): the monitor holds the last action of {} back, to release it later
    """,
    "",
    (
        Switch(
            "shared_prefix",
            "up to the first write of the one, both plans do the same",
            "CFRC, omission",
        ),
        Switch(
            "prefix_only",
            "what the monitor sees hangs on the history, not on what will follow",
            "CFRC, omission",
            RULE,
        ),
        Switch("transparent", "the monitor blocks no whole plan", "this project", RULE),
        Switch("no_buffering", "the monitor holds nothing back", "this project", RULE),
    ),
)

OMISSION = WORDS.theory(
    "omission",
    "a monitor of prefixes, a whole plan, and one that leaves something out",
    [
        (
            "T3",
            "omission",
            "the first write of the plan that leaves something out goes through",
            "first_write(h) ∧ seen_partial(h,s) → passes(s) ∧ ¬held(h)",
        )
    ],
    axioms="""
    shared_prefix: partial(h) → whole(h)
    prefix_only: seen_whole(h,s) ∧ seen_partial(h,t) → s = t
    transparent: whole(h) ∧ seen_whole(h,s) → passes(s)
    no_buffering: ¬held(h)
    seen: (∃s: seen_whole(h,s)) ∧ (∃s: seen_partial(h,s))
    write: first_write(h) → partial(h)
    """,
    ends="∃h: first_write(h)",
    sizes={"Look": 2},
)
