"""Procedures on their own, without a battle."""
