"""Ambushes: scouting, springing, orders to come out."""
