"""The battlefield as measured: where bases stand, what ground they are on, who sees whom."""
