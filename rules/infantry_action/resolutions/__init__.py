"""Procedures of the book on their own, by declared facts, without a battle."""
