"""Chapters IV, V and VIII at work: moves, columns, detachments."""
