"""What speed is promised, measured: each module prints a table and exits 1 if missed."""
