"""What goes off among people and vehicles, for every chapter in which something does or somebody moves."""
