"""What one viewer may know of a battle: an allow-list.

Figures stand on the table for all to see, with their wounds and what they are doing. Squad sheets (abilities, skills,
equipment, ammunition, cards, orders of those who cover) belong to their own side and the umpire.
"""

from __future__ import annotations

from dataclasses import replace

from rules.five56mm.book.injury import Level, WoundOnRecord, worst
from rules.five56mm.book.morale import Courage
from rules.five56mm.book.profile import ABILITIES
from rules.five56mm.book.squads import cost
from rules.five56mm.book.tables import MELEE, WEAPONS
from rules.five56mm.book.vehicle_damage import Damage
from rules.five56mm.book.weapons import Arm
from rules.five56mm.forces.sides import AFFILIATIONS, COLOURS
from rules.five56mm.play.engine.outcome import tally
from rules.five56mm.play.fire.bearing import door_of
from rules.five56mm.play.fire.covering import watch_of
from rules.five56mm.play.ground import field, levels
from rules.five56mm.play.turn.standing_answers import words
from rules.five56mm.state import Character, Cloud, Life, Stance, State, Vehicle
from rules.kernel.chance import Card, card_sign
from rules.seam.viewing import FigureView, UnitView, View, Viewer
from rules.table import storeys
from rules.table.board import Token
from rules.table.reference import exactly
from rules.table.scene import Scene, UnitMark


def view(state: State, viewer: Viewer) -> View:
    """All that the viewer may know."""
    units = (
        *(_character(state, viewer, who) for who in state.characters),
        *(_vehicle(state, vehicle) for vehicle in state.vehicles),
    )
    return View(headline(state), _lines(state, viewer), units, _scene(state))


def headline(state: State) -> str:
    if state.ended is not None:
        return "The battle is over"
    if state.turn == 0:
        return "Before the first card"
    if state.go is None:
        return f"Turn {state.turn}"
    who = state.character(state.go.character)
    return f"Turn {state.turn} · {card_words(state.go.card)} · {who.name}"


def card_words(card: Card) -> str:
    """A card's sign; of a second pack with its number."""
    plain, _, pack = card.partition("#")
    return card_sign(Card(plain)) + (f" ({pack})" if pack else "")


def _lines(state: State, viewer: Viewer) -> tuple[str, ...]:
    lines = [state.light.value]
    if state.turn_limit is not None:
        lines.append(f"Turn limit {state.turn_limit}")
    if state.turn:
        lines.append(f"{len(state.deck)} cards left in the deck")
    if state.clouds:
        where = ", ".join(_cloud_at(state, c) for c in state.clouds if c.at is not None)
        lines.append(f"CS gas{' at ' + where if where else ' on the field'}")
    pairs = [f"{state.character(c.starter).name} and {state.character(c.other).name}" for c in state.combats]
    lines += [f"Hand to hand: {pair}" for pair in pairs]
    for standing in state.standing:
        if viewer.owns(standing.side):
            lines.append(f"Standing answer: {words(standing.question, standing.answer)}")
    lines += [each.line for each in tally(state)] if state.turn else []
    if state.ended is not None:
        lines.append(state.ended.reason)
    return tuple(lines)


def _cloud_at(state: State, cloud: Cloud) -> str:
    place = exactly(state.board, cloud.at)
    return " ".join(filter(None, (place, levels.words(state.board, cloud.at, cloud.level))))


# ── Characters ────────────────────────────────────────────────────────────────────────────────────────────────────


def status(who: Character) -> str:
    """fit, minor, serious, critical or mortal wound, dead, left the table."""
    if who.life is not Life.ALIVE:
        return who.life.value
    found = worst(who.wounds)
    return "fit" if found is None or found.acts_as is Level.NONE else f"{found.acts_as.value} wound"


def _character(state: State, viewer: Viewer, who: Character) -> UnitView:
    own = viewer.owns(who.side)
    notes = _states(state, viewer, who)
    return UnitView(
        ref=who.id,
        name=who.name,
        side=who.side,
        strength=1 if who.able else 0,
        original=1,
        states=notes,
        at=exactly(state.board, state.position(who)),
        figures=(FigureView(who.id, who.number, who.name, who.rank, state.squad(who.squad).name, status(who), notes),),
        lines=_sheet(state, who) if own else (),
    )


def _states(state: State, viewer: Viewer, who: Character) -> tuple[str, ...]:
    found = [status(who)] if status(who) != "fit" else []
    if not who.alive:
        where = levels.words(state.board, who.at, who.level)
        return (*found, where) if where and who.life is Life.DEAD else tuple(found)
    if who.stance is not Stance.NONE:
        found.append(who.stance.value)
    if who.courage is not Courage.STEADY:
        found.append(who.courage.value)
    if who.poison is not None:
        found.append("gassed")
    if who.burning is not None:
        found.append("burning")
    if state.combats_of(who.id):
        found.append("in hand-to-hand combat")
    where = levels.words(state.board, who.at, who.level)
    if where:
        found.append(where)
    if who.vehicle is not None:
        found.append(f"{who.place} of {state.vehicle(who.vehicle).name}")
    if state.go is not None and state.go.character == who.id:
        found.append("his go")
    if viewer.owns(who.side) and who.stance is Stance.COVERING:
        orders = watch_of(state, who.id)
        found.append(f"watches {orders.whom}, {orders.orders}s")
    return tuple(found)


def _sheet(state: State, who: Character) -> tuple[str, ...]:
    """The squad sheet in the book's order: card, abilities, skills, weapons and equipment, cost. MM-11.1R.7."""
    traits = who.traits
    lines = [
        f"Card {' '.join(card_words(card) for card in who.cards)} · Upgrade Cost {cost(traits).notation}",
        " · ".join(f"{name.capitalize()} +{traits.ability(name)}" for name in ABILITIES),
    ]
    if traits.skills:
        lines.append("Skills: " + ", ".join(_skill(state, who, skill) for skill in traits.skills))
    lines.append("Carries: " + (", ".join((*_arms(who.arms), *(g.value for g in traits.gear))) or "nothing"))
    lines += [_wound(wound, state.turn) for wound in who.wounds]
    return tuple(lines)


def _skill(state: State, who: Character, skill: str) -> str:
    if skill.lower() in {help_.value for help_ in who.spent}:
        return f"{skill} (used)"
    return f"{skill} ({who.luck} left)" if skill == "Lucky Bastard" else str(skill)


def _arms(arms: tuple[Arm, ...]) -> list[str]:
    return [_arm(arm) for arm in arms]


def _arm(arm: Arm) -> str:
    title = WEAPONS[arm.weapon].title if arm.weapon in WEAPONS else MELEE[arm.weapon].title
    notes = [*(sight.value for sight in arm.sights), *arm.loads]
    if arm.out:
        notes.append("out of ammunition")
    elif arm.every_shot:
        notes.append("Ammo roll after every shot")
    elif arm.ammo_low:
        notes.append("Ammo-Low")
    return f"{title} ({', '.join(notes)})" if notes else title


def _wound(wound: WoundOnRecord, turn: int) -> str:
    words = f"Wound {wound.number}: {wound.level.value}"
    if wound.aid_until is not None:
        words += f", First Aid to the end of turn {wound.aid_until}"
    if wound.dies_at is not None:
        words += f", dies at the end of turn {wound.dies_at}"
    return words


_STANCES = {Stance.STEALTH: "stealth", Stance.HIDDEN: "hidden", Stance.COVERING: "covering"}


# ── Vehicles and the picture ──────────────────────────────────────────────────────────────────────────────────────


def _vehicle(state: State, vehicle: Vehicle) -> UnitView:
    aboard = state.aboard(vehicle.id)
    states = [damage.value for damage in vehicle.damage]
    if vehicle.flying:
        states.append("hovers" if vehicle.hover is not None else "in flight")
    if vehicle.full_speed:
        states.append("Full Speed")
    crew = tuple(f"{who.place}: {who.name}" for who in aboard)
    weapons = [_mounted(vehicle, number) for number in range(len(vehicle.mounts))]
    lines = (*crew, *([f"Weapons: {', '.join(weapons)}"] if weapons else []))
    if vehicle.mounts and not vehicle.weapons_work:
        lines = (*lines, "The weapons no longer work")
    return UnitView(
        ref=vehicle.id,
        name=vehicle.name,
        side=vehicle.side,
        strength=None,
        original=None,
        states=tuple(states),
        at=exactly(state.board, vehicle.at),
        lines=lines,
    )


def _mounted(vehicle: Vehicle, number: int) -> str:
    """A weapon of the vehicle and where it bears. MM-R213."""
    title = WEAPONS[vehicle.mounts[number].weapon].title
    where = {"door": f" ({door_of(vehicle, number)} door)", "hull": " (front)"}
    return title + where.get(vehicle.profile.mounting, "")


def _shown(state: State, who: Character) -> tuple[str, ...]:
    """What shows of him on the picture, in words that have letters there where that is possible."""
    words = [status(who)] if status(who) != "fit" else []
    if who.level and state.board is not None and who.at is not None:
        house = levels.house_at(state.board, who.at)
        words += [storeys.mark_of(house, who.level)] if house is not None else []
    if who.alive:
        words += [who.courage.value] if who.courage is not Courage.STEADY else []
        words += ["close combat"] if state.combats_of(who.id) else []
        words += [_STANCES[who.stance]] if who.stance in _STANCES else []
    return tuple(words)


def _scene(state: State) -> Scene | None:
    """Everybody on foot as a numbered dot, vehicles with their crews' dots inside."""
    if state.board is None:
        return None
    marks: list[UnitMark] = []
    wrecks: list[Token] = []
    for who in state.characters:
        spot = field.token_of(state, who)
        if spot is None or who.life is Life.LEFT or who.vehicle is not None:
            continue
        marks.append(
            UnitMark(
                ref=who.id,
                label=who.name,
                side=who.side,
                affiliation=AFFILIATIONS[who.side],
                colour=COLOURS[who.side],
                x=spot.x,
                y=spot.y,
                facing=who.facing,
                states=_shown(state, who),
                figures=(spot,),
                single=True,
            )
        )
    for vehicle in state.vehicles:
        shape = field.vehicle_token(vehicle)
        if shape is not None and Damage.DESTROYED in vehicle.damage:
            wrecks.append(replace(shape, label=vehicle.name, state="destroyed"))
        elif shape is not None:
            marks.append(
                UnitMark(
                    ref=vehicle.id,
                    label=vehicle.name,
                    side=vehicle.side,
                    affiliation=AFFILIATIONS[vehicle.side],
                    colour=COLOURS[vehicle.side],
                    x=shape.x,
                    y=shape.y,
                    facing=vehicle.facing,
                    states=tuple(damage.value for damage in vehicle.damage),
                    figures=(shape,),
                    single=True,
                )
            )
    return Scene(
        board=state.board,
        units=tuple(marks),
        traces=state.shown,
        caption=headline(state),
        wrecks=tuple(wrecks),
        levels=levels.named(state.board),
        side_names=tuple((side.key, side.name) for side in state.sides),
    )
