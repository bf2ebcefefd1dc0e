"""What becomes of journals for people to read: accounts of battles, stories of figures, rolls of honour."""
