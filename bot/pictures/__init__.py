"""Maps and cards as pictures."""
