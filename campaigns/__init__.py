"""What lasts: campaigns, rosters, careers, battles and their journal, deadlines, and the posts that wait to be sent."""
