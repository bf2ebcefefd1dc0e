"""The book's procedures on plain values, its charts, switches and rulings; no state, no table."""
