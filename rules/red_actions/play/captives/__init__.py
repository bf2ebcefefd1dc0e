"""Prisoners and who has them."""
