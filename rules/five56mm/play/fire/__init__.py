"""3.2, 3.6 and 4.3 at work: shots, bursts, covering fire, grenades."""
