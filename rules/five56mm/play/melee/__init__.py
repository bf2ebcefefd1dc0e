"""3.7 at work: hand to hand."""
