"""What happens: records, receipts, scripts, cases, and the readings of a record."""

from .chat import read_chat, unanswered
from .chat_world import infer_world
from .document import Case, digest_of, dump, load
from .explained import explain
from .formulas import from_json, to_json
from .judge import Judgement, check, judge, residual
from .notation import latex, unicode
from .program import compile_formula
from .progress import progress
from .record import Receipt, Record
from .script import globs, record
from .script_text import parse, write
from .settle import settle
from .step import State, reached, step

__all__ = [
    "Case",
    "Judgement",
    "Receipt",
    "Record",
    "State",
    "check",
    "compile_formula",
    "digest_of",
    "dump",
    "explain",
    "from_json",
    "globs",
    "infer_world",
    "judge",
    "latex",
    "load",
    "parse",
    "progress",
    "reached",
    "read_chat",
    "record",
    "residual",
    "settle",
    "step",
    "to_json",
    "unanswered",
    "unicode",
    "write",
]
