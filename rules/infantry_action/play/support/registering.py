"""Who is busy with the registration of targets. IA-off.registration, IA-R076"""

from __future__ import annotations

from rules.infantry_action.state import State


def registers(state: State, figure: str) -> bool:
    """Whether he registers a target in this period: he neither calls fire nor uses his weapon. IA-R076"""
    return any(mission.what == "registration" and mission.caller == figure for mission in state.missions)
