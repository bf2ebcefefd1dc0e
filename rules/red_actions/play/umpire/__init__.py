"""What the umpire does."""
