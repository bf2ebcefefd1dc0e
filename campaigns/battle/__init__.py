"""A battle from its opening to its end: journal, clocks, undo, proof."""
