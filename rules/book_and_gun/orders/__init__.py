"""Orders that stand in a battle: what each step and stop is in The Book and the Gun."""
