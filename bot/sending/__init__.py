"""What must reach Discord, sent."""
