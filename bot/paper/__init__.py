"""Rosters on paper: a book's own sheets as PDF, black and white."""
