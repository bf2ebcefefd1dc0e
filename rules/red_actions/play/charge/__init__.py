"""Charges, hand-to-hand combat and pursuit."""
