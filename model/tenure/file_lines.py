"""The file of a journal: a line is on the disk before it counts; one process alone."""

import fcntl
import os
from pathlib import Path

from ...spec.errors import CaseError


class FileLines:
    """Lines in a file, which one process at a time may have open.

    A process that is killed lets go. Raises: `CaseError` if another one has it open.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        new = not self.path.exists()
        self._file = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(self._file)
            raise CaseError(
                str(self.path), "another process has it open", "let one tenure act"
            ) from None
        if new:
            self._sync_folder()

    def read(self) -> bytes:
        """Return all that is there."""
        return self.path.read_bytes()

    def append(self, line: bytes) -> None:
        """Add a line; when this returns, it is on the disk."""
        while line:
            line = line[self._put(line) :]
        os.fsync(self._file)

    def cut(self, size: int) -> None:
        """Keep the first ``size`` bytes."""
        os.ftruncate(self._file, size)
        os.fsync(self._file)

    def close(self) -> None:
        """Let another process have it."""
        os.close(self._file)

    def _put(self, line: bytes) -> int:
        return os.write(self._file, line)

    def _sync_folder(self) -> None:
        """Put the name of the file on the disk, too."""
        folder = os.open(self.path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
