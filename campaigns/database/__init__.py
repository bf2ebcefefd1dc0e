"""The database: the store, its statements, and how they get there."""
