"""Every kind of fault, at its line."""

from __future__ import annotations

import io
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ruamel.yaml import YAML

from rules.scenario import Scenario, ScenarioFault, read_scenario
from rules.table.marked_yaml import Plain, read_marked
from tests.charts import chart
from tests.examples import examples
from tests.rules.scenario.patterns import RAID

ON_THE_MILL = "            On the mill:\n              - bombard: {blast_of: frag, at: Mill}\n"
LAST = "reason: They are in}\n"
CIRCLE = """\
  - {key: here, title: Here, once: false, effects: [call: there]}
  - {key: there, title: There, once: false, effects: [call: here]}
"""
FAULTS = [
    # The head
    ("rules: five56mm", "rules: fife56mm", None, "did you mean “five56mm”?"),
    ("rules: five56mm\n", "", "key: raid", "which rule set"),
    ("key: raid", "key: The Raid", None, "key"),
    ("title: Raid", "titel: Raid", None, "titel"),
    ("turn_limit: 6", "turn_limit: 600", None, "turn_limit"),
    ("title: Raid", "title: Raid\ntitle: Again", "title: Again", "YAML"),
    # House rules
    ("lucky-timing: before", "lucky-timings: before", None, "did you mean “lucky-timing”?"),
    ("before-roll", "in-between", None, "after-roll or before-roll"),
    ("lucky-timing: before-roll", "lucky-timing: [1]", None, "after-roll or before-roll"),
    # The board
    ("size: [36, 28]", "size: [36, x]", None, "size"),
    ("{black: south,", "{blue: south,", "blue: south", "there is no side “blue”"),
    ("kind: building, rectangle", "kind: building, circle: 3, rectangle", None, "circle"),
    ("[[10, 10], [16, 15]]", "[[10, 10], Z99]", None, "Z99"),
    # Sides and forces
    ("  red:\n    forces", "  blue:\n    forces", "  blue:", "there is no side “blue”"),
    ("    briefing: Take the mill.", "    motto: Take it.", "motto", "motto"),
    ("      alpha:\n", "      Alpha:\n", "      Alpha:", "small letters"),
    ("      band:\n", "      alpha:\n", None, "there are two forces “alpha”"),
    ("organisation: militia", "organisation: delta", None, "is an organisation of the black"),
    ("organisation: militia", "organisation: knights", None, "militia, mujahideen, spetsnaz"),
    ("        place: C2", "        place: Z2", None, "no square Z2"),
    ("        place: C2", "        place: Castle", None, "no place “Castle”"),
    ("        place: [20, 24]", "        place: [20, 240]", None, "off the board"),
    ("        place: [20, 24]", "        place: [20, 24]\n        reserve: true", "  red:", "no force that begins"),
    ("facing: 90", "facing: 400", None, "facing"),
    ("names: [Aziz]", "names: [Aziz, Aziz]", None, "two figures are called “Aziz”"),
    ("names: [Aziz]", f"names: [{', '.join('abcdefghijk')}]", None, "11 names for 10 figures"),
    # Who may take a force
    ("place: C2", "place: C2\n        part: Dagger 2", "part: Dagger 2", "should match pattern"),
    ("place: C2", "place: C2\n        fits: {men: 10-4}", "fits: {men: 10-4}", "ends before it begins: write 4-10"),
    ("place: C2", "place: C2\n        fits: {men: many}", "fits: {men: many}", "“many” isn't a range: write 4, 4-10"),
    ("place: C2", "place: C2\n        fits: {men: -3}", "fits: {men: -3}", "“-3” isn't a range"),
    ("place: C2", "place: C2\n        fits: {men: 99999999}", "fits: {men:", "isn't a range"),
    ("place: C2", "place: C2\n        fits: {men: true}", "fits: {men: true}", "isn't a range"),
    ("place: C2", "place: C2\n        fits: {mem: 4}", "fits: {mem: 4}", "mem"),
    ("place: C2", "place: C2\n        fits: {leader: perhaps}", "fits: {leader:", "leader"),
    ("place: C2", "place: C2\n        fits: {arms: {gunship: 1}}", "fits: {arms:", "gunship"),
    ("place: C2", "place: C2\n        fits: {arms: {base: 1}}", "fits: {arms:", "5.56mm knows no bases"),
    ("place: C2", "place: C2\n        fits: {points: 4-10}", "fits: {points:", "5.56mm prices nobody"),
    ("place: C2", "place: C2\n        open: {points: 300}", "open: {points:", "5.56mm prices nobody"),
    ("place: C2", "place: C2\n        open: {most: 0}", "open: {most: 0}", "greater than or equal to 1"),
    ("place: C2", "place: C2\n        open: yes please", "open: yes please", "open"),
    ("place: C2", "place: C2\n        fits: {men: 4}\n        open: {most: 9}", "open: {most: 9}", "leave one of them"),
    ("place: C2", "place: C2\n        guest: true\n        open: {most: 9}", "open: {most: 9}", "nobody else takes"),
    ("place: C2", "place: C2\n        guest: often", "guest: often", "guest"),
    (
        "place: C2\n        facing: 90\n      bravo:",
        "place: C2\n        part: dagger\n      bravo:\n        part: dagger",
        "        part: dagger",
        "two forces of the black have the part “dagger”",
    ),
    # Figures written out
    ("weapons: [m4, frag]", "weapons: [m5, frag]", "weapons: [m5", "no weapon “m5”"),
    ("ak47+telescopic sight", "ak47+microscope", None, "sights are"),
    ("m203:frag+stun", "m203:frag+confetti", None, "confetti"),
    ('weapons: [m16, "m203:frag+stun"]', "weapons: [m203]", None, "MM-7.5.4"),
    ("abilities: [0, 1, 0, 2]", "abilities: [0, 1, 0, 7]", None, "less than or equal to 3"),
    ("skills: [Leader]", "skills: [Dancer]", None, "Nails"),
    ("{name: Kay, abilities", "{name: Kay, skills: [Leader], abilities", None, "MM-10.L.2"),
    ("gear: [patrol radio]", "gear: [umbrella]", None, "body armour"),
    # What the rule set adds
    ("light: Low Light", "light: Gloom", None, "Full Light"),
    ("jokers: [red]", "jokers: [green]", None, "'red' or 'black'"),
    ("    Mortar fire: 4", "    Mortar fire: 40", None, "less than or equal to 12"),
    ("side: black, once", "side: blue, once", None, "there is no side “blue”"),
    ("      side: red\n", "      side: rot\n", "side: rot", "there is no side “rot”"),
    ("profile: jeep", "profile: tank", None, "there is no profile “tank”; there is: hmmv, jeep, black-hawk"),
    ("at: H6", "at: H66", None, "no square H66"),
    ("profile: jeep", "profile: jeep\n      turret: minigun", "turret: minigun", "no turret “minigun”"),
    ("passenger: [band.3]", "passenger: [band.2]", "details:", "band.2 has two places"),
    ("driver: band.2", "driver: band.22", None, "figures 1 to 10, none with number 22"),
    ("driver: band.2", "driver: bravo.2", None, "“bravo” is a reserve"),
    ("alpha.2: {gear", "alfa.2: {gear", None, "did you mean “alpha”?"),
    ("alpha.2: {gear", "bravo.2: {gear", None, "“bravo” is a reserve"),
    # Events
    ("  - key: dark", "  - key: mortars", None, "there are two events “mortars”"),
    ("    title: Dark\n", "", "  - key: dark", "title"),
    ("    when: {radio: Mortar fire}", "    when: {radio: Mortars}", None, "did you mean “Mortar fire”?"),
    ("    when: {radio: Mortar fire}", "    when: {wireless: Mortar fire}", None, "no trigger “wireless”"),
    ("    when: {radio: Mortar fire}", "    when: {radio: Mortar fire, turn: 3}", None, "radio and turn"),
    ("    when: {radio: Mortar fire}", "    when: {found: {side: black}}", None, "nobody is searched in this rule set"),
    ("    when: {radio: Mortar fire}", "    when: never", None, "a trigger is “called”, or one of"),
    ("    when: {radio: Mortar fire}", "    when: {not: {turn: 3}}", "  - key: mortars", "waits for nothing"),
    ("    when: {radio: Mortar fire}", "    when: {all: []}", None, "needs triggers"),
    ("    when: {radio: Mortar fire}", "    when: {from_turn: 2, any: [{turn: 3}]}", None, "beside a single trigger"),
    ("    when: {radio: Mortar fire}", "    when: {joker: black}", None, "no black Joker is in the deck"),
    ("    when: {radio: Mortar fire}", "    when: {event: dusk}", None, "there is no event “dusk”"),
    ("- turn: 3", "- turn: three", None, "turn"),
    ("losses: {side: black", "losses: {side: red", None, "“alpha” is a force of the black"),
    ("percent: 30", "percent: 300", None, "percent"),
    ("area: Mill", "area: Mile", None, "did you mean “Mill”?"),
    ("area: Mill", "area: [A1, B1, Z1]", None, "no square Z1"),
    ("area: Mill", "area: {at: A1, radius: -3}", None, "radius"),
    ("units: [alpha]", "units: [alfa]", None, "did you mean “alpha”?"),
    ("option: On the mill", "option: On the hill", None, "did you mean “On the mill”?"),
    # Effects
    ("      - call: dark", "      - cull: dark", None, "did you mean “call”?"),
    ("      - call: dark", "      - call: darc", None, "did you mean “dark”?"),
    ("      - call: dark", "      - call: [dark]", None, "needs the key of an event"),
    ("      - call: dark", "      - call: dark\n        post: x", "      - call: dark", "one word"),
    ("      - call: dark", "      - run-script:", None, "no effect “run-script”"),
    ("      - call: dark", "      - fire: {unit: band.1}", None, "no effect “fire”"),
    ("      - reinforce: bravo", "      - reinforce: alpha", None, "is there from the start"),
    ("      - reinforce: bravo", "      - reinforce: {forces: [bravo], at: Z1}", None, "no square Z1"),
    ("            1-3:", "            one:", None, "no faces of a die"),
    ("            1-3:", "            1-6:", "branches:", "each in one branch"),
    ("            1-3:", "            1-9:", "branches:", "1 to 6"),
    ("unit: band.1, whole", "unit: band, whole", None, "“band.1”"),
    ("whole_squad: true", "whole_squads: true", None, "whole_squads"),
    ("blast_of: frag, at", "blast_of: nuke, at", None, "blast_of"),
    ("frag, at: Mill", "frag, at: Moon", None, "no place “Moon”"),
    ("          side: black\n", "          side: green\n", "side: green", "there is no side “green”"),
    ("default: Nowhere", "default: Somewhere", None, "did you mean “Nowhere”?"),
    (ON_THE_MILL, "", "          options:", "at least 2"),
    (
        "text: Take the mill, to: black",
        "text: Take the mill, to: blue",
        None,
        "there is no side “blue”; there is: black, red, all, gm",
    ),
    ("text: Take the mill, to: black", "to: black", None, "no event says in words"),
    ("winner: black", "winner: nobody", None, "black, red, draw"),
    (LAST, LAST + CIRCLE, "events:", "again and again"),
    ("reason: They are in", "because: They are in", None, "because"),
    (
        "winner: black, reason: They are in}\n",
        "winner: black, reason: They are in}\n  - {key: nothing, title: X, effects: []}\n",
        "{key: nothing",
        "effects",
    ),
]


@chart(("old", "new", "marker", "words"), FAULTS, ids=[f"{new.strip()[:40]}" for _, new, *_ in FAULTS])
def test_a_fault_is_told_with_its_line(old: str, new: str, marker: str | None, words: str) -> None:
    assert old in RAID
    text = RAID.replace(old, new, 1)
    sign = marker or new.strip("\n").splitlines()[0]
    # The last line that shows the sign before the place where the change ends: it may stand elsewhere as well.
    end = text[: RAID.index(old) + len(new.rstrip("\n"))].count("\n") + 1
    rows = [number for number, row in enumerate(text.splitlines(), start=1) if sign in row]
    line = max((number for number in rows if number <= end), default=rows[0])
    with pytest.raises(ScenarioFault) as fault:
        read_scenario(text, file="raid.yaml")
    found = {(one.line, words in one.message) for one in fault.value.all}
    assert (line, True) in found, str(fault.value)
    assert f"raid.yaml:{line}: " in str(fault.value)


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("", 1, "a scenario is a map"),
        ("- 1\n- 2\n", 1, "a scenario is a map"),
        ("rules: five56mm\nkey: a\n  title: b\n", 3, "YAML"),
        ("rules: five56mm\n", 1, "title: Field required"),
        ("x: " + "9" * 600_000, 0, "larger than"),
    ],
)
def test_what_is_no_scenario_is_refused(text: str, line: int, words: str) -> None:
    with pytest.raises(ScenarioFault) as fault:
        read_scenario(text)
    assert fault.value.line == line
    assert words in str(fault.value)


@pytest.mark.parametrize(
    ("old", "new", "sign", "words"),
    [
        ("      - reinforce: bravo\n", "", "      bravo:", "no event brings the reserve “bravo” in"),
        ("{radio: Mortar fire}", "{event: inside}", "{event: inside}", "nothing can bring “mortars” about but the GM"),
        ("{radio: Mortar fire}", "{turn: 7}", "{turn: 7}", "nothing can bring “mortars” about but the GM"),
    ],
)
def test_what_is_hardly_meant_is_a_warning(old: str, new: str, sign: str, words: str) -> None:
    text = RAID.replace(old, new, 1).replace("not: {chosen: {event: mortars, option: On the mill}}", "event: mortars")
    warnings = read_scenario(text, file="raid.yaml").warnings
    line = next(number for number, row in enumerate(text.splitlines(), start=1) if sign in row)
    assert (line, True) in {(warning.line, words in warning.message) for warning in warnings}, warnings


# ── Whatever is handed in ─────────────────────────────────────────────────────────────────────────────────────────

JUNK: list[Plain] = [
    None, True, -1, 3, 10**30, 1e300, float("nan"), "", "alpha", "band.1", "Z99", "called", "\x00", [], {}, [[]],
    [None], {"turn": 3}, {"all": [{"all": []}]}, {"": ""}, ["post"], {"post": {}}, {"1-3": 1}, "9" * 500,
]  # fmt: skip


def places(value: Plain, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for key, each in inner for place in places(each, (*path, key)))]


def changed(value: Plain, path: tuple[str | int, ...], junk: Plain, *, gone: bool) -> Plain:
    if not path:
        return junk
    key, *rest = path
    if isinstance(value, dict):
        if gone and not rest:
            return {k: v for k, v in value.items() if k != key}
        return {k: changed(v, tuple(rest), junk, gone=gone) if k == key else v for k, v in value.items()}
    assert isinstance(value, list)
    if gone and not rest:
        return [v for i, v in enumerate(value) if i != key]
    return [changed(v, tuple(rest), junk, gone=gone) if i == key else v for i, v in enumerate(value)]


def sound_or_faulty(text: str) -> None:
    found: Scenario | ScenarioFault
    try:
        found = read_scenario(text)
    except ScenarioFault as fault:
        found = fault
    assert isinstance(found, Scenario) or all(one.message and one.line >= 0 for one in found.all)


@cache
def raid() -> Plain:
    """What the file of a raid holds, read once: who changes a part makes the others anew."""
    return read_marked(RAID, "raid.yaml").value


@examples(20, 60)
@given(st.data())
def test_a_file_with_any_part_changed_is_read_or_told_its_faults(data: st.DataObject) -> None:
    value = raid()
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.sampled_from(places(value)))
        value = changed(value, place, data.draw(st.sampled_from(JUNK)), gone=data.draw(st.booleans()))
    out = io.StringIO()
    YAML().dump(value, out)
    sound_or_faulty(out.getvalue())


@examples(15, 40)
@given(st.integers(0, len(RAID) - 1), st.integers(0, 12), st.text(max_size=6))
def test_a_file_with_any_letters_changed_is_read_or_told_its_faults(start: int, length: int, letters: str) -> None:
    sound_or_faulty(RAID[:start] + letters + RAID[start + length :])
