"""What people order, from the command or the button to the deed."""
