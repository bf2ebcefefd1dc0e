"""What lasts: campaigns, rosters, careers, battles and their journal, deadlines, and the posts that wait to be sent.

Front ends call the services, each an async function that takes the `Store` first and says who asks by a user id:

- `campaign` (who plays what), `rosters` (units and people), `drafts` (units that players put together), `growth` (what
  people carry from battle to battle and learn), `battles` (opening, acting, ending, undoing, reports),
  `timers` and `reminders` (deadlines), `outbox` (posts), `careers`, `sheet` and `chronicle` (what became of it all),
  `verification` and `export` (proof of the dice), `published` (which commands a server was given).

Beneath them: `taking_up` reads a battle or remembers it, `conduct` is the inside of its transaction, `overtaking` keeps
two writers apart, `journal` folds it, `closing` and `returns` carry it into the rosters and back, `tables` are the
tables, `store` the database. A refusal is `errors.Refusal`, or the rules'
own RuleViolation; after either, nothing has changed.
"""
