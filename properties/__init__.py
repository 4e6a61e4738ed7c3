"""Do the readings agree, and does a verifier notice: drawn cases and planted bugs."""
