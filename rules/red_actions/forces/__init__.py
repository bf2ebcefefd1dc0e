"""What comes to a battle."""
