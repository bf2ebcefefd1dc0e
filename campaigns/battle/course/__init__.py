"""How a battle goes on: whoever acts in it, by one conduct."""
