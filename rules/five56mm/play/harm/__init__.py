"""5.0, 12.5 and explosions at work: what a hit does to people and machines."""
