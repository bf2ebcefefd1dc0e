"""What is worth offering, and what may come of it: ways, ends of ways, trials of an attack."""
