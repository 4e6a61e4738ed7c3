"""A record printed as a script reads back the same; a wrong script is explained."""

import importlib
from collections.abc import Callable

import attrs
import pytest
from hypothesis import given, settings

from examples import payments, review, spending, workspace
from examples.judged import Judged
from obligato.model import record
from obligato.model.canonical import digest
from obligato.model.record import Call, Handoff, Record
from obligato.model.script_text import parse, write
from obligato.model.spelling import meant, spelt
from obligato.spec import CaseError, Request, SpecError
from tests.odd import odd, records

TRADES = [
    "invoicing",
    "refunds",
    "shipping",
    "review",
    "payments",
    "spending",
    "workspace",
]
JUDGED: list[Judged] = [
    judged
    for trade in TRADES
    for judged in importlib.import_module(f"examples.{trade}").JUDGED
]


@pytest.mark.parametrize("judged", JUDGED, ids=lambda judged: judged.label)
def test_each_judged_record_reads_back_as_it_was(judged: Judged) -> None:
    assert parse(write(judged.record, judged.request), judged.request) == judged.record


SPENT = """\
bound(customer="k")
listing(customer="k", number=1).ok(of=2, version=1, lines=[{"line": "a", "amount": 3}])
listing(customer="k", number=2).lost()
claim(spend=12)
"""
WORKED = """\
run(task="T-1")
bound(suite="unit")
given(protected=["tests/a"], source=[])
entities(Path=["src/a", "tests/a"])
gap(shell, since=0, until=10)
gap(write)
write(path="src/a").ok().receipt(issuer="model", live=False)
at(150)
shell(command="make").ok(touched=["src/b", "src/c"]).took(100)
receipt(write, of=1, status="failed", tenure="tenure-2")
receipt(tests, values={"failed": 0}, scope={"level": "file", "time": [0, None]})
handoff()
tests(suite="unit").by("ann")
named("e3")
write(path="src/d").dropped()
at(9000)
"""
REVIEWED = """\
approve(change="c", diff="d").by("bob")
approve(change="c", diff="d").declined()
approve(change="c", diff="d").revoked().took(2).by("bob")
merge(change="c", diff="a\\n\\"b\\"é\\u2028").failed()
"""


@pytest.mark.parametrize(
    ("text", "request_"),
    [
        ("", payments.paying),
        (SPENT, spending.spending),
        (WORKED, workspace.editing),
        (REVIEWED, review.review),
    ],
    ids=["nothing", "rows", "all that may be said", "decisions"],
)
def test_a_script_prints_as_people_write_it(text: str, request_: Request) -> None:
    assert write(parse(text, request_), request_) == text


def test_comments_blank_lines_and_globs_are_read() -> None:
    text = '# the work\n\nwrite(\n  path="src/a",  # here\n).ok()\n'
    globbed = 'given(source=globs("src/**"))\n' + text
    made = parse(globbed, workspace.editing)
    assert made.given == {"source": {("src/a",)}}
    assert attrs.evolve(made, given={}) == parse(text, workspace.editing)


def plain(made: Record) -> Record:
    """Return the record with ids that say only which of them are the same."""
    ids: dict[str, str] = {}
    for i, event in enumerate(made.trajectory):
        ids.setdefault(event.id, f"event {i}")
    known: dict[str, str] = {}
    for i, receipt in enumerate(made.ledger):
        known.setdefault(receipt.id, f"receipt {i}")
    return attrs.evolve(
        made,
        trajectory=tuple(attrs.evolve(e, id=ids[e.id]) for e in made.trajectory),
        ledger=tuple(
            attrs.evolve(r, id=known[r.id], call=ids.get(r.call, ""))
            for r in made.ledger
        ),
        truth={ids[name]: took for name, took in made.truth.items()},
    )


def returns(made: Record, printed: Callable[[Record, Request], str] = write) -> bool:
    """Whether a record is the same when it was printed and read back."""
    return plain(parse(printed(made, odd), odd)) == plain(made)


quick = settings(derandomize=True, deadline=None, max_examples=100)


@quick
@given(records())
def test_every_record_reads_back_as_it_was(made: Record) -> None:
    assert returns(made)


@quick
@given(records())
def test_what_was_read_prints_as_before(made: Record) -> None:
    text = write(made, odd)
    assert write(parse(text, odd), odd) == text


PLANTS = {
    "lost for dropped": (".dropped()", ".lost()"),
    "a time left out": ("at(", "# at("),
    "a receipt left out": ("receipt(return_", "# receipt(return_"),
    "a party left out": ('.by("bob")', ""),
    "a claim a handoff": ("handoff()", "claim()"),
    "one id for two": ("named(", "# named("),
}


@pytest.fixture(scope="module")
def noticed() -> set[str]:
    """Return the plants for which some record does not read back as it was."""
    found = set()

    @quick
    @given(records())
    def law(made: Record) -> None:
        for plant, (old, new) in PLANTS.items():
            if not returns(made, lambda *a, o=old, n=new: write(*a).replace(o, n)):
                found.add(plant)

    law()
    return found


@pytest.mark.parametrize("plant", PLANTS)
def test_a_printer_that_errs_is_noticed(plant: str, noticed: set[str]) -> None:
    assert plant in noticed


@pytest.mark.parametrize("name", ["a", "from", "from_", "at", "at__", "a_", "None_"])
@pytest.mark.parametrize("source", [True, False])
def test_spelling_is_undone_and_clashes_with_nothing(name: str, source: bool) -> None:
    assert meant(spelt(name, source), source) == name
    others = {spelt(f"{name}{'_' * n}", source) for n in range(4)}
    assert len(others) == 4


def test_the_digests_that_the_runtime_made_are_filled_in() -> None:
    made = record(payments.paying, payments.again)
    (call,), (receipt,) = made.trajectory, made.ledger
    assert isinstance(call, Call)
    right = attrs.evolve(receipt, args_digest=digest(dict(call.args)))
    assert write(attrs.evolve(made, ledger=(right,)), payments.paying) == (
        'pay(invoice="INV-42").ok()\n'
    )
    wrong = attrs.evolve(made, ledger=(attrs.evolve(receipt, args_digest="0f"),))
    read = parse(write(wrong, payments.paying), payments.paying)
    assert read.receipt(call, payments.paying.world) is None


def test_an_event_that_ends_before_it_starts_does_not_print() -> None:
    made = Record((Handoff("h", 5, 3),))
    with pytest.raises(CaseError, match="event h: start=5 is after end=3"):
        write(made, payments.paying)


def test_a_record_of_another_world_does_not_print() -> None:
    made = record(payments.paying, payments.again)
    with pytest.raises(SpecError, match="no tool 'pay'; there are: listing"):
        write(made, spending.spending)


WRONG = {
    'pya(invoice="x")': "no tool or decision 'pya'; there are: pay, probe; and the",
    'pay(invoice="x").okay()': "no outcome of pay(…) 'okay'; there are: by, declined,",
    'pay(invoice="x").__class__()': "no outcome of pay(…) '__class__'; there are: by,",
    "handoff().ok()": "no outcome of handoff(…) 'ok'; there are: took",
    "at(1).took(2)": "no outcome of at(…) 'took'; there are: none",
    'pay(invoice="x").ok().lost()': "pay(…) is already ok, not lost too",
    "x = 1": "a Python statement is no line of a script; write one event a line",
    "import os": "a Python statement is no line of a script",
    "pay": "'pay' is no event; write one event a line, as pay(invoice=…).ok()",
    "pay.ok()": "'pay' is no event",
    '"pay"': "is no event",
    'pay(invoice=open("x"))': "\"open('x')\" is no literal; write text in quotes",
    "pay(invoice=f'{1}')": "is no literal",
    "pay(invoice=b'x')": "is no literal",
    "pay(invoice={1, 2})": "is no literal",
    "pay(invoice={[]: 1})": "has no value",
    "pay(invoice=1.5)": "1.5 is a float; write decimals as text, '12.50'",
    "pay(invoice=5)": "value=5 is no Invoice; an entity is text",
    'pay("x")': "pay(…) takes name=value, as pay(name=…)",
    'pay(**{"invoice": "x"})': "** is no name here; write name=value",
    'pay(self="x")': "self is no name here; write name=value",
    "pay()": "pay(…) lacks invoice: write pay(invoice=…)",
    'pay(invoice="x", amount=1)': "no argument of pay 'amount'; there are: invoice",
    'probe(invoice="x").ok(paid=1)': "value=1 is no Bool; a flag is true or false",
    'pay(invoice="x").by()': "missing a required argument: 'party'; write by(\"bob\")",
    'pay(invoice="x").took(1, 2)': "too many positional arguments; write took(9)",
    "at(*[1])": "is no literal",
    "at(days='x')": "days='x' must be an integer",
    "at(weeks=1)": "no unit 'weeks'; there are: ms, seconds, minutes, hours, days",
    "gap()": "gap(…) begins with a name: write gap(pay, since=0)",
    'gap("pay")': "gap(…) begins with a name",
    "gap(pya)": "no tool or decision 'pya'",
    "receipt(pay, of=2)": "must be the number of an event before it, from 1 to 1",
    "receipt(pay, of=1, off=2)": "no detail of a receipt 'off'",
    "claim(spend=1)": "no slot of the answer 'spend'; there are: none",
    'bound(invioce="x")': "no role of binds 'invioce'; there are: invoice",
    'bound("x")': "bound(…) takes name=value, as bound(name=…)",
    'bound(invoice="x").ok()': "bound(…) stands alone on its line",
    "entities(Invioce=[])": "no sort of entities 'Invioce'; there are: Invoice, Party",
    'entities(Invoice="x")': "must be a list of names",
    "given(near=[])": "no relation 'near'; there are: none",
    "run(job='x')": "no name of a run 'job'; there are: task, tenure",
    "run(task=1)": "task=1 must be text",
    'pay(invoice="x"': "'(' was never closed; write one event a line",
    'pay(invoice="\\d")': "invalid escape sequence",
    "(" * 900 + ")" * 900: "too many nested parentheses",
}


@pytest.mark.parametrize("line", WRONG, ids=lambda line: ascii(line[:30]))
def test_a_wrong_line_is_refused_with_its_number_and_what_is_right(line: str) -> None:
    with pytest.raises(CaseError) as caught:
        parse(f'# first\npay(invoice="a").ok()\n{line}', payments.paying)
    assert WRONG[line] in str(caught.value)
    assert caught.value.place == "line 3"


@pytest.mark.parametrize(
    "text",
    ['pay(invoice="\0")', 'pay(invoice="\ud800")', "pay()" + ".ok()" * 5000],
    ids=["a null byte", "half a character", "too deep"],
)
def test_what_is_no_text_of_a_script_is_refused(text: str) -> None:
    with pytest.raises(CaseError, match="write one event a line"):
        parse(text, payments.paying)
