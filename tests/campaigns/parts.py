"""Scenario files whose forces say who may take them, under the Book and the Gun."""

from __future__ import annotations

from rules.scenario import Scenario, read_scenario

SORTIE = """\
rules: book-and-gun
key: sortie
title: The sortie
turn_limit: 6
board:
  name: The ford
  size: [36, 24]
  edges: {army: south, insurgents: north}
sides:
  army:
    forces:
      dagger:
        organisation: us-infantry-squad
        name: Dagger 2
        part: dagger
        fits: {men: 3-9, leader: true}
        names: [Ada Finch, Ben Rook]
      escort: {organisation: us-infantry-squad, name: The escort, open: {most: 7}}
      consul: {organisation: us-infantry-squad, name: The consul's men, guest: true, names: [Hugo Vane]}
  insurgents:
    forces:
      cell: {organisation: insurgent-cell, name: Ford cell, part: cell}
      friends: {organisation: insurgent-cell, name: Friends, reserve: true}
events:
  - {key: relief, title: The relief, effects: [reinforce: friends]}
"""


def sortie(*changes: tuple[str, str]) -> Scenario:
    return read_scenario(text_of(*changes))


def text_of(*changes: tuple[str, str]) -> str:
    text = SORTIE
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    return text


def ambush() -> Scenario:
    """Another scenario of the arc: Dagger 2 and the cell are in it, under other keys, with others beside them."""
    return sortie(
        ("key: sortie", "key: ambush"),
        ("title: The sortie", "title: The ambush"),
        ("      dagger:\n", "      first:\n"),
        ("      cell: {", "      band: {"),
        ("      consul: {", "      captive: {"),
        ("[Hugo Vane]", "[Ilse Brandt]"),
        ("The consul's men", "The captives"),
        ("name: Friends", "name: Well band"),
        ("friends", "well-band"),
    )
