"""Clocks for people: when somebody is awake, how much time he has left, whom a side's clock belongs to, pauses.

- `hours`, `bank`, `trust`: the rules themselves, pure, on plain values
- `people`: what somebody has told of his days, and absences; `habits` changes it
- `waits`: whom each question is put to, and until when: everything that runs is derived from rows, in the transaction
  that changes one of them
- `calls`: reminders, bundled and never at night; `pausing`: a battle whose clocks stand still
"""
