"""The journal: what is written is read back, and nothing else is."""

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from examples.invoicing import settle
from obligato.model.record import Call, Claim, Receipt
from obligato.model.tenure import FileLines, Journal, Memory
from obligato.model.tenure.journal import (
    Answered,
    Began,
    Ended,
    Entry,
    Intent,
    Proposed,
    Silent,
    Stopped,
)
from obligato.properties.plants import planted
from obligato.spec.errors import CaseError
from tests.model.tenure.arenas import booking

CALL = Call("t:1", "pay", {"invoice": "INV-42"}, 3, 3)
ENTRIES: list[Entry] = [
    Began("t", "a" * 64, 2),
    Proposed("b" * 64),
    Intent("p", CALL),
    Answered(Receipt("r", "t:1", "pay", "ok", {"file": "ß\n\u2028"}, live=False), 4),
    Silent("t:1", 5, "no answer came"),
    Stopped("NO_PROGRESS", "reason"),
    Ended("NO_PROGRESS", "reason"),
    Ended(claim=Claim("t:claim", {}, 6, 6)),
]


def written() -> Memory:
    lines = Memory()
    journal = Journal(lines, settle)
    for entry in ENTRIES:
        journal.write(entry)
    return lines


def test_every_entry_reads_back() -> None:
    assert Journal(written(), settle).entries == ENTRIES


def test_the_slots_of_a_claim_read_back() -> None:
    lines, entry = Memory(), Ended(claim=Claim("c", {"offer": "o1"}, 6, 6))
    Journal(lines, booking).write(entry)

    assert Journal(lines, booking).entries == [entry]


def test_wherever_the_last_line_is_torn_the_others_are_read_and_it_is_cut() -> None:
    whole = written().read()
    last = whole.rindex(b"\n", 0, -1) + 1

    for size in range(last, len(whole)):
        lines = Memory(whole[:size])
        assert Journal(lines, settle).entries == ENTRIES[:-1]
        assert lines.read() == whole[:last]


def test_what_is_written_after_a_torn_line_reads_back() -> None:
    lines = Memory(written().read()[:-5])

    Journal(lines, settle).write(ENTRIES[-1])

    assert Journal(lines, settle).entries == ENTRIES


@settings(max_examples=60, database=None, derandomize=True, deadline=None)
@given(st.data())
def test_a_byte_that_changed_is_found(data: st.DataObject) -> None:
    whole = bytearray(written().read())
    place = data.draw(st.integers(0, len(whole) - 2))
    whole[place] ^= 1 << data.draw(st.integers(0, 7))

    with pytest.raises(CaseError, match=r"journal/\d"):
        Journal(Memory(bytes(whole)), settle)


def test_a_line_that_is_left_out_is_found() -> None:
    head, _, *tail = written().read().splitlines(keepends=True)

    with pytest.raises(CaseError, match=r"journal/2: line=.* is not the one"):
        Journal(Memory(b"".join((head, *tail))), settle)


def test_a_file_keeps_what_was_written_and_is_open_to_one_process(
    tmp_path: Path,
) -> None:
    path = tmp_path / "journal"
    lines = FileLines(path)
    Journal(lines, settle).write(ENTRIES[0])
    script = (
        "from obligato.model.tenure import FileLines\n"
        f"try: FileLines({str(path)!r})\nexcept Exception as error: print(error)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )

    assert "another process has it open; let one tenure act" in ran.stdout
    lines.close()
    assert Journal(FileLines(path), settle).entries == ENTRIES[:1]


def test_a_line_that_is_written_in_parts_is_whole(tmp_path: Path) -> None:
    class Slow(FileLines):
        def _put(self, line: bytes) -> int:
            return super()._put(line[:7])

    lines = Slow(tmp_path / "journal")
    journal = Journal(lines, settle)
    for entry in ENTRIES:
        journal.write(entry)

    assert lines.read() == written().read()


PLANTS = {
    "a line hangs on the one before": (
        test_a_line_that_is_left_out_is_found,
        "hashlib.sha256(before.encode() + text)",
        "hashlib.sha256(text)",
    ),
    "a line is what was written": (
        test_a_byte_that_changed_is_found,
        'if check.decode("ascii", "replace") != self._check:',
        "if False:",
    ),
    "a torn line is cut": (
        test_what_is_written_after_a_torn_line_reads_back,
        "lines.cut(len(found) - len(torn))",
        "pass",
    ),
}


@pytest.mark.parametrize("clause", PLANTS)
def test_a_clause_of_the_journal_that_is_broken_is_noticed(clause: str) -> None:
    test, old, new = PLANTS[clause]

    with (
        planted("obligato.model.tenure.journal", old, new),
        pytest.raises((AssertionError, CaseError, pytest.fail.Exception)),
    ):
        test()
