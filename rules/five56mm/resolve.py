"""One-off resolutions: `adjutant resolve five56mm ACTION`, by declared facts only, without a battle."""

from __future__ import annotations

from rules.book.procedure import Resolutions, row
from rules.five56mm.resolutions import body, foot, grenades, shooting, vehicles

_ALL = Resolutions(
    "5.56mm",
    row(shooting.Spot, shooting.spot),
    row(shooting.Fire, shooting.fire),
    row(grenades.Throw, grenades.throw),
    row(grenades.ThrowBack, grenades.throw_back),
    row(body.FirstAid, body.first_aid),
    row(foot.Engage, foot.engage),
    row(foot.Escape, foot.escape),
    row(foot.Sprint, foot.sprint),
    row(foot.Hide, foot.hide),
    row(body.TreatInjury, body.treat_injury),
    row(body.Carry, body.carry),
    row(vehicles.Drive, vehicles.drive),
    row(vehicles.Pilot, vehicles.pilot),
    row(vehicles.FastRope, vehicles.fast_rope),
    row(foot.Radio, foot.radio),
    row(body.Injured, body.injury),
    row(body.Survive, body.survive),
    row(foot.Cross, foot.cross),
    row(foot.RolledLight, foot.light),
    row(grenades.Blast, grenades.blast),
    row(grenades.ShakeOff, grenades.shake_off),
    row(foot.Morale, foot.morale),
    row(foot.RandomSquad, foot.random_squad),
    row(vehicles.Leave, vehicles.leave),
    row(vehicles.Ram, vehicles.ram),
    row(vehicles.Armour, vehicles.armour),
    row(vehicles.Crash, vehicles.crash),
)
RESOLUTIONS, resolve = _ALL.forms, _ALL.resolve
