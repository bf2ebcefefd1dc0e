"""Who is who in a campaign, what each may do and may know, and what a GM can settle."""
