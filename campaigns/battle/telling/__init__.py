"""A battle in words and looks, for whoever reads."""
