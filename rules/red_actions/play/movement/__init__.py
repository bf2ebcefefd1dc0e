"""Moving, forms of standing, and what is done on the ground."""
