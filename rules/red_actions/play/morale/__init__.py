"""Nerves at work in a battle."""
