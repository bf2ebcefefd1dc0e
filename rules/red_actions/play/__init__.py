"""The chapters at work in a battle."""
