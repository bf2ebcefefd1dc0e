"""The loose quick reference sheet, copied by somebody who did not write the tables, and held against them. Where it is
torn or says something else than the main rules the main rules or a ruling decide; those lines stand apart."""

from __future__ import annotations

import pytest

from tests.rules.infantry_action.cells import cells, page

FOOT = """
    foot/pace/dash      | 30
    foot/pace/walk      | 50
    foot/pace/crawl     | 20
    foot/gun_team       | 3
    foot/pace/manhandle | 15
    foot/less           | 10
    foot/silent_share   | 0.5
    foot/pace/double    | 75
"""
VEHICLES = """
    driving/rows/high speed dash/light/daylight  | 180
    driving/rows/high speed dash/light/moonlight | 120
    driving/rows/high speed dash/light/dark      | 60
    driving/rows/high speed dash/closed_down     | 40
    driving/rows/move and fire/light/daylight    | 120
    driving/rows/move and fire/light/moonlight   | 80
    driving/rows/move and fire/light/dark        | 40
    driving/rows/move and fire/closed_down       | 40
    driving/rows/reverse/light/daylight          | 60
    driving/rows/reverse/light/moonlight         | 60
    driving/rows/reverse/light/dark              | 60
    driving/rows/reverse/closed_down             | 20
    driving/rows/swim/light/daylight             | 60
    driving/rows/swim/light/moonlight            | 60
    driving/rows/swim/light/dark                 | 60
    driving/rows/swim/closed_down                | 20
    driving/rows/horse/light/daylight            | 60
    driving/rows/horse/light/moonlight           | 60
    driving/rows/horse/light/dark                | 60
    driving/less                                 | 40
    driving/less_closed_down                     | 10
    driving/turn                                 | 45
"""
REACTION = """
    reaction-factors/dice                        | 3
    reaction-factors/factors/lmgs                | 1
    reaction-limits/lmg                          | 100
    reaction-factors/factors/opponent_under_fire | 1
    reaction-factors/factors/active              | 1
    reaction-factors/factors/enemy_in_open       | 1
    reaction-factors/factors/enemy_hit           | 1
    reaction-factors/points_each                 | 10
    reaction-factors/factors/fire_points         | -1
    reaction-factors/factors/leaderless          | -1
    reaction-factors/factors/isolated            | -1
    reaction-factors/factors/lost_battle         | -1
    reaction-factors/factors/lost_period         | -1
    reaction-factors/factors/machine_guns        | -1
    reaction-factors/factors/leader_panicked     | -2
    reaction-factors/factors/friends_panicked    | -2
    reaction-factors/factors/behind_flank        | -2
    reaction-limits/armour                       | 100
    reaction-factors/factors/armour              | -2
    reaction-factors/factors/flame               | -2
    reaction-factors/factors/surprise            | -2
    reaction-factors/factors/intermingled        | -2
    reaction-limits/enemy-close                  | 25
    reaction-factors/factors/enemy_close         | -2
    reaction-factors/cover_choice                | 2
    reaction-results/must-advance                | 15
    reaction-results/free                        | 10
    reaction-results/under-10                    | 10
    reaction-results/under-5                     | 5
    reaction-results/under-0                     | 0
    reaction-results/panic                       | -5
    reaction-results/surrender-under             | 5
    supplementary/crew                           | 1
    supplementary/ranks/lance corporal           | 1
    supplementary/ranks/corporal                 | 2
    supplementary/ranks/sergeant                 | 3
    supplementary/ranks/officer                  | 5
"""
AFV_REACTION = """
    afv-reaction/factors/moving     | 1
    afv-reaction/infantry_within    | 50
    afv-reaction/factors/infantry   | 1
    afv-reaction/afv_within         | 100
    afv-reaction/factors/afv        | 1
    afv-reaction/factors/ahead      | 1
    afv-reaction/factors/support    | 1
    afv-reaction/factors/under_fire | -1
    afv-reaction/factors/stationary | -1
    afv-reaction/factors/retreat    | -1
    afv-reaction/factors/points     | -1
    afv-reaction/factors/lost       | -2
    afv-reaction/factors/surprised  | -2
    afv-reaction/danger_within      | 50
    afv-reaction/results/1/at_least | 10
    afv-reaction/results/2/at_least | 5
    afv-reaction/results/3/at_least | 0
    afv-reaction/results/4/at_least | -5
"""
POINTS = """
    points/man                             | 10
    points/weapon/rifle                    | 5
    points/weapon/sub machine gun          | 5
    points/weapon/assault rifle            | 10
    points/weapon/grenade launcher         | 15
    points/weapon/magazine LMG             | 15
    points/weapon/belt LMG                 | 20
    points/weapon/hand grenade             | 2
    points/weapon/2 inch mortar            | 20
    points/weapon/60 mm mortar             | 20
    points/weapon/flame thrower            | 20
    points/gear/night vision device        | 20
    points/weapon/one-man anti-tank weapon | 30
    points/gear/radio                      | 30
    points/weapon/81 mm mortar             | 30
    points/weapon/tripod machine gun       | 30
    points/gear/mine detector              | 30
    points/weapon/anti-tank gun            | 50
    points/weapon/anti-tank missile set    | 50
    # 5 a ton of capacity and 5 for one ton more; an AFV 5 a ton of weight
    points/soft_ton                        | 5
    points/soft_vehicle                    | 5
    points/afv_ton                         | 5
    points/support_period                  | 50
    points/support_multiples               | 3
    points/defender_times                  | 2
    # air landed troops, and emplacements
    points/surcharge_percent               | 50
    points/emplacement_percent             | 50
    points/trench                          | 5
    points/belt/anti-personnel mines       | 5
    points/bunker_place                    | 10
    points/belt/anti-tank mines            | 10
    points/device/fougasse                 | 10
    points/device/trip flare               | 3
    points/charge/bangalore torpedo        | 3
    points/charge/satchel charge           | 3
"""
ANTI_TANK = """
    anti-tank/factors/flank   | 1
    anti-tank/factors/light   | 1
    anti-tank/factors/afv_gun | -2
    anti-tank/knock_out         | 8
    anti-tank/special_knock_out | 1
    anti-tank/catches_fire      | 3
    afv-crew/with_smg           | 6
    afv-crew/escapes            | 3
    afv-crew/rider_escapes      | 3
"""
LOCATION = """
    location/rows/moving-erect       | 500  50  na   100  50   25 100
    location/rows/moving-prone       | 200  50  na   50   25   25 50
    location/rows/stationary         | 100  25  50   25   25   10 25
    location/rows/firing-personal    | 500  50  500  500  250  na 250
    location/rows/moving-vehicle     | 500+ 50  na   500+ 100  na 500+
    location/rows/stationary-vehicle | 500+ 50  100  100  50   25 500
    location/rows/firing-heavy       | 500+ 100 500+ 500+ 500+ na 500+
"""
EFFECT = """
    small-arms-effect/ranges                 | 25 50 100 250 500
    small-arms-effect/rows/grenade           | 5  0 0 0 0
    small-arms-effect/rows/pistol            | 2  1 0 0 0
    small-arms-effect/rows/smg               | 4  3 2 1 0
    small-arms-effect/rows/rifle             | 3  2 2 2 1
    small-arms-effect/rows/assault-rifle     | 4  3 3 2 1
    small-arms-effect/rows/magazine-lmg      | 2  5 5 3 2
    small-arms-effect/rows/belt-lmg          | 1  5 5 4 3
    small-arms-effect/rows/lmg-number-two    | 2  2 3 3 2
    small-arms-effect/rows/grenade-launcher  | 2  4 3 2 1
    small-arms-effect/rows/flame-thrower     | 0  8 0 0 0
    small-arms-effect/rows/claymore          | 10 5 0 0 0
    small-arms-effect/rows/one-man-at        | 2  6 4 2 1
    heavy-weapons-effect/rows/tripod-mg         | 1 4  5  4 3
    heavy-weapons-effect/rows/light-mortar      | 0 0  4  2 0
    heavy-weapons-effect/rows/mortar-60         | 0 0  0  1 3
    heavy-weapons-effect/rows/medium-mortar     | 0 0  0  0 5
    heavy-weapons-effect/rows/recoilless        | 0 4  4  4 3
    heavy-weapons-effect/rows/conventional-gun  | 2 3  3  3 3
    heavy-weapons-effect/rows/helper            | 0 0  1  1 1
    heavy-weapons-effect/rows/pivot-mg          | 4 6  6  4 2
    heavy-weapons-effect/rows/turret            | 2 4  10 8 6
    heavy-weapons-effect/rows/afv-gun           | 6 10 8  8 8
    heavy-weapons-effect/rows/afv-flame         | 0 10 6  0 0
    heavy-weapons-effect/rows/missile           | 0 0  0  0 6
    off-table/width  | 80
    off-table/depth  | 150
    off-table/cost   | 50
    off-table/effect | 25
"""
CASUALTIES = """
    target-tactical/exposed        | 1
    target-tactical/erect          | 1
    target-tactical/against-works  | 2
    target-tactical/moved-or-fresh | -1
    target-tactical/moving-vehicle | -2
    target-tactical/bunker         | -3
    chance-factor/dice             | 1
    identification/first           | 2
    identification/rest            | 1
    soft-equipment/save-dashing    | 4
    soft-equipment/save-moving     | 5
    soft-equipment/save-stationary | 6
    soft-equipment/fire            | 2
    soft-equipment/radio           | 1
    soft-equipment/takeover        | 4
    works/destroyed_over           | 10
    works/off_table                | 5
    works/burns                    | 2
    potential-hits/dice            | 5 6 10 5 15 4 20 3
    potential-hits/automatic       | 20 1 30 2 40 3
"""
SHEET = {
    "foot": FOOT, "vehicles": VEHICLES, "reaction": REACTION, "AFV reaction": AFV_REACTION, "points": POINTS,
    "anti-tank": ANTI_TANK, "location": LOCATION, "effect": EFFECT, "casualties": CASUALTIES,
}  # fmt: skip


@pytest.mark.rule("IA-foot.dash", "IA-veh.dash", "IA-loc.table", "IA-sa.effect", "IA-hw.effect", "IA-cost.man")
@pytest.mark.parametrize("part", SHEET)
def test_the_tables_hold_what_the_sheet_prints(part: str) -> None:
    held = cells()
    printed = page(SHEET[part])
    assert {address: held.get(address) for address in printed} == printed


@pytest.mark.rule("IA-cost.rank")
def test_the_sheet_prices_a_leader_with_the_man_that_he_is() -> None:
    sheet = {"officer": 35, "sergeant": 25, "corporal": 20, "lance corporal": 15}
    held = cells()
    man = int(held["points/man"])
    assert {rank: man + int(held[f"points/rank/{rank}"]) for rank in sheet} == sheet


ELSEWHERE = """
    # the sheet has 3/4 for the share of a machine gun where the main rules have a third
    foot/shares                     | 2 3
    # the last column of heavy weapons is "500+" on the sheet and "250 +" in the rules (IA-R065)
    heavy-weapons-effect/ranges     | 25 50 100 250 inf
    # the columns of the anti-tank list have run together: these stand under its "-2"
    anti-tank/factors/surprised     | -1
    anti-tank/factors/heavy         | -1
    anti-tank/factors/concealed     | -1
    # and these of the AFV test under its "-2"; the line of turning away stands at "under 0" and "under -5"
    afv-reaction/factors/commander  | -3
    afv-reaction/factors/danger     | -3
    afv-reaction/results/5/result   | must turn and retire under smoke
    # a ridden horse isn't an AFV (IA-R043)
    driving/rows/horse/closed_down  | 0
"""


@pytest.mark.rule("IA-at.minus1.surprised", "IA-afvreact.minus3.close-danger")
def test_where_the_sheet_differs_the_main_rules_and_the_rulings_decide() -> None:
    held = cells()
    decided = page(ELSEWHERE)
    assert {address: held.get(address) for address in decided} == decided
