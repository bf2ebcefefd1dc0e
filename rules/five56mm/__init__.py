"""5.56mm, modern skirmish rules: a deck of personal cards, two actions or one special action."""
