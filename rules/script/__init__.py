"""Scripted events: what a scenario lets happen when a joker is turned, a turn begins, an area is entered, losses
mount, a radio call succeeds or the GM calls for it, under any rule set.

`staging.staged(rules)` is the rule set with scripts: the same seam, its states wrapped. Nothing in `campaigns` or `bot`
knows whether a battle has a script.
"""
