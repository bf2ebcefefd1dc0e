"""Fire at AFVs, their crews and their nerve. Anti-Tank Fire"""
