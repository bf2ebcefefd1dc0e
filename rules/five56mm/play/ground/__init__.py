"""The table as the other chapters ask for it: 6.1, and the facts of a shot or a move."""
