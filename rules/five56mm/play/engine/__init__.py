"""What goes on by itself and what the umpire says; the table of all actions."""
