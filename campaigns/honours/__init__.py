"""Honours of people and units: what a campaign's awards are, who is proposed for them, and who has been given which."""
