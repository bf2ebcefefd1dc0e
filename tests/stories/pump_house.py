"""A scenario of 5.56mm for stories: two sections at dusk, Jokers, the radio, a squad that comes when it is called."""

from __future__ import annotations

PUMP_HOUSE = """\
rules: five56mm
key: pump-house
title: The pump house
summary: A patrol meets the men who guard the water
briefing: The pumps have stopped. Somebody wants it so.
turn_limit: 8
board:
  name: Pump house
  size: [30, 24]
  edges: {black: south, red: north}
  features:
    - {kind: wall, line: [[6, 11.5], [13, 11.5]], width: 0.4, height: 1, hardness: hard}
    - {kind: wall, line: [[17, 13], [24, 13]], width: 0.4, height: 1, hardness: hard}
    - {kind: rubble, area: [[13, 15], [17, 15], [17, 18], [13, 18]]}
sides:
  black:
    name: The patrol
    briefing: The second section waits at the road for your call.
    forces:
      first:
        organisation: rangers
        name: First section
        place: [8, 9]
        facing: 0
        figures:
          - {rank: Sergeant, abilities: [0, 1, 1, 2], skills: [Leader], weapons: [m4, frag], gear: [body armour]}
          - {rank: Corporal, role: machine gunner, abilities: [0, 1, 2, 1], weapons: [saw], gear: [body armour]}
          - {rank: Corporal, role: corporal, abilities: [0, 0, 2, 2], weapons: [mp5, frag], gear: [body armour]}
          - {rank: Private, role: signaller, abilities: [0, 0, 2, 3], weapons: [m9], gear: [patrol radio, body armour]}
          - {rank: Private, role: grenadier, abilities: [0, 0, 3, 1], weapons: [m16, frag], gear: [body armour]}
          - {rank: Private, abilities: [0, 1, 2, 1], skills: [Nails], weapons: [m16, frag], gear: [body armour]}
      second:
        organisation: rangers
        name: Second section
        reserve: true
        figures:
          - {rank: Corporal, role: leader, abilities: [0, 1, 0, 1], weapons: [m16]}
          - {rank: Private, role: rifleman, abilities: [0, 0, 1, 0], weapons: [m16]}
  red:
    name: The guard
    briefing: Nobody touches the pumps.
    forces:
      guard:
        organisation: militia
        name: Pump guard
        place: [9, 16]
        facing: 180
        figures:
          - {rank: Foreman, role: leader, abilities: [0, 1, 2, 1], skills: [Leader], weapons: [ak47, frag]}
          - {rank: Fighter, role: grenadier, abilities: [0, 0, 3, 1], weapons: [uzi, frag]}
          - {rank: Fighter, role: fighter, abilities: [0, 0, 2, 1], weapons: [ak47]}
          - {rank: Fighter, role: fighter, abilities: [0, 0, 2, 2], weapons: [uzi, frag]}
          - {rank: Fighter, role: fighter, abilities: [0, 1, 2, 0], weapons: [ak47]}
          - {rank: Fighter, role: fighter, abilities: [1, 0, 2, 1], weapons: [m9, frag]}
details:
  light: Low Light
  jokers: [red]
  radio:
    Second section: {number: 4, side: black}
events:
  - key: dust
    title: Dust
    when: {joker: red}
    once: false
    effects:
      - post: A wall of dust goes through the yard and is gone.
  - key: second
    title: The second section
    when: {radio: Second section}
    effects:
      - post: Engines behind you.
      - reinforce: second
"""
