"""A campaign as a whole: its beginning, its players coming and going, its chronicle, its end."""
