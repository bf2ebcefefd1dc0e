"""Vehicles at work in a battle: they drive, people get in and out. VIII.2, VIII.4.2."""
