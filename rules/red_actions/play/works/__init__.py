"""Digging, fires, wire."""
