"""The ground table: the calls that could follow a record, and what each needs."""
