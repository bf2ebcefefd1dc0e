"""Chapter XI at work: charges, who answers them, and the fight itself."""
