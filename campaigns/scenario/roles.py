"""What each army is in one battle: who attacks, who defends. See `Forces` for what that means to a rule set.

A battle keeps it from its opening on. It may be changed until the battle begins; the muster then holds it fast. One
that was opened before there was a choice says nothing: there each side is what its key names.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import permutations, product

from pydantic import TypeAdapter

from campaigns.errors import Refusal
from campaigns.tables.battles import Battle
from rules.kernel.action import SideId
from rules.language.naming import folded
from rules.seam.ruleset import AnyRuleSet

Roles = Mapping[SideId, SideId]
"""Army to role."""
ROLES: TypeAdapter[dict[SideId, SideId]] = TypeAdapter(dict[SideId, SideId])


def roles_of(row: Battle) -> dict[SideId, SideId]:
    """What the battle says; nothing where each side is what its key names."""
    return ROLES.validate_json(row.roles)


def every_way(rules: AnyRuleSet) -> tuple[dict[SideId, SideId], ...]:
    """All ways in which the armies of a rule set may share its roles, the usual one first; none without roles."""
    armies = [side.key for side in rules.forces.sides if side.playable]
    places = list(dict.fromkeys(role.place for role in rules.forces.roles))
    kinds = {place: [role.key for role in rules.forces.roles if role.place == place] for place in places}
    shared = (permutation for permutation in permutations(places) if len(places) == len(armies))
    found = (chosen for order in shared for chosen in product(*(kinds[place] for place in order)))
    ways = (dict(zip(armies, chosen, strict=True)) for chosen in found)
    return tuple(sorted(ways, key=lambda way: sum(role != army for army, role in way.items())))


def usual(rules: AnyRuleSet) -> dict[SideId, SideId]:
    """Each army as its key names it; nothing where the rule set has no roles."""
    ways = every_way(rules)
    return ways[0] if ways else {}


def checked(rules: AnyRuleSet, names: Mapping[SideId, str], wanted: Roles) -> dict[SideId, SideId]:
    """The roles that are wanted, if every army has one and no two the same. `names`: of the sides, by key.

    Raises Refusal: "no-roles", "unknown-side", "unknown-role", "same-role", "without-role".
    """
    roles = {role.key: role for role in rules.forces.roles}
    if not roles:
        raise Refusal("no-roles", f"Sides have no roles in {rules.title}.", "Leave them out.")
    armies = [side.key for side in rules.forces.sides if side.playable]
    for army, role in wanted.items():
        if army not in armies:
            there = ", ".join(names[each] for each in armies)
            raise Refusal("unknown-side", f"There is no army {army!r}.", f"There are: {there}.")
        if role not in roles:
            known = ", ".join(each.title for each in roles.values())
            raise Refusal("unknown-role", f"There is no role {role!r} in {rules.title}.", f"There are: {known}.")
    if missing := [names[army] for army in armies if army not in wanted]:
        raise Refusal("without-role", f"{' and '.join(missing)} would have no role.", "Give every army one.")
    taken = [roles[wanted[army]].place for army in armies]
    for place in dict.fromkeys(taken):
        if taken.count(place) > 1:
            words = f"Both armies would {roles[place].does}."
            raise Refusal("same-role", words, "Let one attack and the other defend.")
    return {army: wanted[army] for army in armies}


def read(rules: AnyRuleSet, names: Mapping[SideId, str], text: str) -> dict[SideId, SideId]:
    """Roles as a GM writes them: "defender, attacker" in the armies' order, "Reds: attacker, Whites: defender", or the
    other way about, as they are shown. Raises Refusal as `checked` does."""
    armies = [side.key for side in rules.forces.sides if side.playable]
    found: dict[SideId, SideId] = {}
    parts = [part.strip() for part in text.split(",") if part.strip()]
    for number, part in enumerate(parts):
        name, named, role = part.rpartition(":")
        if named and folded(role) in map(folded, names.values()):
            name, role = role, name
        army = _army(names, name) if named else armies[number] if number < len(armies) else str(number + 1)
        found[army] = _role(rules, role)
    return checked(rules, names, found)


def _army(names: Mapping[SideId, str], word: str) -> SideId:
    wanted = folded(word)
    return next((key for key, name in names.items() if wanted in (folded(name), key)), word.strip())


def _role(rules: AnyRuleSet, word: str) -> SideId:
    wanted = folded(word)
    named = (role.key for role in rules.forces.roles if wanted in (role.key, folded(role.title)))
    return next(named, word.strip())


def armies_of(rules: AnyRuleSet, roles: Roles) -> dict[SideId, SideId]:
    """By the role as scenario files name it, who has it."""
    return {place: army for army, role in roles.items() for place in _places(rules, role)}


def in_words(rules: AnyRuleSet, roles: Roles, army: SideId, name: str) -> str:
    """What an army is in a battle, to stand beside its name: "attacker"; "" where the book does not tell attack from
    defence, or the name says it already. `roles`: as the battle says, {} for each what its key names."""
    role = rules.forces.role((roles or usual(rules)).get(army, ""))
    said = role.title.lower() if role is not None else ""
    return "" if said == folded(name) else said


def role_in_files(rules: AnyRuleSet, roles: Roles, army: SideId) -> SideId:
    """The role of an army as scenario files name it; "" where that is its own key, or there are none."""
    place = next(_places(rules, roles.get(army, "")), army)
    return "" if place == army else place


def options_of(rules: AnyRuleSet, roles: Roles) -> dict[str, str]:
    """The house rules that these roles bring."""
    return {key: choice for role in rules.forces.roles if role.key in roles.values() for key, choice in role.options}


def _places(rules: AnyRuleSet, role: SideId) -> Iterator[SideId]:
    return (kind.place for kind in rules.forces.roles if kind.key == role)
