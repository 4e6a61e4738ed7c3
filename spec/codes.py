"""The codes: a closed list of what can be wrong, grouped by the check that finds it."""

from enum import StrEnum


class Code(StrEnum):
    """One thing that can be wrong: the `check` that finds it, and its `meaning`."""

    check: str
    meaning: str

    def __new__(cls, check: str, name: str, meaning: str) -> "Code":
        """Make a code whose value is its name."""
        code = str.__new__(cls, name)
        code._value_, code.check, code.meaning = name, check, meaning
        return code

    VACUOUS = "contract", "VACUOUS", "Nothing is asked, so nothing could be missing."
    UNSATISFIABLE = "contract", "UNSATISFIABLE", "No history can meet what is asked."
    ORACLE_CONFLICT = (
        "contract",
        "ORACLE_CONFLICT",
        "Two statements of what is right disagree.",
    )
    DUPLICATE_ID = "contract", "DUPLICATE_ID", "Two things in the record share one id."

    TASK_DIGEST = (
        "binding",
        "TASK_DIGEST",
        "The claim is about another task than the one asked.",
    )
    LEDGER_DIGEST = (
        "binding",
        "LEDGER_DIGEST",
        "The claim is about another ledger than this one.",
    )
    BINDING_CHANGED = (
        "binding",
        "BINDING_CHANGED",
        "A role that was bound got another value.",
    )
    DECISION_MISMATCH = (
        "binding",
        "DECISION_MISMATCH",
        "A decision is used for what it was not about.",
    )
    REVOKED = "binding", "REVOKED", "The decision relied on was declined or taken back."

    MISSING_SLOT = (
        "coverage",
        "MISSING_SLOT",
        "A mandatory slot of the answer has no claim.",
    )
    NULL_VALUE = (
        "coverage",
        "NULL_VALUE",
        "A slot that may not be null is claimed null.",
    )
    EXTRA_SLOT = "coverage", "EXTRA_SLOT", "A slot is claimed that nobody asked for."
    UNCOVERED_OBLIGATION = (
        "coverage",
        "UNCOVERED_OBLIGATION",
        "Something owed is not met, or a rule is broken.",
    )
    PENDING_CHILD = "coverage", "PENDING_CHILD", "Delegated work has not come back."

    UNKNOWN_RECEIPT = (
        "evidence",
        "UNKNOWN_RECEIPT",
        "A receipt is cited that the ledger does not have.",
    )
    RECEIPT_FAILED = (
        "evidence",
        "RECEIPT_FAILED",
        "A receipt is cited of a call that failed.",
    )
    RECEIPT_UNCLEAR = (
        "evidence",
        "RECEIPT_UNCLEAR",
        "The evidence leaves open whether it happened.",
    )
    RECEIPT_FOREIGN_RUN = (
        "evidence",
        "RECEIPT_FOREIGN_RUN",
        "A receipt comes from another task or tenure.",
    )
    UNBOUND_RECEIPT = (
        "evidence",
        "UNBOUND_RECEIPT",
        "A receipt does not say what it is a receipt of.",
    )
    EVIDENCE_KIND = (
        "evidence",
        "EVIDENCE_KIND",
        "Text by a model or a child's report stands as a receipt.",
    )
    IRRELEVANT_EVIDENCE = (
        "evidence",
        "IRRELEVANT_EVIDENCE",
        "A receipt is cited that does not bear on the claim.",
    )
    CONFLICTING_EVIDENCE = (
        "evidence",
        "CONFLICTING_EVIDENCE",
        "No history fits all that the record says.",
    )
    STALE_EVIDENCE = (
        "evidence",
        "STALE_EVIDENCE",
        "The state moved on after the evidence was taken.",
    )
    PARTIAL_EVIDENCE = (
        "evidence",
        "PARTIAL_EVIDENCE",
        "A part stands as evidence for the whole.",
    )

    SCOPE_ENTITY = "scope", "SCOPE_ENTITY", "The evidence is about another entity."
    SCOPE_ATTRIBUTE = (
        "scope",
        "SCOPE_ATTRIBUTE",
        "The evidence is about another attribute.",
    )
    SCOPE_LEVEL = (
        "scope",
        "SCOPE_LEVEL",
        "The evidence is about another level of the hierarchy.",
    )
    SCOPE_TIME = "scope", "SCOPE_TIME", "The evidence is about another time."
    SCOPE_ARGS = "scope", "SCOPE_ARGS", "The receipt is of a call with other arguments."
    SCOPE_TOOL = "scope", "SCOPE_TOOL", "The receipt is of a call of another tool."

    TRANSFORM_FORBIDDEN = (
        "replay",
        "TRANSFORM_FORBIDDEN",
        "The answer is derived by a transform not allowed for it.",
    )
    VALUE_MISMATCH = (
        "replay",
        "VALUE_MISMATCH",
        "The claimed value is not what the evidence replays to.",
    )
    AMBIGUOUS_ORDER = (
        "replay",
        "AMBIGUOUS_ORDER",
        "A tie leaves open what is among the first k.",
    )

    PRECONDITION = (
        "exec",
        "PRECONDITION",
        "A call was made that the live tool does not allow there.",
    )
    UNRESOLVED_REFERENCE = (
        "exec",
        "UNRESOLVED_REFERENCE",
        "An argument refers to an answer that is not there.",
    )
    OPEN_CALL = (
        "exec",
        "OPEN_CALL",
        "Whether a call could run hangs on a call without an answer.",
    )
    GUARD_FALSE = (
        "exec",
        "GUARD_FALSE",
        "Something ran or is claimed whose guard is false.",
    )

    DUPLICATE_EFFECT = (
        "preserve",
        "DUPLICATE_EFFECT",
        "An effect was made that had been made already.",
    )
    AMBIGUOUS_OUTCOME = (
        "preserve",
        "AMBIGUOUS_OUTCOME",
        "An effect that may have been made already is made again.",
    )
    EFFECT_ENDED = "preserve", "EFFECT_ENDED", "An effect that was to stay was undone."
    EFFECT_NOT_IN_STATE = (
        "preserve",
        "EFFECT_NOT_IN_STATE",
        "An effect counted as made is not in the state.",
    )

    AUTHORITY_WIDENED = (
        "authority",
        "AUTHORITY_WIDENED",
        "The successor did what it was not allowed to.",
    )
    NOT_OWNER = "authority", "NOT_OWNER", "Somebody acted who did not hold the work."
    CHECKER_TOUCHED = (
        "authority",
        "CHECKER_TOUCHED",
        "The work changed what it is checked by.",
    )

    CYCLE = "graph", "CYCLE", "The plan waits for itself."
    UNORDERED_CONFLICT = (
        "graph",
        "UNORDERED_CONFLICT",
        "Two steps that disturb each other are not ordered.",
    )
    NOT_ESTABLISHED = (
        "graph",
        "NOT_ESTABLISHED",
        "The budget was spent before there was an answer.",
    )

    AFTER_CLAIM = (
        "tenure",
        "AFTER_CLAIM",
        "Something was done after the claim to be done.",
    )
    BUDGET_SPENT = (
        "tenure",
        "BUDGET_SPENT",
        "The tenure ended because its budget was spent.",
    )
    NO_PROGRESS = "tenure", "NO_PROGRESS", "Work is owed and nothing was done."
    TENURE_ENDED = (
        "tenure",
        "TENURE_ENDED",
        "A failure after a live write ended the tenure.",
    )
