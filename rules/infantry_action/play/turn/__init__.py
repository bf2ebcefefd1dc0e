"""The period: its steps one after the other, its end."""
