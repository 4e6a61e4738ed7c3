"""Verifiers that misbehave: a process that answers the protocol, and one thing amiss.

    python hostile.py MODE WHOSE

Run without the packages of a site, so that each begins at once.
"""

import ctypes
import json
import os
import signal
import subprocess
import sys
import threading
import time
from typing import Any

CALM = {"version": "obligato/verifier/1", "name": "hostile", "limits": {"batch": 4}}
CASES = 0  # seen by this process
EARLIER: list[str] = []  # answers


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


def kills_its_keeper(said: dict[str, Any]) -> None:
    if os.fork():
        os.kill(os.getppid(), signal.SIGKILL)
    else:
        os.setsid()
    time.sleep(1000)


def prints(said: dict[str, Any]) -> None:
    write("checking the claims")
    write(json.dumps(said))


def prints_after(said: dict[str, Any]) -> None:
    write(json.dumps(said))
    write("all claims are checked")


def prints_at_every_third(said: dict[str, Any]) -> None:
    if any(part["seq"] % 3 == 0 for part in said.get("batch", [said])):
        write("what is this?")
    write(json.dumps(said))


def answers_twice(said: dict[str, Any]) -> None:
    write(json.dumps(said))
    write(json.dumps(said))


def stammers(said: dict[str, Any]) -> None:
    answers_twice(said)


def answers_late_again(said: dict[str, Any]) -> None:
    for old in EARLIER:
        write(old)
    EARLIER[:] = [json.dumps(said)]
    write(EARLIER[0])


def answers_ahead(said: dict[str, Any]) -> None:
    write(json.dumps(said))
    for part in said.get("batch", [said]):
        part["seq"] += 7
    write(json.dumps(said))


def counts(said: dict[str, Any]) -> None:
    for part in said.get("batch", [said]):
        EARLIER.append(str(int(EARLIER[-1]) + 1 if EARLIER else part["seq"]))
        part["seq"] = int(EARLIER[-1])
    write(json.dumps(said))


def numbers_nothing(said: dict[str, Any]) -> None:
    for part in said.get("batch", [said]):
        del part["seq"]
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


def leaves_a_child_without_its_first_thread(said: dict[str, Any]) -> None:
    pid = os.fork()
    if pid == 0:
        os.setsid()
        threading.Thread(target=time.sleep, args=(1000,)).start()
        ctypes.CDLL(None).pthread_exit(None)
    print(pid, file=sys.stderr, flush=True)
    time.sleep(0.2)
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


def chatters_first() -> None:
    for number in range(10**9):
        write(f"still loading {number}")


def main(mode: str) -> None:
    """Answer ``complete`` to everything, in this way."""
    if mode == "never_greets":
        time.sleep(1000)
    if mode == "chatters_first":
        chatters_first()
    for line in sys.stdin if mode != "ends_at_once" else ():
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
            (is_well if calm and mode != "stammers" else globals()[mode])(reply)


if __name__ == "__main__":
    main(sys.argv[1])
