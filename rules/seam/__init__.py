"""What a rule set fills in: `RuleSet` and all that it consists of."""
