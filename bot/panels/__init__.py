"""What a unit may do, with its odds."""
