"""Chapter X.13 and X.14 at work: mortars on the board, those who observe for them, and talk by radio."""
