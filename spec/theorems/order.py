"""Plans that are safe in every order their edges allow: T5, and the end of T11.

Nothing is checked again when an action runs. Every fact that an action requires has a
*link*: a producer that comes before it, or the start; and whatever could make the fact
false in between (a *threat*) comes before the producer or after the consumer. `support`
is that condition at the action that acts, which is all that the induction needs; it is
stated once more, of all actions, where never being stuck is proved.
"""

from .draft import Words
from .theory import RULE, Switch

SWITCHES = (
    Switch("acyclic", "no action comes before itself", "CFRC, graph", RULE),
    Switch(
        "closed", "what comes before what comes before comes before", "this project"
    ),
    Switch("tools", "actions require, add and cut what they declare", "this project"),
    Switch(
        "distinct", "no two actions that both fire make one effect", "CFRC, Preserve"
    ),
    Switch("keep", "no action makes or ends a kept effect", "CFRC, Preserve"),
    Switch("support", "every required fact has a link", "this project", RULE),
    Switch("produces", "the producer of a link adds its fact", "this project", RULE),
    Switch("ordered", "the producer of a link comes before", "this project", RULE),
    Switch(
        "fires_with", "the producer fires if the consumer does", "this project", RULE
    ),
    Switch(
        "starts", "a link from the start is of what is so then", "this project", RULE
    ),
    Switch(
        "threats", "whatever cuts a linked fact is out of the way", "this project", RULE
    ),
    Switch("threats_start", "so it is for links from the start", "this project", RULE),
    Switch("goals", "every goal has a link", "CFRC, admission", RULE),
    Switch("goal_produces", "the producer of a goal adds it", "this project", RULE),
    Switch("goal_threats", "whatever cuts a goal comes before", "this project", RULE),
    Switch(
        "goal_threats_start", "nothing cuts a goal of the start", "this project", RULE
    ),
    Switch("r_once", "an action runs once", "this project", RULE),
    Switch("r_order", "an action waits for those before it", "CFRC, execution", RULE),
    Switch("quiet", "nobody else changes the world meanwhile", "this project"),
)

WORDS = Words.of(
    """
    Action: a b c d
    Fact: f
    Effect: e
    """,
    """
    before(a,b): {} comes before {}
    fires(a): the guard of {} is true
    with(c,a): {} fires only if {} does
    apart(a,b): {} and {} never both fire
    requires(a,f): {} is declared to require {}
    adds(a,f): {} is declared to make {} true
    cuts(a,f): {} is declared to make {} false
    really_requires(a,f): {} requires {}
    really_adds(a,f): {} makes {} true
    really_cuts(a,f): {} makes {} false
    makes(a,e): {} makes {}
    ends(a,e): {} ends {}
    kept(e): {} is kept
    first(f): {} is true at the start
    goal(f): {} is a goal
    link(a,f,c): {} gives {} to {}
    start_link(f,c): the start gives {} to {}
    goal_link(a,f): {} gives the goal {}
    goal_start(f): the start gives the goal {}
    """,
    """
    done(a): {} is done
    holds(f): {} is true
    real(e): {} is real
    once(e): {} has been made
    twice(e): {} has been made twice
    misfired: an action ran whose precondition was false
    """,
    SWITCHES,
)

AXIOMS = """
acyclic: ¬before(a,a)
closed: before(a,b) ∧ before(b,c) → before(a,c)
tools: (really_requires(a,f) ↔ requires(a,f)) ∧ (really_adds(a,f) ↔ adds(a,f))
    ∧ (really_cuts(a,f) ↔ cuts(a,f))
with: with(c,a) ∧ fires(c) → fires(a)
apart: apart(a,b) → ¬fires(a) ∨ ¬fires(b)
distinct: makes(a,e) ∧ makes(b,e) → a = b ∨ apart(a,b)
keep: makes(a,e) ∨ ends(a,e) → ¬kept(e)
produces: link(a,f,c) → adds(a,f)
ordered: link(a,f,c) → before(a,c)
fires_with: link(a,f,c) → with(c,a)
starts: (start_link(f,c) → first(f)) ∧ (goal_start(f) → first(f))
threats: link(a,f,c) ∧ cuts(d,f)
    → d = a ∨ d = c ∨ before(d,a) ∨ before(c,d) ∨ apart(c,d) ∨ apart(d,a)
threats_start: start_link(f,c) ∧ cuts(d,f) → d = c ∨ before(c,d) ∨ apart(c,d)
goals: goal(f) → goal_start(f) ∨ ∃a: goal_link(a,f) ∧ fires(a)
goal_produces: goal_link(a,f) → adds(a,f)
goal_threats: goal_link(a,f) ∧ cuts(d,f) → d = a ∨ before(d,a) ∨ apart(d,a)
goal_threats_start: goal_start(f) → ¬cuts(d,f)
"""

INITIAL = """
begun: ¬done(a) ∧ ¬misfired
facts: holds(f) ↔ first(f)
effects: (real(e) ↔ kept(e)) ∧ (once(e) ↔ kept(e)) ∧ ¬twice(e)
"""

STEPS = (
    WORDS.step(
        "do",
        "a",
        "{a} runs",
        """
        r_once: ¬done(a)
        r_order: before(b,a) → done(b)
        support: requires(a,f) → start_link(f,a) ∨ ∃b: link(b,f,a)
        """,
        """
        +done(a)
        +misfired if fires(a) ∧ ∃f: really_requires(a,f) ∧ ¬holds(f)
        -holds(f) if fires(a) ∧ really_cuts(a,f)
        +holds(f) if fires(a) ∧ really_adds(a,f)
        -real(e) if fires(a) ∧ ends(a,e)
        +real(e) if fires(a) ∧ makes(a,e)
        +twice(e) if fires(a) ∧ makes(a,e) ∧ once(e)
        +once(e) if fires(a) ∧ makes(a,e)
        """,
    ),
    WORDS.step(
        "other_cuts",
        "f",
        "somebody else makes {f} false",
        "may: ¬quiet",
        "-holds(f)",
        adversary=True,
    ),
)

INVARIANT = """
down: done(a) ∧ before(b,a) → done(b)
executable: ¬misfired
never_twice: ¬twice(e)
kept: kept(e) → real(e)
not_yet: makes(a,e) ∧ fires(a) ∧ ¬done(a) → ¬once(e)
links: link(a,f,c) ∧ done(a) ∧ fires(a) ∧ fires(c) ∧ ¬done(c) → holds(f)
start_links: start_link(f,c) ∧ fires(c) ∧ ¬done(c) → holds(f)
goal_links: goal_link(a,f) ∧ fires(a) ∧ done(a) → holds(f)
goal_starts: goal_start(f) → holds(f)
"""

CLAIMS = (
    ("T5", "executable", "no action runs whose precondition is false", "¬misfired"),
    ("T5", "effects", "every kept effect stays", "kept(e) → real(e)"),
    ("T5", "no_duplicate", "no effect is made twice", "¬twice(e)"),
    (
        "T5",
        "complete",
        "when all actions are done, every goal is so",
        "(∀a: done(a)) ∧ goal(f) → holds(f)",
    ),
)

EXAMPLE = """(∀a: done(a) ∧ fires(a)) ∧ (∃f: goal(f) ∧ ¬first(f))
    ∧ (∃a f: requires(a,f)) ∧ (∃a f: cuts(a,f))
    ∧ (∃a b: a ≠ b ∧ ¬before(a,b) ∧ ¬before(b,a))"""

ORDER = WORDS.theory(
    "order",
    "a plan whose links are free of threats, run in any order of its edges",
    CLAIMS,
    ends=EXAMPLE,
    axioms=AXIOMS,
    initial=INITIAL,
    steps=STEPS,
    invariant=INVARIANT,
    sizes={"Action": 3},
    depth=4,
)

READY = "¬done(a) ∧ (∀b: before(b,a) → done(b))"
# A finite order without a cycle has a first element among those that are left; logic of
# first order cannot say that there are finitely many, so the one instance is a premise.
FINITE = f"(acyclic ∧ closed ∧ (∃a: ¬done(a)) → ∃a: {READY})"

PROGRESS = WORDS.theory(
    "progress",
    "the same plan: while work is left, something can be done",
    [
        (
            "T11",
            "never_stuck",
            "while an action is left, one is ready and its precondition is true",
            f"{FINITE} ∧ (support → ∀c f: requires(c,f) → start_link(f,c) ∨ "
            f"∃a: link(a,f,c)) ∧ (∃a: ¬done(a)) → ∃a: {READY} "
            "∧ (fires(a) → ∀f: really_requires(a,f) → holds(f))",
        )
    ],
    ends=EXAMPLE,
    axioms=AXIOMS,
    initial=INITIAL,
    steps=STEPS,
    invariant=INVARIANT,
    sizes={"Action": 3},
    depth=3,
    note="support of all actions leads from actions to actions; decided all the same",
)
