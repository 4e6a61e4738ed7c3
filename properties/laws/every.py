"""Every law by the name of the part of a theorem that it tries."""

from collections.abc import Mapping

from . import knowledge, omitting, orders

LAWS = {law.name: law for m in (orders, omitting, knowledge) for law in m.LAWS}

_TENURE = "tried by the machines that drive the tenure, against every fault"
_FINISH = "tried on certificates, by what fuzzes the checkers"
_ABSTRACT = "says what any view or fault must be like, of which there are no cases"
# Parts that no law tries here, each with why.
WITHOUT: Mapping[str, str] = {
    "T0.sound": "tried on every history that fits a record, with the laws of readings",
    **dict.fromkeys(
        (
            *("T1.executable", "T1.effects", "T1.bindings", "T1.no_duplicate"),
            *("T1.admissible", "T1.complete", "T2.effects", "T2.bindings"),
            *("T2.complete", "T3.whole_plan", "T3.clean_plan", "T3.distinct_plan"),
            *("T3.admissible_plan", "T3.only_plan", "T6.fenced", "T6.drained"),
            *("T9.keeps_kept", "T9.keeps_own", "T9.silent", "T9.intent"),
            *("T11.can_claim", "T12.no_duplicate", "T13.known"),
        ),
        _TENURE,
    ),
    **dict.fromkeys(
        (
            *("T4.covered", "T4.rows", "T4.replayed", "T4.real", "T4.true"),
            *(
                f"T8.{way}_{clause}"
                for way in ("adding", "removing")
                for clause in (
                    *("cited", "found", "good", "unique", "agreed"),
                    *("latest", "total", "clean", "certain"),
                )
            ),
        ),
        _FINISH,
    ),
    **dict.fromkeys(
        ("T7.suffices", "T7.lost", "T10.framed", "T10.deflated"), _ABSTRACT
    ),
}
