"""The agenda and the course of the battle, above all chapters."""
