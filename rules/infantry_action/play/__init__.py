"""The chapters of the book at work in a battle, a folder each."""
