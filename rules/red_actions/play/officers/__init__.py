"""What officers do for the units of a battle, and who follows those that fall."""
