"""Who is in and on vehicles, what they serve, and what bars vehicles on the table. VIII.2, X.2.10."""
