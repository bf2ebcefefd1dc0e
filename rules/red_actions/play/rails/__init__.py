"""Trains on their rails."""
