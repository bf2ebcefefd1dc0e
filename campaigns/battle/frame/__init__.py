"""How a battle is opened, mustered, begun, reinforced, taken back and ended."""
