"""The fault kinds: what goes wrong when work changes hands, and the codes it raises.

Read off public bug reports of agent frameworks, workflow engines and payment code:
47 kinds in 8 families. A kind without a code must leave the right verdict as it is.
"""

from collections.abc import Mapping

import attrs

from .codes import Code


@attrs.frozen
class Kind:
    """A kind of fault: its `family`, its `meaning`, the `codes` it may raise."""

    name: str
    family: str
    meaning: str
    codes: tuple[Code, ...]


LOST, DUPLICATED, UNDONE = "obligations lost", "effects duplicated", "effects lost"
DRIFT, EVIDENCE, WHOLE = "bindings drift", "evidence defects", "verdict of the whole"
IDENTITY, LIVENESS = "identity", "liveness"

_TABLE = (
    (LOST, "missing_slot", "A part of the answer is absent at the stop.", "MISSING_SLOT NULL_VALUE"),
    (LOST, "obligation_lost_in_handoff_view", "A summary drops what is still owed.", "UNCOVERED_OBLIGATION"),
    (LOST, "obligation_lost_in_delegation", "A child's result never comes back.", "PENDING_CHILD UNKNOWN_RECEIPT"),
    (LOST, "self_authored_scope", "The agent replaces what was asked by its own list.", "TASK_DIGEST"),
    (LOST, "vacuous_contract", "Nothing is required or nothing was looked at.", "VACUOUS"),
    (LOST, "budget_exhaustion_as_done", "A spent budget is reported as completion.", "UNCOVERED_OBLIGATION BUDGET_SPENT"),
    (LOST, "stop_signal_confusion", "A stop word ends a run, or fails to.", "UNCOVERED_OBLIGATION AFTER_CLAIM"),
    (LOST, "handoff_not_effected", "A transfer is told and not made.", "NOT_OWNER"),
    (DUPLICATED, "retry_after_ambiguous_outcome", "A lost answer is followed by a retry without a probe.", "AMBIGUOUS_OUTCOME"),
    (DUPLICATED, "unstable_effect_identity", "A retry gets a fresh key, so nothing can tell it is one.", "DUPLICATE_EFFECT"),
    (DUPLICATED, "replay_on_resume", "Resuming runs a finished prefix again.", "DUPLICATE_EFFECT"),
    (DUPLICATED, "batch_sibling_replay", "One pending member runs its finished siblings again.", "DUPLICATE_EFFECT"),
    (DUPLICATED, "concurrent_executors", "Two successors act at once.", "NOT_OWNER CONFLICTING_EVIDENCE"),
    (DUPLICATED, "restart_instead_of_residual", "The successor does the whole plan again.", "DUPLICATE_EFFECT"),
    (UNDONE, "stale_checkpoint_substitution", "An earlier run's result is served for this one.", "RECEIPT_FOREIGN_RUN"),
    (UNDONE, "effect_identity_collision", "One key, two payloads: a foreign result comes back.", "SCOPE_ARGS SCOPE_TOOL"),
    (UNDONE, "progress_recorded_before_effect", "Something is marked done that was not.", "EFFECT_NOT_IN_STATE"),
    (UNDONE, "compensation_fault", "An undo is missing or does nothing.", "EFFECT_NOT_IN_STATE EFFECT_ENDED"),
    (UNDONE, "dangling_call", "A call has no result at the boundary.", "OPEN_CALL"),
    (DRIFT, "goal_drift", "Another or an older goal is pursued.", "TASK_DIGEST BINDING_CHANGED"),
    (DRIFT, "approved_args_substitution", "One thing is approved and another executed.", "BINDING_CHANGED"),
    (DRIFT, "decision_misrouting", "The approval of one thing is used for another.", "DECISION_MISMATCH"),
    (DRIFT, "revoked_decision_executed", "What was declined or taken back runs.", "REVOKED"),
    (DRIFT, "constraint_lost", "A prohibition or a guard is dropped.", "AUTHORITY_WIDENED GUARD_FALSE"),
    (DRIFT, "constraint_invented", "A rule nobody gave makes work be skipped.", "UNCOVERED_OBLIGATION"),
    (DRIFT, "approved_unexecutable", "No execution can satisfy what was bound.", "UNSATISFIABLE PRECONDITION"),
    (EVIDENCE, "narrated_execution", "A claim stands on text, with no call behind it.", "UNKNOWN_RECEIPT EVIDENCE_KIND"),
    (EVIDENCE, "forged_citation", "A cited receipt does not exist.", "UNKNOWN_RECEIPT"),
    (EVIDENCE, "failed_call_cited", "An error is read as success.", "RECEIPT_FAILED"),
    (EVIDENCE, "wrong_path_evidence", "Evidence looks right and is of another path.", "IRRELEVANT_EVIDENCE"),
    (EVIDENCE, "scope_mismatch", "Evidence is of another entity, attribute, level or time.", "SCOPE_ENTITY SCOPE_ATTRIBUTE SCOPE_LEVEL SCOPE_TIME"),
    (EVIDENCE, "stale_evidence", "The state moved after the measurement.", "STALE_EVIDENCE"),
    (EVIDENCE, "partial_evidence_as_total", "A page stands for the whole.", "PARTIAL_EVIDENCE"),
    (EVIDENCE, "value_tampering", "The claimed value is not what the evidence gives.", "VALUE_MISMATCH AMBIGUOUS_ORDER TRANSFORM_FORBIDDEN"),
    (EVIDENCE, "self_report_as_evidence", "A child's prose is taken for a receipt.", "EVIDENCE_KIND"),
    (EVIDENCE, "unbound_receipt", "A receipt is not bound to task, call or arguments.", "UNBOUND_RECEIPT RECEIPT_FOREIGN_RUN"),
    (EVIDENCE, "evidence_lost_then_asserted", "The evidence is gone and the claim stays.", "UNKNOWN_RECEIPT RECEIPT_UNCLEAR"),
    (EVIDENCE, "checker_subverted", "The work edits its own checker.", "CHECKER_TOUCHED"),
    (WHOLE, "partial_failure_as_success", "One part failed and the whole is called a success.", "RECEIPT_FAILED"),
    (WHOLE, "component_not_in_conjunction", "A part is checked and does not count.", "UNCOVERED_OBLIGATION"),
    (WHOLE, "oracle_conflict", "The gold contradicts the request.", "ORACLE_CONFLICT"),
    (WHOLE, "terminal_state_overwrite", "A later event flips a settled verdict.", "AFTER_CLAIM TENURE_ENDED"),
    (WHOLE, "false_continue", "A valid completion is refused for ever.", ""),
    (IDENTITY, "noncanonical_digest", "Equal meaning has two digests, or the reverse.", "TASK_DIGEST LEDGER_DIGEST"),
    (IDENTITY, "identifier_collision", "Two records share one id.", "DUPLICATE_ID"),
    (LIVENESS, "decision_consumed_not_resumable", "Effect and answer are both lost to the successor.", "AMBIGUOUS_OUTCOME"),
    (LIVENESS, "no_progress", "Work is owed and nothing is done, or the reverse.", "NO_PROGRESS"),
)  # fmt: skip  # a row is a kind

KINDS: Mapping[str, Kind] = {
    name: Kind(name, family, meaning, tuple(Code[c] for c in codes.split()))
    for family, name, meaning, codes in _TABLE
}


def raised_by(code: Code) -> tuple[str, ...]:
    """Return the names of the fault kinds that may raise ``code``."""
    return tuple(name for name, kind in KINDS.items() if code in kind.codes)
