"""The first half of the printed rules, from the cost of troops to off-table fire, copied once more by their cells."""

from __future__ import annotations

COST_OF_TROOPS = """
    points/man                           | 10
    points/rank/officer                  | 25
    points/rank/sergeant                 | 15
    points/rank/corporal                 | 10
    points/rank/lance corporal           | 5
    points/weapon/rifle                  | 5
    points/weapon/sub machine gun        | 5
    points/weapon/assault rifle          | 10
    points/weapon/grenade launcher       | 15
    points/weapon/magazine LMG           | 15
    points/weapon/belt LMG               | 20
    points/weapon/hand grenade           | 2
    points/weapon/2 inch mortar          | 20
    points/weapon/60 mm mortar           | 20
    points/weapon/flame thrower          | 20
    points/gear/night vision device      | 20
    points/weapon/one-man anti-tank weapon | 30
    points/gear/radio                    | 30
    points/weapon/81 mm mortar           | 30
    points/weapon/tripod machine gun     | 30
    points/gear/mine detector            | 30
    points/weapon/pivot machine gun      | 30
    points/weapon/turret machine gun     | 30
    points/weapon/recoilless gun         | 50
    points/weapon/anti-tank gun          | 50
    points/weapon/anti-tank missile set  | 50
    points/missiles                      | 2
    points/weapon/AFV gun under 75 mm    | 50
    points/weapon/AFV gun of 75 mm or more | 50
    points/afv_ton                       | 5
    points/soft_vehicle                  | 5
    points/soft_ton                      | 5
    points/mount/motorcycle              | 10
    points/mount/pedal cycle             | 5
    points/mount/horse                   | 5
    command/afv                          | officer sergeant corporal
    command/apc                          | sergeant corporal lance corporal
    command/further                      | lance corporal
    command/crew_guns                    | 2
    command/crew_grenadiers              | 1
"""
OPTIONAL_COSTS = """
    points/support_period            | 50
    points/support_multiples         | 3
    points/surcharge_percent         | 50
    points/defender_times            | 2
    points/bunker_place              | 10
    points/bunker_least              | 3
    points/trench                    | 5
    points/emplacement_percent       | 50
    points/belt/anti-personnel mines | 5
    points/belt/anti-tank mines      | 10
    points/belt/wire                 | 2
    points/belt/pungis               | 2
    mines/belt_width                 | 5
    points/device/fougasse           | 10
    points/charge/Claymore           | 10
    points/weapon/Claymore           | 10
    points/device/trip flare         | 3
    points/charge/bangalore torpedo  | 3
    points/charge/satchel charge     | 3
"""
BASES_AND_ORDERS = """
    bases/millimetres/erect/front | 25
    bases/millimetres/erect/rear  | 10
    bases/millimetres/erect/depth | 20
    bases/millimetres/prone/front | 25
    bases/millimetres/prone/rear  | 10
    bases/millimetres/prone/depth | 30
    bases/times/54mm              | 2
    bases/metres_per_mm/25mm      | 0.4
    bases/metres_per_mm/54mm      | 0.1
    isolation/erect               | 30
    isolation/prone               | 10
    speech/quiet                  | 50
    speech/loud                   | 10
    speech/noise                  | 100
    speech/spoken                 | 10
"""
MOVEMENT = """
    foot/pace/dash       | 30
    foot/pace/walk       | 50
    foot/pace/crawl      | 20
    foot/pace/manhandle  | 15
    foot/gun_team        | 3
    foot/less            | 10
    foot/shares          | 2 3
    foot/silent_share    | 0.5
    foot/pace/double     | 75
    foot/double_every    | 3
    driving/rows/high speed dash/light/daylight  | 180
    driving/rows/high speed dash/light/moonlight | 120
    driving/rows/high speed dash/light/dark      | 60
    driving/rows/high speed dash/closed_down     | 40
    driving/rows/move and fire/light/daylight    | 120
    driving/rows/move and fire/light/moonlight   | 80
    driving/rows/move and fire/light/dark        | 40
    driving/rows/move and fire/closed_down       | 40
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
    driving/cycle_share                          | 0.5
    driving/riders_a_holder                      | 3
"""
FROM_THE_AIR = """
    air/heavy_from      | 3
    air/hazard          | 1
    air/run             | 100
    air/clear           | 2
    air/rope            | 5
    air/brought_down    | 1
    air/crew/glider     | 2
    air/crew/helicopter | 4
    air/survives        | 4
"""
LOCATION = """
    location/rows/moving-erect       | 500  50  na   100  50   25 100
    location/rows/moving-prone       | 200  50  na   50   25   25 50
    location/rows/stationary         | 100  25  50   25   25   10 25
    location/rows/firing-personal    | 500  50  500  500  250  na 250
    location/rows/moving-vehicle     | 500+ 50  na   500+ 100  na 500+
    location/rows/stationary-vehicle | 500+ 50  100  100  50   25 500
    location/rows/firing-heavy       | 500+ 100 500+ 500+ 500+ na 500+
    bases/gun_arc       | 45
    bases/turret_arc    | 45
    bases/exposed_sight | 90
    bases/exposed_fire  | 45
    noise/brush         | 100
    noise/speech        | 10
    noise/shout         | 50
    noise/tracked       | 250
    noise/wheeled       | 100
    noise/idling        | 50
    noise/firing        | 500+
    noise/explosion     | 500+
"""
FIRE = """
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
    heavy-weapons-effect/ranges                 | 25 50 100 250 inf
    fire-limits/trees-within    | 50
    off-table/delay             | 3
    off-table/correction        | 1
    off-table/registrations     | 5
    off-table/each-registration | 2
    off-table/registered        | 1
    off-table/officer           | 1
    off-table/nco               | 2
    off-table/other-rank        | 3
    off-table/width             | 80
    off-table/depth             | 150
    off-table/cost              | 50
    off-table/effect            | 25
    off-table/most-multiple     | 3
"""
