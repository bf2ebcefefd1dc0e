"""Chapter VI at work: who sees whom, and what a side knows."""
