"""3.1, 4.1, 4.2 and 9.4 at work: everybody on his feet."""
