"""What any battle is made of, whatever its rule set."""
