"""Successors of one another, and the lease that passes between them: T6.

A lease is an epoch: whoever acquires it makes it the current one, and may lose it again
without notice. That is not enough. A contract frozen under an earlier lease does not
know what was done since, so it is made after acquiring; and a call of an earlier lease
may still land, so either the world refuses old epochs (`FENCED`), or the lease moves
only when no call is in flight and its holder looks before sending (`DRAINED`).
"""

from collections.abc import Iterable

from .draft import Words
from .notation import clauses
from .theory import RULE, Step, Switch, Theory

SWITCHES = (
    Switch("l_new", "an epoch is later than all before it", "this project", RULE),
    Switch("l_exclusive", "acquiring ends the lease of others", "this project", RULE),
    Switch("l_refreeze", "acquiring discards the contract", "this project", RULE),
    Switch("l_drained", "no call is in flight when it moves", "this project", RULE),
    Switch("f_under_lease", "the holder freezes the contract", "this project", RULE),
    Switch("f_complete", "the contract has all that is real", "CFRC, contract", RULE),
    Switch("i_frozen", "no call without a frozen contract", "CFRC, contract", RULE),
    Switch("i_keep", "no call makes what the contract has", "CFRC, Preserve", RULE),
    Switch("i_once", "no call makes what was issued", "this project", RULE),
    Switch("i_held", "the holder looks before it sends", "this project", RULE),
    Switch("w_fence", "the world refuses calls of old epochs", "this project", RULE),
)
FENCED = {s.name for s in SWITCHES} - {"l_drained", "i_held"}
DRAINED = {s.name for s in SWITCHES} - {"w_fence"}

SORTS = """
Tenure: t u
Epoch: i j k
Effect: e
"""
RIGID = """
earlier(i,j): {} is earlier than {}
wants(t,e): the plan of {} makes {}
"""
STATE = """
now(i): {} is the current epoch
past(i): {} has been current
mine(t,i): {} has acquired {}
frozen(t): {} has a frozen contract
known(t,e): the contract of {} has {}
issued(t,e): {} has issued {}
flight(t,i,e): {} has, under {}, a call in flight that makes {}
landed(t,e): {} has made {}
real(e): {} is real
receipted(e): there is a receipt of {}
twice(e): {} has been made twice
"""

AXIOMS = """
order: ¬earlier(i,i) ∧ (earlier(i,j) ∧ earlier(j,k) → earlier(i,k))
    ∧ (i = j ∨ earlier(i,j) ∨ earlier(j,i))
"""
INITIAL = """
nobody: ¬mine(t,i) ∧ ¬frozen(t) ∧ ¬issued(t,e) ∧ ¬landed(t,e) ∧ ¬flight(t,i,e)
epochs: ¬past(i) ∧ ¬now(i)
effects: ¬twice(e) ∧ (receipted(e) ↔ real(e))
"""
INVARIANT = """
one_now: now(i) ∧ now(j) → i = j
one_mine: mine(t,i) ∧ mine(t,j) → i = j
one_holder: mine(t,i) ∧ mine(u,i) → t = u
been: mine(t,i) ∨ flight(t,i,e) ∨ now(i) → past(i)
flight_issued: flight(t,i,e) ∧ mine(t,i) ∧ now(i)
    → frozen(t) ∧ issued(t,e) ∧ ¬known(t,e) ∧ ¬real(e)
flight_mine: flight(t,i,e) ∧ now(i) → mine(t,i)
flight_one: flight(t,i,e) ∧ flight(u,j,e) ∧ now(i) ∧ now(j) → t = u
knows: mine(t,i) ∧ now(i) ∧ frozen(t) ∧ real(e) → known(t,e) ∨ issued(t,e)
never_twice: ¬twice(e)
landed_real: landed(t,e) → real(e)
"""


def leased(name: str, about: str, rules: Iterable[str], more: str = "") -> Theory:
    """Return the theory of successors that keep to these rules. `more`: conjuncts."""
    words = Words.of(SORTS, RIGID, STATE, [s for s in SWITCHES if s.name in rules])
    return words.theory(
        name,
        about,
        [("T6", name, "no effect is made twice, by whomever", "¬twice(e)")],
        ends="∃t u e e1: t ≠ u ∧ e ≠ e1 ∧ landed(t,e) ∧ landed(u,e1)",
        axioms=AXIOMS,
        initial=INITIAL,
        steps=_steps(words),
        invariant=INVARIANT + more,
        sizes={"Tenure": 2, "Epoch": 3, "Effect": 2},
        depth=9,
    )


def _steps(words: Words) -> tuple[Step, ...]:
    def only(guards: str) -> str:
        """Keep the guards of rules that there are, and those that are no rule."""
        rules = {switch.name for switch in SWITCHES} - words.switches.keys()
        kept = {n: said for n, said in clauses(guards).items() if n not in rules}
        return "\n".join(f"{n}: {said}" for n, said in kept.items())

    return (
        words.step(
            "acquire",
            "t i",
            "{t} acquires the lease, epoch {i}",
            only("""
            l_new: past(j) → earlier(j,i)
            l_drained: ¬flight(u,j,e)
            """),
            """
            -now(j) if l_exclusive
            +now(i)
            +past(i)
            -mine(t,j)
            +mine(t,i)
            -frozen(t) if l_refreeze
            -issued(t,e) if l_refreeze
            """,
        ),
        words.step(
            "freeze",
            "t i",
            "{t} freezes its contract, under {i}",
            only("""
            first: ¬frozen(t)
            f_under_lease: mine(t,i) ∧ now(i)
            """),
            """
            +frozen(t)
            -known(t,e)
            +known(t,e) if (f_complete → real(e)) ∧ (f_complete ∨ receipted(e))
            """,
        ),
        words.step(
            "issue",
            "t i e",
            "{t} issues a call that makes {e}, under {i}",
            only("""
            may: mine(t,i) ∧ wants(t,e)
            i_frozen: frozen(t)
            i_keep: ¬known(t,e)
            i_once: ¬issued(t,e)
            i_held: now(i)
            """),
            """
            +issued(t,e)
            +flight(t,i,e)
            """,
        ),
        words.step(
            "land",
            "t i e",
            "the call of {t} lands and makes {e}, under {i}",
            only("""
            may: flight(t,i,e)
            w_fence: now(i)
            """),
            """
            -flight(t,i,e)
            +landed(t,e)
            +twice(e) if real(e)
            +real(e)
            """,
        ),
        words.step(
            "vanish",
            "t i e",
            "the call of {t} under {i} never lands",
            "may: flight(t,i,e)",
            "-flight(t,i,e)",
        ),
        words.step(
            "receive", "e", "a receipt of {e} arrives", "may: real(e)", "+receipted(e)"
        ),
    )


LEASE = (
    leased(
        "fenced", "successors, and a world that refuses calls of old epochs", FENCED
    ),
    leased(
        "drained",
        "successors, and a lease that moves only when no call is in flight",
        DRAINED,
        "drained: l_drained ∧ i_held ∧ flight(t,i,e) → now(i)\n",
    ),
)
