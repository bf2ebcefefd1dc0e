"""Before the battle: tokens drawn and chosen, troops placed."""
