"""Seals for more than one period: written once, ended by what happens."""
