"""The chapters at work in a battle: each module checks an action against the state and lets it happen.

`check_…` raises RuleViolation and rolls nothing; `do_…` is called only after it and lets the events happen on a
`Course`. `decide` is the one way in.
"""
