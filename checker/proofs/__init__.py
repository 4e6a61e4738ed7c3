"""Proofs of the theorems: induction for any number of elements, and runs."""
