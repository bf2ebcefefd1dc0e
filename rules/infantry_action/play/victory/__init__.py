"""Who has won, counted in points when the battle is over."""
