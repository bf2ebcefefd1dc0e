"""The period: its steps one after the other, what both sides write, its end."""
