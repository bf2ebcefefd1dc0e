"""What men on foot throw, lay and blow up: grenades, flash bangs, smoke. X.12, X.14.3."""
