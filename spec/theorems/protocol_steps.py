"""The steps of the abstract protocol, and those of its adversary.

A call is two steps: it is issued (checked again, bound, logged, sent), and later the
world answers, loses the answer after or before the effect, or refuses. So a plan may
be overtaken between check and use, and a call may be in flight when the tenure ends.
"""

from .protocol_words import WORDS

RUNNING = "r_stop: ¬success ∧ ¬bottom"

EVIDENCE = (
    "∃a v r: (d_has → received(r)) ∧ (d_live → live(r)) ∧ (d_ok → ok(r)) ∧ "
    "(d_match → of(r,a) ∧ with(r,v) ∧ meets(a,v,o)) ∧ (d_unspoilt → ¬spoilt(r,o))"
)

# What happens in the world when the call takes effect.
EFFECT = """
    -pending(a,v)
    +performed(a,v)
    +wrote if ∃e: makes(a,v,e) ∨ really_makes(a,v,e) ∨ really_ends(a,v,e)
    +misfired if ∃f: really_requires(a,f) ∧ ¬holds(f)
    -real(e) if really_ends(a,v,e)
    +real(e) if really_makes(a,v,e)
    +twice(e) if once(e) ∧ really_makes(a,v,e)
    +once(e) if really_makes(a,v,e)
    +own(e) if really_makes(a,v,e)
    -bound(p,x) if really_rebinds(a,p)
    +bound(p,x) if really_binds(a,p,x)
    -holds(f) if removes(a,f)
    +holds(f) if adds(a,f)
    -met(o) if really_breaks(a,v,o)
    +met(o) if really_meets(a,v,o)
    -met_asked(q) if breaks_asked(a,v,q)
    +met_asked(q) if meets_asked(a,v,q)
"""
# The receipt that comes back, and what it says.
ANSWER = "pending(a,v) ∧ ¬received(r) ∧ live(r) ∧ of(r,a) ∧ with(r,v)"
# A read may be tried again as long as nothing was written.
READ = "read: pending(a,v) ∧ ¬wrote ∧ ¬makes(a,v,e) ∧ ¬ends(a,v,e)"
# An unknown outcome ends the tenure; without that rule it is taken for a failure.
UNKNOWN = """
    +bottom if r_unknown_ends
    -issued(a) if ¬r_unknown_ends
    -maybe(e) if ¬r_unknown_ends ∧ makes(a,v,e)
"""

PROTOCOL = (
    WORDS.step(
        "repropose",
        "h",
        "another plan, {h}, is proposed for the same contract",
        f"""
        {RUNNING}
        r_no_swap: ¬wrote ∧ ¬pending(a,v)
        """,
        """
        -admitted
        -plan(a)
        +plan(a) if offers(h,a)
        """,
    ),
    WORDS.step(
        "admit",
        "",
        "the plan is admitted",
        f"""
        {RUNNING}
        new: ¬admitted
        a_cover: now_owes(o) → ∃a: plan(a) ∧ covers(a,o)
        a_keep: plan(a) ∧ literal(a,v) ∧ makes(a,v,e) → ¬now_keeps(e)
        a_distinct: plan(a) ∧ plan(b) ∧ literal(a,v) ∧ literal(b,w)
            ∧ makes(a,v,e) ∧ makes(b,w,e) → a = b
        a_admissible: plan(a) ∧ literal(a,v) ∧ makes(a,v,e) → z_admits(e)
        a_order: ¬before(a,a) ∧ (before(a,b) ∧ before(b,c) → before(a,c))
            ∧ (refers(a,b) → before(b,a))
        """,
        "+admitted",
    ),
    WORDS.step(
        "issue",
        "a v",
        "{a}({v}) is issued",
        f"""
        {RUNNING}
        r_admitted: admitted
        r_member: plan(a)
        r_once: ¬issued(a)
        r_order: before(b,a) → ∃w: done(b,w)
        r_rebind: literal(a,v) ∨ ∃b r: refers(a,b) ∧ of(r,b) ∧ says(r,v)
            ∧ received(r) ∧ live(r) ∧ ok(r)
        r_pre: requires(a,f) → holds(f)
        r_keep: makes(a,v,e) → ¬now_keeps(e)
        r_ambiguous: makes(a,v,e) → ¬z_may(e)
        r_undo: ends(a,v,e) → ¬now_keeps(e) ∧ ¬maybe(e)
        r_distinct: makes(a,v,e) → ¬maybe(e)
        r_admissible: makes(a,v,e) → z_admits(e)
        r_bind: z_binds(p,x) → ¬rebinds(a,p)
        r_serial: ¬pending(b,w)
        """,
        """
        +issued(a)
        +pending(a,v)
        +logged(a) if r_write_ahead
        +maybe(e) if makes(a,v,e)
        """,
    ),
    WORDS.step(
        "answer",
        "a v r",
        "{a}({v}) takes effect, and its receipt {r} arrives",
        f"may: {ANSWER} ∧ ok(r)",
        f"""{EFFECT}
        +done(a,v)
        +logged(a)
        +received(r)
        +spoilt(r1,o) if received(r1) ∧ breaks(a,v,o)
        """,
    ),
    WORDS.step(
        "lose",
        "a v",
        "{a}({v}) takes effect, and its response is lost",
        "may: pending(a,v)",
        f"{EFFECT}{UNKNOWN}",
    ),
    WORDS.step(
        "drop",
        "a v",
        "{a}({v}) is lost before it takes effect",
        "may: pending(a,v)",
        f"-pending(a,v)\n{UNKNOWN}",
    ),
    WORDS.step(
        "fail",
        "a v r",
        "{a}({v}) does nothing, and its receipt {r} says failed",
        f"may: {ANSWER} ∧ ¬ok(r)",
        """
        -pending(a,v)
        +received(r)
        +bottom
        """,
    ),
    WORDS.step(
        "fail_read",
        "a v r",
        "the read {a}({v}) fails, as {r} says, and may be tried again",
        f"""
        answer: {ANSWER} ∧ ¬ok(r)
        {READ}
        """,
        """
        -pending(a,v)
        +received(r)
        -issued(a)
        """,
    ),
    WORDS.step(
        "lose_read",
        "a v",
        "the response of the read {a}({v}) is lost, and it may be tried again",
        READ,
        f"""{EFFECT}
        -issued(a)
        +spoilt(r,o) if received(r) ∧ breaks(a,v,o)
        """,
    ),
    WORDS.step(
        "drop_read",
        "a v",
        "the read {a}({v}) never arrives, and may be tried again",
        READ,
        """
        -pending(a,v)
        -issued(a)
        """,
    ),
    WORDS.step(
        "claim",
        "",
        "success is claimed",
        f"""
        {RUNNING}
        c_eval: now_owes(o) → {EVIDENCE}
        c_quiet: ¬pending(a,v)
        """,
        "+success",
    ),
    WORDS.step("abort", "", "the tenure gives up", RUNNING, "+bottom"),
)

ADVERSARY = (
    WORDS.step(
        "amend",
        "o e",
        "the contract is rewritten: {o} is not owed, {e} not kept",
        "may: ¬frozen",
        """
        -now_owes(o)
        -now_keeps(e)
        """,
        adversary=True,
    ),
    WORDS.step(
        "forge",
        "r",
        "a forged receipt {r} arrives",
        "may: ¬authentic",
        "+received(r)",
        adversary=True,
    ),
    WORDS.step(
        "other_makes",
        "e",
        "somebody else makes {e}",
        "may: ¬quiet",
        """
        +real(e)
        +twice(e) if once(e)
        +once(e)
        """,
        adversary=True,
    ),
    WORDS.step(
        "other_ends",
        "e",
        "somebody else ends {e}",
        "may: ¬quiet",
        "-real(e)",
        adversary=True,
    ),
    WORDS.step(
        "other_binds",
        "p v",
        "somebody else binds {p} to {v}",
        "may: ¬quiet",
        """
        -bound(p,x)
        +bound(p,v)
        """,
        adversary=True,
    ),
    WORDS.step(
        "other_changes",
        "f o q",
        "somebody else makes {f} false and breaks {o} and {q}",
        "may: ¬quiet",
        """
        -holds(f)
        -met(o)
        -met_asked(q)
        """,
        adversary=True,
    ),
    WORDS.step(
        "compensate",
        "e",
        "after ⊥, {e} is taken back",
        """
        may: ¬no_compensation
        ended: bottom
        """,
        "-real(e)",
        adversary=True,
    ),
)
