"""What happens: records, receipts, scripts, cases, and the readings of a record."""

from .judge import check, judge
from .record import Record
from .script import globs, record
from .settle import settle

__all__ = ["Record", "check", "globs", "judge", "record", "settle"]
