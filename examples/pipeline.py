"""A data pipeline that changed hands: extract, validate, load, publish.

A load that failed or was lost may have left its rows behind; the warehouse says
which partitions it has five minutes later, or a clearing makes room for a backfill.
"""

from examples.judged import Judged
from obligato.model import record
from obligato.spec import (
    Decision,
    Effect,
    Flag,
    Int,
    Line,
    Obligation,
    Request,
    Rule,
    Sort,
    Tool,
    World,
    at,
    bound,
    claim,
    count,
    every,
    minutes,
    none,
    some,
)

Dataset, Partition, File = Sort("Dataset"), Sort("Partition"), Sort("File")
dataset, partition, file = Dataset("dataset"), Partition("partition"), File("file")
rows, valid, found = Int("rows"), Flag("valid"), Flag("found")
loaded, published = Effect("loaded", partition), Effect("published", dataset)

hold = Decision("hold", of=[dataset])
extract = Tool("extract", takes=[partition], returns=[file, rows], fails="clean")
validate = Tool("validate", takes=[file], returns=[valid], fails="clean")
load = Tool(
    "load",
    takes=[partition, file],
    makes=[loaded(partition)],
    settles=minutes(5),
    fails="maybe",
)
clear = Tool("clear", takes=[partition], ends=[loaded(partition)], fails="clean")
inspect = Tool(
    "inspect",
    takes=[partition],
    returns=[found, rows],
    tells=[loaded(partition).when(found)],
    fails="clean",
)
publish = Tool("publish", takes=[dataset], makes=[published(dataset)], fails="clean")

whole = Obligation(
    "each partition loaded once, with all its rows",
    some(Partition)  # of no partitions at all, every(…) would be met by nothing
    & every(
        (count(loaded.made(partition=p).standing()) == 1)
        & some(
            i.rows == e.rows
            for e in extract.done(partition=p)
            for k in load.done(partition=p, file=e.file)
            for i in inspect.done(partition=p, found=True).after(k)
        )
        for p in Partition
    ),
)
validated = Rule(
    "nothing loaded unvalidated",
    every(some(validate.done(file=k.file, valid=True).before(k)) for k in load.tried()),
)
once = Obligation(
    "published once, unless held",
    count(publish.done(dataset=bound(dataset))) == 1,
    guard=none(hold.given(dataset=bound(dataset)).standing()),
)

handing = Request(
    "load the day's partitions and publish the dataset",
    World(
        "pipeline",
        tools=[extract, validate, load, clear, inspect, publish],
        decisions=[hold],
    ),
    binds=[dataset],
    owes=[whole, once],
    keeps=[validated],
)

BOUND = {"dataset": "sales"}
PARTITIONS = {"Partition": ["mon", "tue"]}

mon: list[Line] = [
    extract(partition="mon").ok(file="m", rows=10),
    validate(file="m").ok(valid=True),
    load(partition="mon", file="m").ok(),
    inspect(partition="mon").ok(found=True, rows=10),
]
fetched, checked = extract(partition="tue").ok(file="t", rows=10), validate(file="t")
ready: list[Line] = [*mon, fetched, checked.ok(valid=True)]
store = load(partition="tue", file="t")
there = inspect(partition="tue").ok(found=True, rows=10)
gone = inspect(partition="tue").ok(found=False, rows=0)
room = clear(partition="tue").ok()
out = publish(dataset="sales")
held = hold(dataset="sales").by("owner")

CASES: list[tuple[str, dict[str, str], dict[str, str], list[Line]]] = [
    (
        "both partitions loaded and found, published",
        {whole.name: "E", validated.name: "E", once.name: "E"},
        {},
        [*ready, store.ok(), there, out.ok()],
    ),
    (
        "nothing",
        {whole.name: "R", validated.name: "E", once.name: "R"},
        {whole.name: "open", validated.name: "discharged", once.name: "open"},
        [],
    ),
    (
        "Tuesday left out, published all the same",
        {whole.name: "R", once.name: "E"},
        {whole.name: "open"},
        [*mon, out.ok()],
    ),
    (
        "one row of Tuesday missing",
        {whole.name: "R"},
        {whole.name: "open"},
        [*ready, store.ok(), inspect(partition="tue").ok(found=True, rows=9)],
    ),
    (
        "Tuesday's load lost, nobody looked",
        {whole.name: "R"},
        {whole.name: "open"},
        [*ready, store.lost()],
    ),
    (
        "Tuesday's load lost, found at once",
        {whole.name: "E"},
        {},
        [*ready, store.lost(), there],
    ),
    (
        "Tuesday's load lost, gone after 6 minutes, backfilled, found",
        {whole.name: "E", validated.name: "E"},
        {},
        [at(0), *ready, store.dropped(), at(minutes=6), gone, store.ok(), there],
    ),
    (
        "Tuesday's load lost, gone before it settled, backfilled, found",
        {whole.name: "N"},
        {whole.name: "unclear"},
        [at(0), *ready, store.lost(), at(minutes=4), gone, store.ok(), there],
    ),
    (
        "Tuesday's load failed, backfilled, found",
        {whole.name: "N"},
        {},
        [*ready, store.failed(), store.ok(), there],
    ),
    (
        "Tuesday's load failed, cleared, backfilled, found",
        {whole.name: "E"},
        {},
        [*ready, store.failed(), room, store.ok(), there],
    ),
    (
        "Tuesday's load failed, the clearing lost, backfilled, found",
        {whole.name: "N"},
        {},
        [*ready, store.failed(), clear(partition="tue").lost(), store.ok(), there],
    ),
    (
        "Tuesday loaded, the clearing failed, loaded again",
        {whole.name: "R"},
        {},
        [*ready, store.ok(), clear(partition="tue").failed(), store.ok(), there],
    ),
    (
        "Tuesday loaded twice",
        {whole.name: "R"},
        {whole.name: "open"},
        [*ready, store.ok(), store.ok(), there],
    ),
    (
        "the answer of Tuesday's extraction lost",
        {whole.name: "N"},
        {},
        [*mon, extract(partition="tue").lost(), store.ok(), there],
    ),
    (
        "Tuesday loaded, then validated",
        {validated.name: "R"},
        {validated.name: "lost"},
        [fetched, store.ok(), checked.ok(valid=True)],
    ),
    (
        "an invalid file loaded, the load lost",
        {validated.name: "R"},
        {},
        [fetched, checked.ok(valid=False), store.lost()],
    ),
    (
        "an invalid file kept back",
        {validated.name: "E"},
        {},
        [fetched, checked.ok(valid=False)],
    ),
    (
        "the validation lost, loaded",
        {validated.name: "N"},
        {validated.name: "unclear"},
        [fetched, checked.lost(), store.ok()],
    ),
    (
        "published twice, which a hold may still excuse",
        {once.name: "R"},
        {once.name: "open"},
        [out.ok(), out.ok()],
    ),
    (
        "a publication lost, published again",
        {once.name: "N"},
        {once.name: "unclear"},
        [out.lost(), out.ok()],
    ),
    (
        "a publication failed, published again",
        {once.name: "E"},
        {},
        [out.failed(), out.ok()],
    ),
    ("held, not published", {once.name: "E"}, {once.name: "void"}, [held]),
    (
        "the hold taken back, not published",
        {once.name: "R"},
        {once.name: "open"},
        [held, held.revoked()],
    ),
    (
        "the hold taken back by somebody else",
        {once.name: "E"},
        {once.name: "void"},
        [held, held.revoked().by("clerk")],
    ),
    (
        "published after the claim",
        {once.name: "R"},
        {},
        [claim(), out.ok()],
    ),
]

JUDGED = [
    Judged(
        handing,
        label,
        record(handing, *lines, bound=BOUND, entities=PARTITIONS),
        verdicts,
        standings,
    )
    for label, verdicts, standings, lines in CASES
] + [
    Judged(
        handing,
        "both loaded and found, but nobody says which partitions there are",
        record(handing, *ready, store.ok(), there, bound=BOUND),
        {whole.name: "N"},
    )
]
