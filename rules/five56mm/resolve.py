"""One-off resolutions: `adjutant resolve five56mm ACTION`, by declared facts only, without a battle."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, TypeVar

from rules.book.showing import Resolution, Resolved
from rules.chance import Chance
from rules.five56mm.resolutions import body, foot, grenades, shooting, vehicles
from rules.five56mm.resolutions.frame import SkirmishResolution

F = TypeVar("F", bound=SkirmishResolution)
Resolver = Callable[[Any, Chance], Resolved]
"""Any: each takes its own form; `_pair` is where form and procedure are matched, and typed."""


def _pair(form: type[F], procedure: Callable[[F, Chance], Resolved]) -> tuple[type[SkirmishResolution], Resolver]:
    return form, procedure


_RESOLVERS: Mapping[type[SkirmishResolution], Resolver] = MappingProxyType(
    dict(
        (
            _pair(shooting.Spot, shooting.spot),
            _pair(shooting.Fire, shooting.fire),
            _pair(grenades.Throw, grenades.throw),
            _pair(grenades.ThrowBack, grenades.throw_back),
            _pair(body.FirstAid, body.first_aid),
            _pair(foot.Engage, foot.engage),
            _pair(foot.Escape, foot.escape),
            _pair(foot.Sprint, foot.sprint),
            _pair(foot.Hide, foot.hide),
            _pair(body.TreatInjury, body.treat_injury),
            _pair(body.Carry, body.carry),
            _pair(vehicles.Drive, vehicles.drive),
            _pair(vehicles.Pilot, vehicles.pilot),
            _pair(vehicles.FastRope, vehicles.fast_rope),
            _pair(foot.Radio, foot.radio),
            _pair(body.Injured, body.injury),
            _pair(body.Survive, body.survive),
            _pair(foot.Cross, foot.cross),
            _pair(foot.RolledLight, foot.light),
            _pair(grenades.Blast, grenades.blast),
            _pair(grenades.ShakeOff, grenades.shake_off),
            _pair(foot.Morale, foot.morale),
            _pair(foot.RandomSquad, foot.random_squad),
            _pair(vehicles.Leave, vehicles.leave),
            _pair(vehicles.Ram, vehicles.ram),
            _pair(vehicles.Armour, vehicles.armour),
            _pair(vehicles.Crash, vehicles.crash),
        )
    )
)

RESOLUTIONS: tuple[type[Resolution], ...] = tuple(_RESOLVERS)
"""The forms, in the order of the book."""


def resolve(form: Resolution, chance: Chance) -> Resolved:
    """Resolve one filled-in form. Raises RuleViolation for what the rules do not allow, TypeError for a form of
    another rule set."""
    if not isinstance(form, SkirmishResolution):
        raise TypeError(f"{type(form).__name__} is no resolution of 5.56mm")
    return _RESOLVERS[type(form)](form, chance)
