"""Fire: who can fire at what, what both sides write down, and what comes of it, all at once."""
