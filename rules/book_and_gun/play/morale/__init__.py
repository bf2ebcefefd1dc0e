"""Chapter XII at work: checks, rallying, routs and retreats."""
