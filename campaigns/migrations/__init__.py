"""The schema's history, for SQLite and PostgreSQL alike. `Store.open` runs it."""
