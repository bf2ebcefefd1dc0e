"""Units and the people in their ranks: careers, growth, drafts, the sheet."""
