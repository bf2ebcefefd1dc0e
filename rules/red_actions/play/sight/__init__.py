"""Who may know what of whom."""
