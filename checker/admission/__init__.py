"""Admission: whether a whole plan meets a contract on every run of it."""
