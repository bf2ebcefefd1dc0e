"""Bots that fight the battles of all four books and are killed with -9 in the midst of anything, again and again, while
the database and a Discord on sockets live on: `python -m tests.kills --help`."""
