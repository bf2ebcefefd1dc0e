"""What happened, told to one reader: what every telling carries, gathered, folded and put at the head of a post."""
