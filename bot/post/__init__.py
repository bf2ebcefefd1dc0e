"""What the bot posts, put into words."""
