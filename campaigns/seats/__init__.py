"""Seats that their players leave empty, and who would take them over."""
