"""The words of the abstract protocol: one tenure, its contract, and the world.

What a tool is declared to do and what it really does are two relations, so that the
assumption that they agree has a name. `K`, `B` and `O` are what is really fixed and
owed at the frontier; ``z_…`` is what the contract says.
"""

from .draft import Words
from .theory import RULE, Switch

SORTS = """
Action: a b c
Value: v w x
Effect: e
Receipt: r
Role: p
Fact: f
Obligation: o
Asked: q
Plan: h
"""

RIGID = """
offers(h,a): plan {} has the action {}
before(a,b): {} comes before {}
literal(a,v): the argument of {} is written as {}
refers(a,b): {} takes its argument from the receipt of {}
covers(a,o): the plan says that {} covers {}
makes(a,v,e): {}({}) is declared to make {}
really_makes(a,v,e): {}({}) makes {}
ends(a,v,e): {}({}) is declared to end {}
really_ends(a,v,e): {}({}) ends {}
rebinds(a,p): {} is declared to rebind {}
really_rebinds(a,p): {} rebinds {}
really_binds(a,p,v): {} binds {} to {}
requires(a,f): {} is declared to require {}
really_requires(a,f): {} requires {}
adds(a,f): {} makes {} true
removes(a,f): {} makes {} false
meets(a,v,o): {}({}) is declared to meet {}
really_meets(a,v,o): {}({}) meets {}
breaks(a,v,o): {}({}) is declared to break {}
really_breaks(a,v,o): {}({}) breaks {}
meets_asked(a,v,q): {}({}) meets the request {}
breaks_asked(a,v,q): {}({}) breaks the request {}
implies(o,q): {} encodes the request {}
of(r,a): {} names {}
with(r,v): {} names the argument {}
says(r,v): {} returns {}
ok(r): {} says ok
live(r): {} is live
K(e): {} was made before the frontier, by receipt
B(p,v): {} was bound to {} before the frontier
O(q): {} is requested and open
z_keeps(e): the contract keeps {}
z_may(e): the contract says that {} may have happened
z_binds(p,v): the contract binds {} to {}
z_owes(o): the contract owes {}
z_admits(e): the contract admits {}
"""

STATE = """
admitted: the plan is admitted
wrote: a write has been made
success: success has been claimed
bottom: the tenure has ended with ⊥
misfired: a call ran whose precondition was false
now_keeps(e): the contract in hand keeps {}
now_owes(o): the contract in hand owes {}
real(e): {} is real
once(e): {} has been made
twice(e): {} has been made twice
own(e): {} was made in this tenure
bound(p,v): {} is bound to {}
holds(f): {} is true
met(o): {} is met
met_asked(q): the request {} is met
issued(a): {} has been issued
pending(a,v): {}({}) is in flight
logged(a): the intent of {} is logged
performed(a,v): {}({}) has taken effect
done(a,v): {}({}) has been answered ok
maybe(e): {} may have been made by a logged intent
received(r): {} has arrived
plan(a): {} is of the plan
spoilt(r,o): a later call may have broken what {} shows of {}
"""

SWITCHES = (
    Switch(
        "authentic",
        "a live receipt comes from a call that was made",
        "CFRC, live evidence",
    ),
    Switch("one_call", "a receipt names one call and one argument", "this project"),
    Switch("quiet", "nobody else changes the world meanwhile", "this project"),
    Switch("tools_effects", "a tool makes only effects it declares", "this project"),
    Switch("tools_undo", "a tool ends only effects it declares to end", "this project"),
    Switch("tools_bind", "a tool rebinds only roles it declares", "this project"),
    Switch("tools_pre", "a tool requires only what it declares", "this project"),
    Switch("tools_meet", "a call that is said to meet a duty does", "this project"),
    Switch("tools_break", "a call breaks only duties it declares", "this project"),
    Switch("sound_contract", "what the contract calls fixed is so", "CFRC, contract"),
    Switch("complete_K", "the contract keeps every receipted effect", "CFRC, contract"),
    Switch(
        "complete_unknown",
        "what happened without a receipt is in the contract: kept, or as what may be",
        "this project",
    ),
    Switch("complete_B", "the contract has every accepted binding", "CFRC, contract"),
    Switch("complete_O", "every open request is encoded by a duty", "CFRC, contract"),
    Switch(
        "implied",
        "what meets a duty meets the request that it encodes, and what breaks the "
        "request breaks the duty",
        "this project",
    ),
    Switch(
        "frozen",
        "the contract is not changed after it was made",
        "CFRC, contract",
        RULE,
    ),
    Switch(
        "r_admitted", "no call before the plan is admitted", "CFRC, admission", RULE
    ),
    Switch("r_member", "only calls of the plan are made", "CFRC, admission", RULE),
    Switch("r_once", "an action is issued once", "this project", RULE),
    Switch("r_order", "an action waits for those before it", "CFRC, execution", RULE),
    Switch(
        "r_rebind", "an argument comes from a live receipt", "CFRC, execution", RULE
    ),
    Switch(
        "r_pre", "the precondition is checked again at the call", "CFRC, Exec", RULE
    ),
    Switch("r_keep", "no call makes a kept effect again", "CFRC, Preserve", RULE),
    Switch("r_ambiguous", "no call makes what may have happened", "this project", RULE),
    Switch("r_undo", "no call ends what is kept or was made", "this project", RULE),
    Switch(
        "r_distinct", "no call makes what an intent may have made", "this project", RULE
    ),
    Switch(
        "r_admissible", "calls make admissible effects only", "CFRC, contract", RULE
    ),
    Switch("r_bind", "no call rebinds a bound role", "CFRC, Preserve", RULE),
    Switch("r_serial", "one call is in flight at a time", "this project", RULE),
    Switch(
        "r_no_swap", "no other plan after the first write", "CFRC, abort rule", RULE
    ),
    Switch(
        "r_unknown_ends", "an unknown outcome ends the tenure", "this project", RULE
    ),
    Switch(
        "r_write_ahead", "the intent is logged before the call", "this project", RULE
    ),
    Switch("r_stop", "nothing is done after success or ⊥", "CFRC, abort rule", RULE),
    Switch("d_has", "evidence is a receipt that arrived", "CFRC, discharge", RULE),
    Switch("d_live", "evidence is live", "CFRC, discharge", RULE),
    Switch("d_ok", "evidence says ok", "CFRC, discharge", RULE),
    Switch(
        "d_match", "evidence is of a call that meets the duty", "CFRC, discharge", RULE
    ),
    Switch(
        "d_unspoilt", "no later call may have broken the duty", "this project", RULE
    ),
    Switch("c_eval", "success needs evidence of every duty", "CFRC, discharge", RULE),
    Switch("c_quiet", "nothing is in flight at the claim", "this project", RULE),
    Switch("a_cover", "an admitted plan covers every duty", "CFRC, admission", RULE),
    Switch("a_keep", "an admitted plan repeats nothing kept", "CFRC, admission", RULE),
    Switch(
        "a_distinct", "an admitted plan makes no effect twice", "this project", RULE
    ),
    Switch(
        "a_admissible",
        "an admitted plan makes admissible effects",
        "CFRC, contract",
        RULE,
    ),
    Switch("a_order", "the order of an admitted plan is one", "this project", RULE),
    Switch("no_compensation", "⊥ takes nothing back", "CFRC, ⊥", RULE),
)

WORDS = Words.of(SORTS, RIGID, STATE, SWITCHES)
