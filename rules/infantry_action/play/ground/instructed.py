"""What a group does unasked: as its player has settled, else as its men would by themselves. IA-R107, IA-R242"""

from __future__ import annotations

from rules.infantry_action.book.kinds import Cover
from rules.infantry_action.groups import Group, Instructions
from rules.infantry_action.play.ground.kinds import DEFENCES
from rules.infantry_action.play.ground.places import cover, features_at
from rules.infantry_action.state import State
from rules.kernel.changing import replace


def instructed(state: State, group: Group) -> Instructions:
    """Its instructions with nothing left open: troops in works and gun crews stay where they are, and whoever lies
    hidden fires only at who fires at them. IA-R242"""
    said = group.instructions
    fire = said.fire or ("return" if group.hidden else "at will")
    adds = said.cover or (-2 if group.kind == "gun crew" or _in_works(state, group) else 2)
    return replace(said, fire=fire, cover=adds)


def _in_works(state: State, group: Group) -> bool:
    """Whether all of its men on foot are in trenches, bunkers or emplacements."""
    men = [man for man in state.men(group.id) if man.at is not None]
    return bool(men) and all(
        cover(state, man) in (Cover.TRENCH, Cover.BUNKER)
        or any(feature.kind in DEFENCES for feature in features_at(state, man.at or (0.0, 0.0)))
        for man in men
    )
