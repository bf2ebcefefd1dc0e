"""Chapter VII and what the rest is driven by: cards, jokers, orders, set-up, the umpire's word."""
