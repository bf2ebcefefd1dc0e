"""The staff's seats: which sides of a battle it plays, who has put it there, and who relieves it."""
