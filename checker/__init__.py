"""Does it hold: questions to a solver, every answer replayed by the evaluator."""
