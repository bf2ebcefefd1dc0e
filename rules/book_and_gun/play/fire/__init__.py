"""Chapter X at work: who fires at whom, what is hit, what may come of it."""
