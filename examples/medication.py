"""A dose given across a change of shift: two check it, one gives it, once.

It is charted within a quarter of an hour, the next shift is told, and nothing is
given after somebody stopped it. The giving of a dose can go unanswered: the nurse
was called away. The cabinet says ten minutes later whether it was taken out.
"""

from examples.judged import Judged
from obligato.model import record
from obligato.spec import (
    Decimal,
    Decision,
    Effect,
    Flag,
    Line,
    Obligation,
    Party,
    Request,
    Rule,
    Sort,
    Tool,
    World,
    at,
    bound,
    count,
    every,
    gap,
    minutes,
    none,
    some,
)

Patient, Drug = Sort("Patient"), Sort("Drug")
patient, drug, mg = Patient("patient"), Drug("drug"), Decimal(2)("mg")
relief, taken = Party("relief"), Flag("taken")
administered = Effect("administered", patient, drug)

prescribe = Decision("prescribe", of=[patient, drug, mg])
stop = Decision("stop", of=[patient, drug])
check = Decision("check", of=[patient, drug, mg])
give = Tool(
    "give",
    takes=[patient, drug, mg],
    makes=[administered(patient, drug)],
    settles=minutes(10),
    fails="clean",
)
cabinet = Tool(
    "cabinet",
    takes=[patient, drug],
    returns=[taken],
    tells=[administered(patient, drug).when(taken)],
    fails="clean",
)
chart = Tool("chart", takes=[patient, drug, mg], fails="clean")
tell = Tool("tell", takes=[patient, drug, relief], fails="clean")

doses = give.done(patient=bound(patient), drug=bound(drug))
given_once = Obligation(
    "the dose given once",
    (count(doses) == 1) & every(g.mg == bound(mg) for g in doses),
    guard=some(
        prescribe.given(
            patient=bound(patient), drug=bound(drug), mg=bound(mg)
        ).standing()
    )
    & none(stop.given(patient=bound(patient), drug=bound(drug)).standing()),
)
two_checked = Rule(
    "given as prescribed, checked by the giver and another, and not stopped",
    every(
        some(prescribe.given(patient=g.patient, drug=g.drug, mg=g.mg).standing(g))
        & some(
            check.given(patient=g.patient, drug=g.drug, mg=g.mg, by=g.by).standing(g)
        )
        & some(
            check.given(patient=g.patient, drug=g.drug, mg=g.mg, by=~g.by).standing(g)
        )
        & none(stop.given(patient=g.patient, drug=g.drug).standing(g))
        for g in give.tried()
    ),
)
passed_on = Rule(
    "each dose charted within a quarter of an hour, and told to the next shift",
    every(
        some(
            chart.done(patient=g.patient, drug=g.drug, mg=g.mg)
            .after(g)
            .within(minutes(15), of=g)
        )
        & some(tell.done(patient=g.patient, drug=g.drug, relief=bound(relief)).after(g))
        for g in give.done()
    ),
)

ward = Request(
    "give the prescribed dose and hand the patient over",
    World(
        "ward",
        tools=[give, cabinet, chart, tell],
        decisions=[prescribe, stop, check],
    ),
    binds=[patient, drug, mg, relief],
    owes=[given_once],
    keeps=[two_checked, passed_on],
)

BOUND = {"patient": "ada", "drug": "morphine", "mg": "2.5", "relief": "cho"}
ordered = prescribe(patient="ada", drug="morphine", mg="2.50").by("dr_day")
stopped = stop(patient="ada", drug="morphine").by("dr_night")
seen = check(patient="ada", drug="morphine", mg="2.5")
ann, bo, cy = seen.by("ann"), seen.by("bo"), seen.by("cy")
dose = give(patient="ada", drug="morphine", mg="2.5").by("ann")
tenfold = give(patient="ada", drug="morphine", mg="25").by("ann")
charted = chart(patient="ada", drug="morphine", mg="2.5").by("ann")
told = tell(patient="ada", drug="morphine", relief="cho").by("ann").ok()
out, still_in = (
    cabinet(patient="ada", drug="morphine").ok(taken=t) for t in (True, False)
)
ready: list[Line] = [ordered, ann, bo]
after: list[Line] = [charted.ok(), told]

CASES: list[tuple[str, dict[str, str], dict[str, str], list[Line]]] = [
    (
        "prescribed, checked by two, given, charted, told",
        {given_once.name: "E", two_checked.name: "E", passed_on.name: "E"},
        {},
        [*ready, dose.ok(), *after],
    ),
    (
        "nothing",
        {given_once.name: "E", two_checked.name: "E", passed_on.name: "E"},
        {given_once.name: "void"},
        [],
    ),
    (
        "prescribed and checked, not given",
        {given_once.name: "R", two_checked.name: "E"},
        {given_once.name: "open"},
        ready,
    ),
    ("only the giver checked", {two_checked.name: "R"}, {}, [ordered, ann, dose.ok()]),
    (
        "the giver checked twice",
        {two_checked.name: "R"},
        {two_checked.name: "lost"},
        [ordered, ann, ann, dose.ok()],
    ),
    (
        "two others checked, the giver did not",
        {two_checked.name: "R"},
        {},
        [ordered, bo, cy, dose.ok()],
    ),
    (
        "the second check taken back before the dose",
        {two_checked.name: "R"},
        {},
        [*ready, bo.revoked(), dose.ok()],
    ),
    (
        "the second check taken back after the dose",
        {two_checked.name: "E"},
        {},
        [*ready, dose.ok(), bo.revoked()],
    ),
    (
        "ten times the dose, which a stop may still excuse",
        {given_once.name: "R", two_checked.name: "R", passed_on.name: "R"},
        {given_once.name: "open"},
        [*ready, tenfold.ok(), *after],
    ),
    (
        "given twice, which a stop may still excuse",
        {given_once.name: "R", two_checked.name: "E", passed_on.name: "E"},
        {given_once.name: "open"},
        [*ready, dose.ok(), dose.ok(), *after],
    ),
    (
        "called away while giving, nobody looked",
        {given_once.name: "N", two_checked.name: "E", passed_on.name: "N"},
        {given_once.name: "unclear"},
        [*ready, dose.lost()],
    ),
    (
        "called away while giving, taken from the cabinet, charted, told",
        {given_once.name: "E", passed_on.name: "E"},
        {},
        [*ready, dose.lost(), out, *after],
    ),
    (
        "called away while giving, still in the cabinet, given, charted, told",
        {given_once.name: "E", two_checked.name: "E", passed_on.name: "E"},
        {},
        [at(0), *ready, dose.dropped(), at(minutes=11), still_in, dose.ok(), *after],
    ),
    (
        "called away while giving, given by the other without looking",
        {given_once.name: "N", two_checked.name: "E"},
        {},
        [*ready, dose.lost(), dose.by("bo").ok()],
    ),
    (
        "stopped, then given",
        {given_once.name: "E", two_checked.name: "R"},
        {given_once.name: "void", two_checked.name: "lost"},
        [*ready, stopped, dose.ok()],
    ),
    (
        "given, then stopped",
        {given_once.name: "E", two_checked.name: "E"},
        {given_once.name: "void"},
        [*ready, dose.ok(), stopped],
    ),
    (
        "stopped and resumed by the same physician, then given",
        {given_once.name: "E", two_checked.name: "E"},
        {given_once.name: "discharged"},
        [*ready, stopped, stopped.revoked(), dose.ok()],
    ),
    (
        "stopped by one physician, resumed by another, then given",
        {two_checked.name: "R"},
        {given_once.name: "void"},
        [*ready, stopped, stopped.by("dr_day").revoked(), dose.ok()],
    ),
    (
        "the prescription withdrawn, then given",
        {two_checked.name: "R"},
        {given_once.name: "void"},
        [*ready, ordered.revoked(), dose.ok()],
    ),
    (
        "stopped while the dose was being given",
        {two_checked.name: "E"},
        {},
        [*ready, at(9000), dose.took(100).ok(), at(9050), stopped],
    ),
    (
        "charted after exactly 15 minutes",
        {passed_on.name: "E"},
        {},
        [at(0), dose.ok(), at(minutes=15), charted.ok(), told],
    ),
    (
        "charted a millisecond later",
        {passed_on.name: "R"},
        {passed_on.name: "lost"},
        [at(0), dose.ok(), at(minutes=15, ms=1), charted.ok(), told],
    ),
    (
        "the charting lost",
        {passed_on.name: "N"},
        {},
        [dose.ok(), charted.lost(), told],
    ),
    (
        "told to somebody who does not take over",
        {passed_on.name: "R"},
        {passed_on.name: "open"},
        [
            dose.ok(),
            charted.ok(),
            tell(patient="ada", drug="morphine", relief="dee").ok(),
        ],
    ),
    (
        "all done, the log of doses not known to be complete",
        {given_once.name: "N", two_checked.name: "N", passed_on.name: "N"},
        {},
        [gap(give), *ready, dose.ok(), *after],
    ),
]

JUDGED = [
    Judged(ward, label, record(ward, *lines, bound=BOUND), verdicts, standings)
    for label, verdicts, standings, lines in CASES
]
