"""Whose go it is, what one step does, and what a side has answered beforehand."""
