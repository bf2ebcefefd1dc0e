"""Who has located whom, and what is heard and read from tracks. Target Location, Detection Without Location."""
