"""Do others hold: what tests the verifiers of other people. Nothing here yet."""
