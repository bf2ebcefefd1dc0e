"""4.6 to 4.8, 12.1 and 12.2 at work: wheels, rotors, boarding, ramming."""
