"""Duties that say something else than their authors meant, and what shows it."""
