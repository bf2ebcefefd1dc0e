"""Red Actions! Pygmy Wars: segments of units and their officers in the Russian Civil War."""
