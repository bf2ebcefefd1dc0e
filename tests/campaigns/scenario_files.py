"""Scenario files for tests: small ones, under the Book and the Gun."""

from __future__ import annotations

FARM = """\
rules: book-and-gun
key: the-farm
title: The farm
summary: A patrol looks into a farm.
briefing: |
  A farm on the road. Nobody has come from it for two days.
turn_limit: 6
options:
  pace: card
board:
  name: The farm
  size: [36, 24]
  edges: {army: south, insurgents: north}
  features:
    - {kind: road, line: ["0,12", "36,12"], width: 2, name: High Road}
sides:
  army:
    briefing: The well is poisoned. Let nobody drink.
    forces:
      alpha: {organisation: us-infantry-squad, name: Alpha, place: "12,4", facing: 0, names: [Orla Quinn, Bo Lund]}
      bravo: {organisation: us-infantry-squad, name: Bravo, place: "24,4", facing: 0, reserve: true}
  insurgents:
    briefing: The rifles lie under the hay.
    forces:
      farm-cell: {organisation: insurgent-cell, name: Farm cell, place: "18,20", facing: 180}
events:
  - key: lights
    title: Lights on the road
    when: {joker: any}
    effects:
      - post: Headlights, far off.
  - key: relief
    title: The relief
    effects:
      - post: {text: "Bravo is five minutes out, says the radio.", to: army}
      - reinforce: bravo
      - objective: {key: hold, text: Hold the farm, to: army}
  - key: parley
    title: The old man
    effects:
      - choice:
          side: insurgents
          question: An old man waves a white cloth. Let him through?
          options:
            Let him through:
              - post: {text: "He tells of the trucks behind the hill.", to: insurgents}
            Send him back:
              - post: The old man turns round.
          default: Send him back
"""
