"""Whether a command answers the protocol: one check for each thing that it says.

Nothing here asks whether a verdict is right, only whether there is one, in its place.
"""

import time
from collections.abc import Callable, Iterator

import attrs

from ...model.canonical import canonical
from ...model.places import Place
from ...spec.errors import CaseError
from ...spec.sorts import EXACT
from . import messages
from .robustness import Robustness
from .running import Fell, Running
from .subject import BOUNDS, Bounds
from .talk import Talk, Unmet

UNICODE = "é \u0085 \u2028 \u2029 \ufeff \U0001f600 \\ud800 \t"
LONG = 1_000_000  # characters
WRONG = {"schema": "obligato/case/9"}


@attrs.frozen
class Check:
    """One thing that was looked at: its `name`, and what was `wrong`, if anything."""

    name: str
    wrong: str = ""

    def __bool__(self) -> bool:
        """Whether all was well."""
        return not self.wrong


def conform(begin: Callable[[], Running], bounds: Bounds = BOUNDS) -> Iterator[Check]:
    """Yield each check; after a handshake without an answer there is no other.

    A process that did not meet one, or has ended, is followed by another.
    """
    talk = Talk(begin, bounds)
    try:
        well = _checked(HANDSHAKE, Talk.greet, talk)
        yield well
        for name, check in CHECKS.items() if well else ():
            if not well or talk.running.code is not None:
                talk.running.kill()
                talk = Talk(begin, bounds)
                _checked(HANDSHAKE, Talk.greet, talk)
            well = _checked(name, check, talk)
            yield well
    finally:
        talk.running.kill()


def _checked(name: str, check: Callable[[Talk], None], talk: Talk) -> Check:
    try:
        check(talk)
    except (Fell, Unmet, CaseError) as error:
        return Check(name, str(error))
    return Check(name)


def echoes(talk: Talk) -> None:
    """Ask with numbers that do not follow one another."""
    for seq in (7, 3, 0, 3):
        talk.ask(seq)


def batches(talk: Talk) -> None:
    """Ask about none, one and several cases in one message."""
    for size in (0, 1, min(5, talk.declared.limits.batch), 0):
        talk.batch([11 * n + 1 for n in range(size)])


def in_order(talk: Talk) -> None:
    """Send several messages before reading any answer."""
    numbers = (5, 6, 2)
    for seq in numbers:
        talk.asks(seq)
    for seq in numbers:
        talk.answer(talk.heard(), seq)


def says_no(talk: Talk, line: bytes) -> None:
    """Send what is no message, and then one that is."""
    talk.say(line)
    messages.ERROR.read(talk.heard(), Place("reply"))
    talk.ask(1)


def unknown_message(talk: Talk) -> None:
    """Send a message that there is not."""
    says_no(talk, messages.line({"cmd": "dance", "seq": 4}))


def no_message(talk: Talk) -> None:
    """Send lines that hold no message."""
    for line in (b'{"cmd": "run", \n', b"[]\n", b"7\n"):
        says_no(talk, line)


def malformed_case(talk: Talk) -> None:
    """Ask about a document that is no case, alone and among others."""
    wrong = canonical(WRONG)
    talk.say(messages.run([(1, wrong)], alone=True))
    _undone(talk, talk.heard(), 1)
    if talk.declared.limits.batch > 1:
        talk.say(messages.run([(2, wrong), (3, talk.case(3, "well formed"))]))
        first, second = talk.heard()["batch"]
        _undone(talk, first, 2)
        talk.answer(second, 3)


def _undone(talk: Talk, said: object, seq: int) -> None:
    either = [talk.whatever(said, seq, kind) for kind in talk.declared.decides]
    for answer in either:
        if answer.done:
            raise Unmet(f"a document that is no case is {answer.word}")
    codes = [{noticed.code for noticed in answer.noticed} for answer in either]
    if all(Robustness.NO_VERDICT in noticed for noticed in codes):
        raise Unmet(str(either[0].noticed[0]))


def unicode(talk: Talk) -> None:
    """Ask about a case with text that looks like the end of a line, or is none."""
    talk.ask(1, UNICODE)
    talk.ask(2)


def big_numbers(talk: Talk) -> None:
    """Ask with the greatest number that there is."""
    talk.ask(EXACT)
    talk.ask(EXACT - 1)


def long_line(talk: Talk) -> None:
    """Ask about a long case, if it says that it reads one."""
    most = talk.declared.limits.bytes
    room = LONG if most is None else min(LONG, most - len(talk.case(1, "")))
    talk.ask(1, "x" * max(0, room))
    talk.ask(2)


def steady(talk: Talk) -> None:
    """Ask about one case twice, with others between."""
    first, _, again = talk.ask(1), talk.ask(2, "another"), talk.ask(3)
    if first.outcome != again.outcome:
        raise Unmet(f"first {first.word}, then {again.word}")


def stops(talk: Talk) -> None:
    """Tell it to stop."""
    talk.ask(1)
    _ends(talk, messages.stop())


def ends(talk: Talk) -> None:
    """End its standard input."""
    talk.ask(1)
    _ends(talk, b"")


def _ends(talk: Talk, line: bytes) -> None:
    talk.running.send(line, last=not line)
    rest = talk.running.rest(time.monotonic() + talk.bounds.stop)
    if rest:
        raise Unmet(f"it still writes {rest[:60]!r}")
    if talk.running.code:
        raise Unmet(f"it ended with code {talk.running.code}")
    for noticed in talk.running.left():
        raise Unmet(str(noticed))


HANDSHAKE = "it answers the handshake with what it is"
CHECKS: dict[str, Callable[[Talk], None]] = {
    "it echoes the number of a case": echoes,
    "it answers a batch, in its order": batches,
    "it answers messages in their order": in_order,
    "it refuses an unknown message, and goes on": unknown_message,
    "it refuses a line that is no message, and goes on": no_message,
    "it does not hold to be done what is no case": malformed_case,
    "it reads any Unicode": unicode,
    "it keeps numbers up to 2**53 - 1": big_numbers,
    "it reads a long line": long_line,
    "it answers the same case alike": steady,
    "it ends when it is told to stop": stops,
    "it ends with its input": ends,
}
