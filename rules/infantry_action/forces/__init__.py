"""What comes to a battle and what goes home from it."""
