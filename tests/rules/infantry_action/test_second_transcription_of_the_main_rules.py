"""The whole of the main rules, page by page, copied from the printed text by somebody who did not write the tables, and
held against every cell of them. What is not printed is decided by a ruling, which is named."""

from __future__ import annotations

import pytest

from tests.charts import chart
from tests.rules.infantry_action.cells import cells, page
from tests.rules.infantry_action.printed import (
    BASES_AND_ORDERS,
    COST_OF_TROOPS,
    FIRE,
    FROM_THE_AIR,
    LOCATION,
    MOVEMENT,
    OPTIONAL_COSTS,
)

CASUALTIES = """
    target-tactical/exposed        | 1
    target-tactical/erect          | 1
    target-tactical/against-works  | 2
    target-tactical/moved-or-fresh | -1
    target-tactical/moving-vehicle | -2
    target-tactical/bunker         | -3
    chance-factor/dice             | 1
    # under 5: a 6; 5 or more: 5, 6; 10: 4, 5, 6; 15: 3 to 6; 20, 30, 40: 1, 2, 3 hits without a die
    potential-hits/dice            | 5 6 10 5 15 4 20 3
    potential-hits/automatic       | 20 1 30 2 40 3
    identification/first           | 2
    identification/rest            | 1
    soft-equipment/save-dashing    | 4
    soft-equipment/save-moving     | 5
    soft-equipment/save-stationary | 6
    soft-equipment/fire            | 2
    soft-equipment/radio           | 1
    soft-equipment/takeover        | 4
"""
REACTION = """
    reaction-factors/dice                         | 3
    reaction-factors/factors/lmgs                 | 1
    reaction-factors/factors/opponent_under_fire  | 1
    reaction-factors/factors/active               | 1
    reaction-factors/factors/enemy_in_open        | 1
    reaction-factors/factors/enemy_hit            | 1
    reaction-factors/points_each                  | 10
    reaction-factors/factors/fire_points          | -1
    reaction-factors/factors/leaderless           | -1
    reaction-factors/factors/isolated             | -1
    reaction-factors/factors/lost_battle          | -1
    reaction-factors/factors/lost_period          | -1
    reaction-factors/factors/machine_guns         | -1
    reaction-factors/factors/leader_panicked      | -2
    reaction-factors/factors/friends_panicked     | -2
    reaction-factors/factors/behind_flank         | -2
    reaction-factors/factors/armour               | -2
    reaction-factors/factors/flame                | -2
    reaction-factors/factors/surprise             | -2
    reaction-factors/factors/intermingled         | -2
    reaction-factors/factors/enemy_close          | -2
    reaction-factors/cover_choice                 | 2
    reaction-limits/lmg                           | 100
    reaction-limits/friends-panicked              | 25
    reaction-limits/friends-panicked-seen         | 50
    reaction-limits/armour                        | 100
    reaction-limits/enemy-close                   | 25
    reaction-results/must-advance                 | 15
    reaction-results/free                         | 10
    reaction-results/under-10                     | 10
    reaction-results/under-5                      | 5
    reaction-results/under-0                      | 0
    reaction-results/panic                        | -5
    reaction-results/surrender-under              | 5
    supplementary/crew                            | 1
    supplementary/ranks/lance corporal            | 1
    supplementary/ranks/corporal                  | 2
    supplementary/ranks/sergeant                  | 3
    supplementary/ranks/officer                   | 5
"""
ARMOUR = """
    anti-tank/factors/afv_gun      | -2
    anti-tank/factors/light_weapon | -2
    anti-tank/light_weapon_tons    | 15
    anti-tank/factors/flank        | 1
    anti-tank/factors/light        | 1
    anti-tank/weights/1/until      | 1941
    anti-tank/weights/1/light_below | 12
    anti-tank/weights/2/until      | 1950
    anti-tank/weights/2/light_below | 18
    anti-tank/weights/3/light_below | 25
    anti-tank/factors/target_moved | -1
    anti-tank/target_moved         | 50
    anti-tank/factors/under_fire   | -1
    anti-tank/factors/surprised    | -1
    anti-tank/factors/heavy        | -1
    anti-tank/weights/1/heavy_from | 25
    anti-tank/weights/2/heavy_from | 40
    anti-tank/weights/3/heavy_from | 50
    anti-tank/factors/concealed    | -1
    anti-tank/factors/firer_moved  | -2
    anti-tank/factors/smoke        | -2
    anti-tank/knock_out            | 8
    anti-tank/special_knock_out    | 1
    anti-tank/catches_fire         | 3
    afv-crew/with_smg              | 6
    afv-crew/escapes               | 3
    afv-crew/rider_escapes         | 3
    afv-reaction/factors/moving     | 1
    afv-reaction/factors/infantry   | 1
    afv-reaction/infantry_within    | 50
    afv-reaction/factors/afv        | 1
    afv-reaction/afv_within         | 100
    afv-reaction/factors/ahead      | 1
    afv-reaction/factors/support    | 1
    afv-reaction/factors/under_fire | -1
    afv-reaction/factors/stationary | -1
    afv-reaction/factors/retreat    | -1
    afv-reaction/factors/points     | -1
    afv-reaction/factors/lost       | -2
    afv-reaction/factors/surprised  | -2
    afv-reaction/factors/commander  | -3
    afv-reaction/factors/danger     | -3
    afv-reaction/danger_within      | 50
    afv-reaction/results/1/at_least | 10
    afv-reaction/results/1/result   | must advance
    afv-reaction/results/2/at_least | 5
    afv-reaction/results/2/result   | no advance beyond the next covered fire position
    afv-reaction/results/3/at_least | 0
    afv-reaction/results/3/result   | no advance
    afv-reaction/results/4/at_least | -5
    afv-reaction/results/4/result   | must retire, may reverse firing
    afv-reaction/results/5/result   | must turn and retire under smoke
    works/destroyed_over            | 10
    works/off_table                 | 5
    works/burns                     | 2
    works/bunker_shell_mm           | 105
    works/collapses                 | 2
    works/escapes                   | 5
"""
MINES_LIGHT_SMOKE = """
    mines/set_up            | 1
    mines/operator_metres   | 10
    mines/cone_half_angle   | 45
    mines/cone_reach        | 50
    mines/soft_crew_hit     | 1
    mines/square            | 10
    mines/foot_spots        | 5
    mines/foot_casualty     | 3
    mines/hard_knocked_out  | 3
    mines/mark_detector     | 1
    mines/lift_one_kind     | 2
    mines/lift_both_kinds   | 3
    mines/mark_bayonet      | 5
    mines/strip_width       | 20
    mines/bangalore_depth   | 10
    mines/line_charge_depth | 50
    illumination/wire                          | 20
    # printed as a diameter of 20 m; the others as radii
    illumination/sources/trip flare/radius         | 10
    illumination/sources/trip flare/periods        | 1
    illumination/sources/light mortar/radius       | 20
    illumination/sources/light mortar/periods      | 1
    illumination/sources/medium mortar/radius      | 30
    illumination/sources/off-table mission/radius  | 150
    illumination/sources/off-table mission/periods | 5
    illumination/mission_points                    | 50
    illumination/sources/flame or fire/radius      | 30
    illumination/sources/flame or fire/periods     | 2
    smoke/height             | 30
    smoke/after_feeding      | 2
    smoke/blind_within       | 50
    smoke/local              | 50
    smoke/projector_distance | 50
    smoke/screens/off-table fire/length                  | 300
    smoke/screens/off-table fire/lies                    | at the angle ordered
    smoke/screens/medium mortar/length                   | 100
    smoke/screens/medium mortar/lies                     | down wind
    smoke/screens/AFV gun of 75 mm or more/length        | 50
    smoke/screens/AFV gun of 75 mm or more/lies          | down wind
    smoke/screens/burning vehicle/length                 | 50
    smoke/screens/burning vehicle/lies                   | down wind
    smoke/screens/vegetation or building on fire/length  | 50
    smoke/screens/vegetation or building on fire/lies    | down wind
    smoke/screens/light mortar/length                    | 50
    smoke/screens/light mortar/lies                      | down wind
    smoke/screens/grenade launcher/length                | 50
    smoke/screens/grenade launcher/lies                  | down wind
    smoke/screens/one-man anti-tank weapon/length        | 50
    smoke/screens/one-man anti-tank weapon/lies          | down wind
    smoke/screens/AFV projectors/length                  | 50
    smoke/screens/AFV projectors/lies                    | parallel to the front
"""
VICTORY = """
    victory/own_percent       | 50
    victory/destroyed_percent | 50
    victory/places_percent    | 50
    victory/margin_percent    | 10
"""
NOTES = """
    average-die/faces | 2 3 3 4 4 5
"""
PRINTED = {
    "cost of troops": COST_OF_TROOPS, "optional costs": OPTIONAL_COSTS, "bases and orders": BASES_AND_ORDERS,
    "movement": MOVEMENT, "from the air": FROM_THE_AIR, "location": LOCATION, "fire": FIRE, "casualties": CASUALTIES,
    "reaction": REACTION, "armour": ARMOUR, "mines, light, smoke": MINES_LIGHT_SMOKE, "victory": VICTORY,
    "notes": NOTES,
}  # fmt: skip
"""In the order of the book."""

DECIDED = """
    # IA-R005, IA-R007, IA-R010: what has no price of its own
    points/rank/private                     | 0
    points/weapon/pistol                    | 0
    points/weapon/automatic light shell gun | 50
    points/weapon/AFV flame thrower         | 20
    points/charge/sticky bomb               | 3
    points/charge/molotov cocktail          | 3
    points/charge/vehicle line charge       | 15
    # IA-R166: three men or more should have a leader
    command/led_from                        | 3
    # figures of 20 or 25 mm stand on the sizes as printed; IA-R030, IA-R044
    bases/times/25mm                        | 1
    foot/allowance                          | 10
    foot/pace/halt                          | 0
    driving/many_wheels                     | 6
    # IA-R038: reverse has the figures of the row below it; IA-R043: no soft vehicle is closed down
    driving/rows/reverse/light/daylight     | 60
    driving/rows/reverse/light/moonlight    | 60
    driving/rows/reverse/light/dark         | 60
    driving/rows/reverse/closed_down        | 20
    driving/rows/horse/closed_down          | 0
    # IA-R047: 2D6 times 10 m, by the clock; IA-R060: helicopters are heard at 250 m
    air/scatter_step                        | 10
    air/directions                          | 12
    noise/helicopter                        | 250
    location/columns                        | open woods single edge dark silent moonlight
    # IA-R062, IA-R068, IA-R159, IA-R063
    fire-limits/grenade-spot                | 10
    fire-limits/helper-within               | 10
    fire-limits/shield-covers               | 10
    fire-limits/higher-by                   | 2
    # house rule beyond IA-R090; IA-R094
    potential-hits/beyond                   | 10
    soft-equipment/takeover-within          | 1
    # the flank is square to the front; a doubled pace; IA-R112
    reaction-limits/flank                   | 90
    reaction-limits/panic-pace              | 75
    reaction-limits/untested-enemy          | 10
    # IA-R121, IA-R119, IA-R120, IA-R128
    anti-tank/flank_beyond                  | 45
    anti-tank/post_war                      | 1946
    anti-tank/helpers                       | 2
    anti-tank/molotov_reach                 | 25
    anti-tank/placing_reach                 | 10
    # IA-R131, IA-R133, IA-R135, IA-R141
    afv-reaction/ahead                      | 45
    afv-reaction/least_move                 | 20
    works/charge                            | 5
    mines/gun_crew_hit                      | 1
    # IA-R143, IA-R193
    illumination/sources/trip flare/delay        | 0
    illumination/sources/light mortar/delay      | 1
    illumination/sources/medium mortar/delay     | 1
    illumination/sources/medium mortar/periods   | 1
    illumination/sources/off-table mission/delay | 0
    illumination/sources/flame or fire/delay     | 1
    # IA-R145, IA-R144, IA-R149
    smoke/fed_by_fire                       | 2
    smoke/points_a_period                   | 50
    smoke/wind_sides                        | 12
"""


@pytest.mark.rule("IA-cost.rank", "IA-opt.mine-belt-cost", "IA-loc.table", "IA-sa.effect", "IA-hw.effect")
@chart("chapter", PRINTED)
def test_the_tables_hold_what_is_printed(chapter: str) -> None:
    held = cells()
    printed = page(PRINTED[chapter])
    assert {address: held.get(address) for address in printed} == printed


def test_what_is_not_printed_is_as_the_rulings_have_it() -> None:
    held = cells()
    decided = page(DECIDED)
    assert {address: held.get(address) for address in decided} == decided


def test_no_cell_is_left_out_and_none_is_copied_twice() -> None:
    copied = [address for text in (*PRINTED.values(), DECIDED) for address in page(text)]
    assert sorted(copied) == sorted(cells())
