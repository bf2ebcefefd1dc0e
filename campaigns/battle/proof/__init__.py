"""That a battle was fought with the dice it promised: exported and verified."""
