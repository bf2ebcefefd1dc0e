"""WRG Infantry Action 1925–1975: sections and platoons, orders written in secret and carried out together.

`book/` is what the book says, on plain values; `play/` has a folder for each chapter at work in a battle, on the shared
floor of `actions/`, `events/`, `evolve/` and `tell/`; `forces/` is what comes to a battle.
"""
