"""Chapter IX at work: the table as the other chapters ask for it."""
