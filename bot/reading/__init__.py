"""What people typed or attached, read."""
