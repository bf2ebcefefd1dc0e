"""The command line: what a GM, a host or a script can ask of Adjutant without Discord."""
