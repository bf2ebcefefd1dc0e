"""What the book says, on plain values: charts, procedures and switches; no state, no table."""
