"""A verifier that answers obligato's protocol: put yours into `decide`."""

import json
import sys
from typing import Any

DECLARED = {
    "version": "obligato/verifier/1",
    "name": "kit",
    "language": "Python",
    "decides": ["plan", "finish"],
    "claims": [],
    "limits": {"batch": 64},
}


def decide(case: dict[str, Any]) -> dict[str, Any]:
    """Return a verdict on a case: here is the place for your verifier."""
    if case["schema"] == "obligato/case/1":
        return {"verdict": "reject"}
    codes = [] if case["certificate"].get("claims") else ["MISSING_SLOT"]
    return {"verdict": "continue", "codes": codes}


def answer(asked: dict[str, Any]) -> dict[str, Any]:
    """Return the answer to one case, with its number."""
    try:
        said = decide(asked["case"])
    except Exception as error:
        said = {"errored": {"message": f"{type(error).__name__}: {error}"}}
    return {**said, "seq": asked["seq"]}


def reply(message: Any) -> dict[str, Any]:
    """Return what a message is answered."""
    match message:
        case {"cmd": "start"}:
            return DECLARED
        case {"cmd": "run", "batch": batch}:
            return {"batch": [answer(asked) for asked in batch]}
        case {"cmd": "run"}:
            return answer(message)
    return {"error": {"message": "unknown message"}}


for line in sys.stdin.buffer:
    try:
        message = json.loads(line)
    except ValueError:
        message = None
    if message == {"cmd": "stop"}:
        break
    print(json.dumps(reply(message)), flush=True)
