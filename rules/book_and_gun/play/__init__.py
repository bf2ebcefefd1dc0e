"""The chapters at work in a battle, one folder each."""
