"""3.5, 4.4, 4.5 and 4.9 at work: first aid and the radio."""
