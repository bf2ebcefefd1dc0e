"""Scenario files for tests."""

RAID = """\
rules: five56mm
key: raid
title: Raid
summary: A raid
turn_limit: 6
options:
  lucky-timing: before-roll
  joker-returns: false
board:
  size: [36, 28]
  edges: {black: south, red: north}
  features:
    - {kind: building, rectangle: [[10, 10], [16, 15]], floors: 2, name: Mill}
sides:
  black:
    name: The raiders
    briefing: Take the mill.
    forces:
      alpha:
        organisation: rangers
        place: C2
        facing: 90
      bravo:
        organisation: rangers
        name: The second wave
        reserve: true
        figures:
          - {name: Joe, rank: Sergeant, abilities: [0, 1, 0, 2], skills: [Leader], weapons: [m4, frag]}
          - {weapons: [m16, "m203:frag+stun"], gear: [patrol radio]}
          - {name: Kay, abilities: {morale: 1}, weapons: [ak47+telescopic sight]}
  red:
    forces:
      band:
        organisation: militia
        names: [Aziz]
        place: [20, 24]
details:
  light: Low Light
  jokers: [red]
  radio:
    Mortar fire: 4
    Air strike: {number: 5, side: black, once: false}
  vehicles:
    truck:
      side: red
      profile: jeep
      at: H6
      crew:
        driver: band.2
        passenger: [band.3]
  kit:
    alpha.2: {gear: [night vision goggles]}
events:
  - key: mortars
    title: Mortars
    when: {radio: Mortar fire}
    effects:
      - post: Rounds on the way
      - choice:
          side: black
          question: Where?
          default: Nowhere
          options:
            On the mill:
              - bombard: {blast_of: frag, at: Mill}
            Nowhere:
  - key: second-wave
    title: The second wave
    when:
      any:
        - turn: 3
          every: 2
        - {joker: red, from_turn: 2}
        - losses: {side: black, percent: 30, unit: alpha}
    effects:
      - reinforce: bravo
      - call: dark
      - roll:
          what: nerves
          branches:
            1-3:
              - call-morale-test: {unit: band.1, whole_squad: true}
            6:
  - key: dark
    title: Dark
    effects:
      - set-light: {light: No Light}
      - objective: {key: mill, text: Take the mill, to: black}
  - key: inside
    title: Inside
    when:
      all:
        - entered: {side: black, area: Mill, units: [alpha]}
        - not: {chosen: {event: mortars, option: On the mill}}
    effects:
      - objective: {key: mill, state: achieved, to: [black, gm]}
      - end: {winner: black, reason: They are in}
"""

PATROL = """\
rules: book-and-gun
key: patrol
title: Patrol
sides:
  army:
    forces:
      squad: {organisation: us-infantry-squad}
  insurgents:
    forces:
      cell: {organisation: insurgent-cell}
"""

CONVOY = """\
rules: five56mm
key: convoy
title: Convoy
turn_limit: 8
board:
  size: [36, 28]
  edges: {black: south, red: north}
  features:
    - {kind: building, rectangle: [[10, 10], [16, 15]], floors: 2, name: Mill}
sides:
  black:
    forces:
      patrol: {organisation: motor-patrol, place: C2}
      tail:
        organisation: rangers
        place: [26, 4]
        elements:
          duchess: {type: jeep+m2, name: The Duchess, crew: {driver: 2, gunner: 3, passenger: [4]}}
          spare: jeep
  red:
    forces:
      band: {organisation: militia, place: [20, 24]}
events:
  - key: mine
    title: A mine
    when: {entered: {side: black, area: Mill, units: [tail.duchess]}}
    effects:
      - set-vehicle: {vehicle: tail.duchess, to: immobilised}
  - key: breakdown
    title: A breakdown
    effects:
      - place: {unit: patrol.hmmv+m2, to: B2}
      - place: {unit: tail.spare, to: [30, 6]}
"""
"""Vehicles of forces, named by key."""
