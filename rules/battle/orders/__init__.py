"""Orders that stand: what a side's units do on their own when the battle comes to them.

An order is a list of steps that is tried from the top, for some units or for a whole side, with what makes it stop and
ask. It is data in the battle's state, as an open question is. A rule set fills in a `Table`: what each kind of step
comes to for a unit, and what each kind of stop looks for. A step comes to an action that the side's player could have
asked for himself: the action's own deed judges it, by him, before it is taken up. Nothing else is ever carried out.

- `data` what orders are, and their events; `table` what a rule set fills in; `following` what is to be done now;
  `giving` how orders are given and taken back; `showing` how they are shown to their side,
  `telling` how their events are told; `standing` puts all of it together for a rule set.
"""
