"""9.4 at work: fear, and where it drives a man."""
