"""What everything in rules/ is made of: actions, events, chance, refusals, facts."""
