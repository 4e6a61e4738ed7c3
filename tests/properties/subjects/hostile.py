"""Verifiers that misbehave: a process that answers the protocol, and one thing amiss.

    python hostile.py MODE

Run without the packages of a site, so that each begins at once.
"""

import json
import os
import signal
import subprocess
import sys
import time
from typing import Any

CALM = {"version": "obligato/verifier/1", "name": "hostile", "limits": {"batch": 4}}
CASES = 0  # seen by this process


def write(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def hangs(said: dict[str, Any]) -> None:
    time.sleep(1000)


def spins(said: dict[str, Any]) -> None:
    while True:
        pass


def crashes(said: dict[str, Any]) -> None:
    print("a word before the end", file=sys.stderr)
    os._exit(3)


def is_killed(said: dict[str, Any]) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def stops_itself(said: dict[str, Any]) -> None:
    os.kill(os.getpid(), signal.SIGSTOP)


def stops_its_keeper(said: dict[str, Any]) -> None:
    os.kill(os.getppid(), signal.SIGSTOP)
    time.sleep(1000)


def prints(said: dict[str, Any]) -> None:
    write("checking the claims")
    write(json.dumps(said))


def answers_twice(said: dict[str, Any]) -> None:
    write(json.dumps(said))
    write(json.dumps(said))


def answers_another(said: dict[str, Any]) -> None:
    for part in said.get("batch", [said]):
        part["seq"] += 1
    write(json.dumps(said))


def answers_backwards(said: dict[str, Any]) -> None:
    if "batch" in said:
        said["batch"].reverse()
    write(json.dumps(said))


def floods(said: dict[str, Any]) -> None:
    piece = "x" * 1_000_000
    sys.stdout.write('{"verdict":"')
    for _ in range(100):
        sys.stdout.write(piece)
    write('"}')


def chatters(said: dict[str, Any]) -> None:
    while True:
        write("still checking " * 100)


def writes_no_utf8(said: dict[str, Any]) -> None:
    sys.stdout.buffer.write(b'{"verdict":"\xff\xfe"}\n')
    sys.stdout.flush()


def writes_no_json(said: dict[str, Any]) -> None:
    write('{"verdict": complete}')


def says_two_things(said: dict[str, Any]) -> None:
    write(json.dumps(said).replace('"verdict"', '"verdict":"continue","verdict"'))


def eats_memory(said: dict[str, Any]) -> None:
    kept = []
    while True:
        kept.append(bytearray(b"x") * 4_000_000)
        time.sleep(0.002)


def leaves_a_child(said: dict[str, Any]) -> None:
    subprocess.Popen(
        [sys.executable, "-S", "-E", "-c", "import time; time.sleep(1000)"],
        start_new_session=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os._exit(0)


def leaves_a_child_that_listens(said: dict[str, Any]) -> None:
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            time.sleep(1000)
        os._exit(0)
    os._exit(0)


def says_no_verdict(said: dict[str, Any]) -> None:
    for part in said.get("batch", [said]):
        part["verdict"] = "done"
    write(json.dumps(said))


def says_of_a_plan(said: dict[str, Any]) -> None:
    for part in said.get("batch", [said]):
        part["verdict"] = "accept"
    write(json.dumps(said))


def answers_too_few(said: dict[str, Any]) -> None:
    write(json.dumps({"batch": []}))


def closes_its_output(said: dict[str, Any]) -> None:
    os.close(1)
    time.sleep(1000)


def wavers(said: dict[str, Any]) -> None:
    global CASES
    for part in said.get("batch", [said]):
        CASES += 1
        part["verdict"] = "complete" if CASES % 2 else "continue"
    write(json.dumps(said))


def errs(said: dict[str, Any]) -> None:
    for part in said.get("batch", [said]):
        del part["verdict"]
        part["errored"] = {"message": "no idea"}
    write(json.dumps(said))


def is_well(said: dict[str, Any]) -> None:
    write(json.dumps(said))


def never_stops(said: dict[str, Any]) -> None:
    write(json.dumps(said))


def never_greets(said: dict[str, Any]) -> None:
    raise AssertionError("it is never asked")


def main(mode: str) -> None:
    """Answer ``complete`` to everything, in this way."""
    if mode == "never_greets":
        time.sleep(1000)
    for line in sys.stdin:
        message = json.loads(line)
        if message["cmd"] == "start":
            write(json.dumps(CALM))
        elif message["cmd"] == "stop":
            if mode == "never_stops":
                time.sleep(1000)
            return
        else:
            said = [
                {"seq": case["seq"], "verdict": "complete"}
                for case in message.get("batch", [message])
            ]
            reply = {"batch": said} if "batch" in message else said[0]
            calm = reply == {"batch": []}
            (is_well if calm else globals()[mode])(reply)


if __name__ == "__main__":
    main(sys.argv[1])
