"""What must reach Discord, and the posts that have had their day."""
