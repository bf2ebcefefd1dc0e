"""How the bot speaks with one person: texts, buttons, refusals, the seat he asks from."""
