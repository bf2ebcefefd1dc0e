"""Who commands, and whom his words reach."""
