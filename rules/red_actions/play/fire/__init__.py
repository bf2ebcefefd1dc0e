"""Shooting in a battle: who can fire at what, with which odds, and what comes of it."""
