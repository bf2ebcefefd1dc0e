"""A campaign's chronicle as a site: static pages that need no server and ask for nothing from anywhere."""
