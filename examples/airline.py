"""Recorded runs of an airline desk's agent, judged by what its task asked.

A run holds the chat, the gold actions of its task and the answers that must be
said. A write is what it did, its tool and its arguments: each gold write is owed as
often as the task lists it, and any other write breaks a rule. An answer is owed as
a text of the agent that contains it, commas dropped and case ignored.

    python -m examples.airline examples/runs/desk.json
"""

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from examples.judged import Judged
from obligato.model import Record, check
from obligato.model.canonical import canonical
from obligato.model.chat import read_chat, says_error
from obligato.model.judge import Judgement
from obligato.model.record import Call
from obligato.spec import (
    Effect,
    Given,
    Obligation,
    Request,
    Rule,
    Sort,
    Tool,
    World,
    count,
    every,
    some,
)

WRITES = (
    "book_reservation",
    "cancel_reservation",
    "send_certificate",
    "update_reservation_baggages",
    "update_reservation_flights",
    "update_reservation_passengers",
)
READS = (
    "calculate",
    "get_reservation_details",
    "get_user_details",
    "list_all_airports",
    "search_direct_flight",
    "search_onestop_flight",
    "think",
    "transfer_to_human_agents",
)

Action, Arguments, Text = Sort("Action"), Sort("Arguments"), Sort("Text")
action, arguments, text = Action("action"), Arguments("arguments"), Text("text")
written = Effect("written", action, arguments)
asked = Given("asked", action, arguments)
contains = Given("contains", text, Text("answer"))

say = Tool("say", takes=[text], fails="clean")
airline = World(
    "airline",
    tools=[
        say,
        *(
            Tool(name, [arguments], makes=[written(name, arguments)], fails="clean")
            for name in WRITES
        ),
        *(Tool(name, [arguments], fails="clean") for name in READS),
    ],
    relations=[asked, contains],
)
nothing_else = Rule(
    "no write that was not asked for",
    every(asked(w.action, w.arguments) for w in written.made()),
)


def request_of(task: Mapping[str, Any]) -> Request:
    """Return what a task asks: its writes, its answers, and no other write."""
    answers = [said(answer) for answer in dict.fromkeys(task["outputs"])]
    return Request(
        task["instruction"],
        airline,
        owes=[*(done(*write, n) for write, n in gold(task).items()), *answers],
        keeps=[nothing_else],
    )


def done(name: str, argument: str, times: int) -> Obligation:
    """Return that a write was made as often as the task lists it."""
    often = "once" if times == 1 else f"{times} times"
    return Obligation(
        f"{name} {argument} {often}",
        count(written.made(action=name, arguments=argument)) == times,
    )


def said(answer: str) -> Obligation:
    """Return that the agent said an answer."""
    return Obligation(
        f"say {answer}",
        some(contains(told.text, answer) for told in say.done(by="agent")),
    )


def gold(task: Mapping[str, Any]) -> Counter[tuple[str, str]]:
    """Return the writes that a task lists, each with how often."""
    return Counter(
        (listed["name"], canonical(listed["kwargs"]).decode())
        for listed in task["actions"]
        if listed["name"] in WRITES
    )


def record_of(
    run: Mapping[str, Any], failed: Callable[[str], bool] = says_error
) -> Record:
    """Return what a run shows. ``failed`` tells the replies of failed calls."""
    task = run["task"]
    texts = {m["content"] for m in run["traj"] if m["role"] != "tool"} - {None}
    given = {
        asked.name: list(gold(task)),
        contains.name: [
            (spoken, answer)
            for answer in task["outputs"]
            for spoken in texts
            if plain(answer) in plain(spoken)
        ],
    }
    return read_chat(
        run,
        request_of(task),
        given=given,
        whole=arguments,
        say=say,
        failed=failed,
        strict=False,
    )


def plain(spoken: str) -> str:
    """Return a text as answers are looked for in it."""
    return spoken.replace(",", "").lower()


def case_of(run: Mapping[str, Any]) -> tuple[Request, Record]:
    """Return the request and the record of a run, for ``import chat --adapter``."""
    return request_of(run["task"]), record_of(run)


def judged(run: Mapping[str, Any]) -> Judgement:
    """Return the judgement of a run."""
    return check(request_of(run["task"]), record_of(run))


def explain_run(run: Mapping[str, Any]) -> list[str]:
    """Return a line for each duty of a run: where it stands, and by which calls."""
    judgement = judged(run)
    if judgement.broken is not None:
        return [f"broken: {judgement.broken.reason}"]
    record, task = judgement.record, run["task"]
    causes = [
        *(_attempts(record, *write) for write in gold(task)),
        *(_tellings(record, answer) for answer in dict.fromkeys(task["outputs"])),
        _strays(record),
    ]
    return [
        f"{finding.standing}: {finding.duty.name}: {cause}"
        for finding, cause in zip(judgement.findings, causes, strict=True)
    ]


def _attempts(record: Record, name: str, argument: str) -> str:
    """Say what came of the calls of a tool, those with other arguments in full."""
    calls = [call for call in record.calls if call.tool == name]
    return _listed(
        f"{call.id} {_outcome(record, call)}"
        + ("" if call.args["arguments"] == argument else f", but with {_shown(call)}")
        for call in calls
    )


def _tellings(record: Record, answer: str) -> str:
    pairs = record.given[contains.name]
    return _listed(
        call.id
        for call in record.calls
        if call.tool == say.name
        and call.by == "agent"
        and (call.args["text"], answer) in pairs
    )


def _strays(record: Record) -> str:
    """Say which writes nobody asked for, and took effect or may have."""
    return _listed(
        f"{call.id} {_shown(call)} {_outcome(record, call)}"
        for call in record.calls
        if call.tool in WRITES
        and (call.tool, call.args["arguments"]) not in record.given[asked.name]
        and _outcome(record, call) != "failed"
    )


def _outcome(record: Record, call: Call) -> str:
    receipt = record.receipt(call, airline)
    status = "unknown" if receipt is None else receipt.status
    return {"ok": "took effect", "unknown": "got no reply"}.get(status, status)


def _shown(call: Call) -> str:
    return f"{call.tool} {call.args['arguments']}"


def _listed(calls: Iterable[str]) -> str:
    return "; ".join(calls) or "no call"


def runs(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the runs of a file: one JSON object, or one a line in a ``.jsonl``."""
    with path.open(encoding="utf-8") as file:
        for text in file if path.suffix == ".jsonl" else [file.read()]:
            yield json.loads(text)


# An invented run: one write done, one whose reply never came, one done wrongly.
(desk_run,) = runs(Path(__file__).parent / "runs" / "desk.json")
desk = request_of(desk_run["task"])
cancelled, bag_added, certified, refund_said = desk.owes

JUDGED = [
    Judged(
        desk,
        "one write done, one reply lost, one write done wrongly",
        record_of(desk_run),
        {
            cancelled.name: "E",
            bag_added.name: "N",
            certified.name: "R",
            refund_said.name: "E",
            nothing_else.name: "R",
        },
        {certified.name: "open", nothing_else.name: "lost"},
    )
]

if __name__ == "__main__":
    for name in sys.argv[1:]:
        for run in runs(Path(name)):
            print(f"{name}, task {run['task_id']}")
            print(*(f"  {line}" for line in explain_run(run)), sep="\n")
