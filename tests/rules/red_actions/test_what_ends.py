"""What lasts ends: every state that holds for a while, and until when it holds.

A new field of a unit, a base, an officer or the battle must be put among those that last or those that do not.
"""

from __future__ import annotations

from dataclasses import fields

import pytest

from rules.red_actions.state import Segment, State
from rules.red_actions.units import Base, Officer, Prisoners, Rails, Rout, Unit

COMPARED = "a turn, compared with the one that runs"
LASTS = {
    Base: {"limber": "until it is fired or refilled", "cart": "until it is fired or refilled"},
    Rout: {
        "threat": "until it rallies, or is no more",
        "pursuers": COMPARED,
        "abandoned": "until it rallies, or is no more",
        "off_table": "until it rallies, or is no more",
    },
    Rails: {
        "last": "until its next move, or it leaves",
        "leaving": "until it has left, or is taken",
        "withdrawing": "until it has left, or is taken",
    },
    Unit: {
        "formation": "until it forms up anew",
        "formed": "until it breaks its line, dismounts, combines or routs",
        "limbered": "until it unlimbers",
        "terror": "until it rallies",
        "pinned": "until it rallies or routs",
        "rout": "until it rallies",
        "acted": COMPARED,
        "mode": "until the end of the turn",
        "mode_turn": COMPARED,
        "evading": "until it does something else, or routs",
        "moved": "until the end of the turn",
        "moved_turn": COMPARED,
        "went_back": "until the end of the turn",
        "went_back_turn": COMPARED,
        "retired_turn": COMPARED,
        "spared_turn": COMPARED,
        "marching": "until it forms up, is shot at, ambushed, charges or routs",
        "surprised": "until it forms up or routs",
        "held_back_until": COMPARED,
        "charge_failed": COMPARED,
        "clever_turn": COMPARED,
        "ambushed_turn": COMPARED,
        "came_upon": "until its segment is over, or its ambush is sprung",
        "returned_turn": COMPARED,
        "hidden": "until it is seen, fires, charges or routs",
        "marker": "until it is seen or fires",
        "holds": "until it goes, or the building is no more",
        "in_wire": "until it is across, or goes back",
        "wire_since": COMPARED,
        "aboard": "until it gets out, routs, or its carrier is no more",
        "car": "until it gets out, routs, or its carrier is no more",
        "arrives": "until it has come",
        "off_course": "until it has found its way again",
        "breakdown": "until it is free, or for good",
        "mounts": "until it mounts again",
        "holder": "until it mounts again",
        "holder_at": "until it mounts again",
        "fired_turn": COMPARED,
        "fire_target": "until it fires at another",
        "fire_rounds": "until it fires at another",
        "fire_spot": "until it fires at another",
        "observed_by": "until it fires again",
        "officer_turn": COMPARED,
        "with_unit": "until he leaves, or the unit is no more",
        "commands": "until he leaves, or the unit is no more or combines",
        "spots": "until it leaves the edge",
    },
    Officer: {"token": "until the battle is over"},
    Prisoners: {"guard": "until others take them, or they are gone"},
    Segment: {each.name: "until the segment is over" for each in fields(Segment)},
    State: {
        "drawn": "until one is kept",
        "first": "until the end of the turn",
        "last": "until the next segment is over, or the turn",
        "lost_roll": "until the next roll is lost",
        "deck": "until the end of the turn",
        "segment": "until it is over, or the turn",
        "resting": "until the end of the turn",
        "announced": "until it is done or dropped",
        "agenda": "until it is done",
        "question": "until it is answered",
        "reply": "until the task that asked takes it",
        "standing": "until the side says otherwise",
        "watches": "until its owner says otherwise, or the unit is no more",
        "blazes": "until it is put out, or the building is no more",
        "scouted": COMPARED,
        "dummies": "until somebody finds it out",
        "orders": "until they are carried out or stop",
        "envelope": "until it is opened",
        "ruled": "as the umpire says",
        "shown": "until the next action",
        "awaited": "until they come",
    },
}
STAYS = {
    Base: {"id", "card", "hits", "wrecked"},
    Rout: {"since", "attempts", "began_at"},
    Rails: {"line", "along", "ahead", "taken_from"},
    Unit: {
        "id", "name", "side", "card", "bases", "raised", "at", "facing", "humiliated", "wheeled", "march_barred",
        "entry", "rails", "shot_at", "kit",
    },
    Officer: {"id", "name", "side", "rank", "unit", "general", "fate", "level", "fell", "replaces"},
    Prisoners: {"id", "unit", "side", "owner", "at", "bases"},
    Segment: set[str](),
    State: {
        "title", "sides", "units", "officers", "losses", "abandoned", "prisoners", "board", "options", "pack", "light",
        "weather", "turn_limit", "phase", "turn", "deployed", "cup", "segments", "closed", "questions", "foxholes",
        "ruins", "lanes", "marker_count", "new_ids", "captured_tanks", "ended", "coming",
    },
}  # fmt: skip


@pytest.mark.parametrize("kind", list(LASTS))
def test_every_field_is_known_to_last_or_to_end(kind: type) -> None:
    assert {each.name for each in fields(kind)} == set(LASTS[kind]) | STAYS[kind]
    assert not set(LASTS[kind]) & STAYS[kind]
