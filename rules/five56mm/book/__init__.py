"""The book's procedures on plain values, its charts, switches and organisations: no state of a battle, no table."""
