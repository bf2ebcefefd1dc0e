"""What is kept of a battle: its journal and rows, and what is read from them."""
