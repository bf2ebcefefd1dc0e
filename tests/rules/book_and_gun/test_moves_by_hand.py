"""Cases worked by hand from the page alone, program unseen: what moves, and how far.

A line is a case: facts | dice and cards | what the book gives | where it says so, or why. What begins with a bar, or
with four more blanks, goes on with the line before.
"""

from __future__ import annotations

import pytest

from tests.charts import chart

from .by_hand import differing, split

CASES = {
    "move": """
        side army, leader no, terrain rough, surface mud | 6 5 2 | inches 1 | R34 all three dice lost, R32 least 1
        side insurgents, formation column, on road yes, surface snow | 6 4 3 1 | inches 13 | IX.2.1 road snow lowest
        side insurgents, terrain dense | 5 4 3 | inches 6 | R32 lowest twice
        side army, terrain dense | 5 4 3 | inches 2 | R32 army 4+3-5
        side army, terrain dense | 6 5 1 | inches 1 | dense 6+... 5+1-6=0 -> 1
        side army, mounted yes, order close, terrain rough, slope yes | 6 6 4 3 | inches 6.5 | R33
        side civilians, formation column, on road yes, terrain dense | 5 5 5 | inches 15
          | R26 civilians column, no penalty
        side army, mover prone, terrain dense, slope yes | 5 | inches 5 | R43 prone
        side army, mover prone, leader no | 5 | inches 1 | R23 prone leaderless
        side army, mover scout, order close, terrain rough | 6 5 2 | inches 7 | VIII.4.5 scout rough
        side insurgents, mover scout, mounted yes | 6 5 2 1 | inches 14 | R252 mounted scout
        side civilians, mover scout |  | refused no-scouts | VIII.4.5 civilians no scouts
        side army, mover lone leader, leader no | 6 5 2 | inches 13 | R23 lone leader not leaderless
        side army, carrying yes, leader no | 6 5 2 | inches 2 | R34 leaderless+carrying
        side army, order close, new order open | 6 5 | inches 11 | R27 slower
        side army, formation column, new formation line | 6 5 4 | inches 15 | R27 column to open: 3 and 3
        side army, type artillery, terrain rough | 6 2 | inches 2 | artillery rough
        side insurgents, type artillery, on road yes | 6 2 | inches 8 | artillery road 2
        side insurgents, type artillery, terrain dense | 6 2 | inches 1 | artillery dense 2-6
        side insurgents, type bicycles, mounted yes, on road yes | 6 5 4 3 | inches 18 | bicycle road mounted
        side insurgents, type bicycles, on road yes | 6 5 4 | inches 15 | bicycle pushed road 3
        side insurgents, type bicycles, mounted yes, terrain rough | 2 6 | inches 2
          | R281 ride through rough: last, then highest
        side insurgents, type bicycles, terrain rough | 6 5 | inches 5
          | bicycle pushed rough minus HIGH also insurgents
        side army, type bicycles, mounted yes, downhill yes | 4 3 2 | inches 18 | IX.1.4b downhill doubles
        side army, type bicycles, mounted yes, slope yes | 4 3 2 | inches 4.5 | bicycle uphill half
        side army, downhill yes | 4 3 2 | inches 9 | downhill others full
        side army, type horse drawn vehicles | 6 5 4 3 | inches 18 | horse drawn 4
        side army, type horse drawn vehicles, on road yes | 6 5 4 3 1 | inches 19 | horse drawn road 5
        side army, type horse drawn vehicles, terrain rough |  | refused no-ground | IX.1.2 horse drawn rough
        side army, type horse drawn vehicles, terrain dense |  | refused no-ground | dense too
        side army, type horse drawn vehicles, reversing yes |  | refused no-reverse | 2.3 horse drawn reverse
        side army, type light wheeled vehicles | 6 5 4 3 2 | inches 20 | light wheeled
        side army, type light wheeled vehicles, off road no | 6 5 4 3 2 | inches 14 | no off-road: highest
        side army, type light wheeled vehicles, off road no, on road yes | 6 5 4 3 2 1 | inches 21
          | on the road no loss
        side insurgents, type light wheeled vehicles, off road no, terrain dense | 6 5 4 3 2 | inches 4
          | no off-road+dense: 6 lost, 5 lost, 9-5
        side army, type heavy tracked vehicles, off road no | 6 5 4 3 | inches 18 | tracked always off-road
        side army, type light tracked vehicles, terrain dense | 6 5 4 3 | inches 12
          | tracked dense lowest twice, army too
        side army, type medium wheeled vehicles | 6 5 4 3 | inches 18 | medium = heavy row
        side army, type medium wheeled vehicles, on road yes, surface mud | 6 5 4 3 2 | inches 18
          | medium on road 5, mud lowest
        side army, type heavy wheeled vehicles, reversing yes | 4 | inches 4 | wheeled back 1D6
        side army, type heavy tracked vehicles, reversing yes | 4 6 | inches 10 | tracked back 2D6
        side army, type heavy tracked vehicles, reversing yes, terrain rough | 4 6 | inches 6
          | tracked back rough lowest
        side army, type over snow vehicles, surface snow | 5 4 1 | inches 10 | R38 no snow deduction
        side army, type over snow vehicles, surface snow, terrain rough | 5 4 1 | inches 9 | over snow rough lowest
        side army, type over snow vehicles, surface snow, terrain dense | 5 4 1 | inches 8 | over snow dense
        side army, type over snow vehicles |  | refused no-snow | no snow: BV206 is light tracked, ski doo stays
        side army, type light boats, water yes | 5 4 2 | inches 11 | light boat
        side army, type light boats, water no |  | refused ashore | 2.10 only on water
        side army, type motor patrol boats, water yes, boarding yes | 5 4 2 1 1 | inches 6.5
          | patrol boat boarding half of 13
        side army, type light tracked vehicles, water yes | 5 | inches 5 | 2.11 amphibious 1D6
        side army, type light tracked vehicles, water yes, on land before yes |  | refused one-element
          | 2.11 land and water same turn
        side army, type light tracked vehicles, water yes, boarding yes |  | refused not-on-water
          | 2.11 mount on land only
        side army, water yes |  | refused no-swimmer | infantry on water
        side army, boarding yes | 5 | inches 5 | 4.21 boarding 1D6
        side army, boarding yes, mover scout | 5 4 | inches 9 | 4.21 scout mounting 2D6
        side army, type light wheeled vehicles, surface mud, terrain rough | 6 5 4 3 2 | inches 9
          | heavy wheeled mud+rough: two highest of 4? see
        side army, formation column, mounted yes, on road yes, surface mud | 6 5 4 3 2 | inches 18
          | cavalry column road mud lowest
        side army, mounted yes, mover prone |  | refused contradiction | R252 horsemen do not lie down
        side army, type heavy wheeled vehicles, mounted yes |  | refused contradiction | nobody rides a truck row
        side army, formation line, on road yes | 5 4 3 | inches 12 | R35 no column, cross-country dice
        side insurgents, terrain rough, house rule [rough-penalty=highest-for-all] | 6 5 1 | inches 6
          | house rule: insurgents highest
        side army, type over snow vehicles, surface snow, house rule [over-snow-dice=4] | 6 5 1 1 | inches 13
          | over-snow-dice 4
        side army, type medium wheeled vehicles, house rule [medium-wheeled-row=light] | 6 5 4 3 2 | inches 20
          | medium row light
        side army, slope yes, house rule [slope-rounding=down] | 6 5 4 | inches 7 | 7.5 down
        side army, slope yes, house rule [slope-rounding=up] | 6 5 4 | inches 8 | 7.5 up
        side army, slope yes | 6 5 4 | inches 7.5 | 7.5
        side army, new order close, house rule [formation-change=start-formation] | 6 5 4 | inches 15
          | from open 3 to close: start formation
        side army, type all aircraft, terrain dense, slope yes |  | inches none | aircraft unlimited
        side army, reversing yes | 6 5 1 | inches 4 | VIII.1.2c back at a third
        side army, type light boats, water yes, leader no | 6 5 2 | inches 7 | IV.4 boat leaderless
        side army, type light tracked vehicles, water yes, leader no | 5 | inches 1
          | IV.4 swimmer leaderless: no die left
        side army, slope yes, downhill yes |  | refused contradiction | IX.1.4 one or the other
        side army, type heavy wheeled vehicles, reversing yes, on road yes, off road no | 5 | inches 5
          | II.3 backing on the road is not off the road
        side army, type heavy wheeled vehicles, reversing yes, off road no | 5 | inches 1
          | 2.71a off the road it loses the die
        side army, mover lone leader, mounted yes, formation column, on road yes | 6 5 2 1 | inches 14
          | R252 lone leader on horseback
    """,
    "charge": """
        side army, distance 14 | 4 4 3 3 | inches 14, reached yes, moved 12, unused 2 | R36
        side army, distance 14.1 | 4 4 3 3 | inches 14, reached no, moved 12.1 | R36 short: never nearer than 2
        side army, distance 24.1 |  | refused out-of-reach | 24 is the most
        side army, distance 24 | 1 1 1 1 | reached no, moved 4 | 24 declared
        side army, order close, distance 5 | 1 2 1 | reached no, moved 3 | close 3 dice; 5-2
        side army, order close, distance 18.5 |  | refused out-of-reach | close: 18 most
        side army, formation column, on road yes, distance 5 | 1 2 1 1 | reached yes, moved 3 | column road 4 dice
        side army, formation column, on road yes, mounted yes, distance 5 | 1 2 1 1 1 1
          | reached yes, moved 3, unused 4 | column road mounted 6
        side army, type artillery, distance 3 |  | refused no-charge | dash under charge
        side army, type bicycles, distance 3 |  | refused no-charge | dash under charge
        side army, type horse drawn vehicles, distance 3 |  | refused no-charge | dash under charge
        side army, type over snow vehicles, distance 3 |  | refused no-charge | dash under charge
        side army, type light boats, distance 3 |  | refused no-charge | dash under charge
        side army, type motor patrol boats, distance 3 |  | refused no-charge | dash under charge
        side army, type all aircraft, distance 3 |  | refused no-charge | dash under charge
        side army, type light wheeled vehicles, distance 6 | 1 1 1 1 1 1 | reached yes, inches 6 | light wheeled 6
        side army, type light wheeled vehicles, on road yes, distance 6 | 1 1 1 1 1 1 1 | reached yes, inches 7
          | light wheeled 7
        side army, type heavy tracked vehicles, terrain rough, distance 6 | 6 5 1 1 1 | inches 13, reached yes
          | heavy tracked 5 lowest
        side civilians, mob no, distance 3 |  | refused no-charge | civilians alone
        side civilians, formation mass, distance 12 | 3 3 3 3 | inches 12, reached yes | open mass 4
        side army, dismounting yes, distance 11 | 6 5 | inches 11, reached yes | 2D6
        side army, dismounting yes, distance 12.5 |  | refused out-of-reach | 2D6: 12 most
        side army, dismounting yes, terrain rough, distance 11 | 6 5 | inches 5, reached no, moved 5
          | 2D6 rough highest
        side army, dismounting yes, mounted yes, distance 5 |  | refused no-charge | 5.2 from horseback no charge
        side army, straight no, distance 10 |  | refused not-straight | VIII.1.41a not straight
        side army, leader no, distance 9 | 6 5 2 1 | inches 8, reached no, moved 7 | leaderless 8 of 9
        side army, distance 30, house rule [charge-declare=after-roll] | 6 6 6 6 | inches 24, reached no, moved 24
          | after-roll: no declaration limit
        side insurgents, slope yes, distance 7 | 6 5 2 1 | inches 7, reached yes | slope half 14
        side army, type over snow vehicles, surface snow, distance 3 |  | refused no-charge
          | no number under charge, on snow either
        side army, type light wheeled vehicles, off road no, distance 5 | 6 1 1 1 1 1 | inches 5, reached yes
          | 2.71a off the road
        side army, type light wheeled vehicles, dismounting yes, distance 5 |  | refused no-charge | those are in it
    """,
    "mount": """
        distance 4 | 4 | inches 4, mounts yes, may fire no | 4.21c
        distance 3.5 | 3 | mounts no, may fire no | not reached
        distance 7, scout yes | 3 4 | inches 7, mounts yes | scouts 2D6
        way dismount, scout yes | 3 | inches 3 | scouts dismount 1D6
        way dismount, charge yes | 3 4 | inches 7, may fire no | 2D6 charge
        way dismount, charge yes, on horse |  | refused no-charge | 5.2a
        way mount, charge yes |  | refused no-charge | R42 charge only when leaving
        way both |  | refused one-of-both | 4.21a not both
        on horse, distance 6 | 6 | inches 6, mounts yes | horse
        on horse, scout yes, distance 6.5 | 3 4 | inches 7, mounts yes | horse scouts
    """,
    "capacity": """
        vehicle wagon, inside 6 |  | inside 6, free 0 | 2.6
        vehicle wagon, inside 7 |  | refused no-room
        vehicle ambulance wagon |  | inside 6
        vehicle limber |  | inside 2
        vehicle limber, inside 3 |  | refused no-room
        vehicle limber, gun crew 4, inside 4 |  | inside 4, free 0 | crew only
        vehicle limber, gun crew 3, inside 4 |  | refused no-room
        vehicle wagon, gun crew 3 |  | refused contradiction | a wagon tows no gun in the rules
        vehicle light wheeled, inside 7 |  | inside 7, free 0
        vehicle light wheeled, inside 8 |  | refused no-room
        vehicle medium wheeled, inside 11 |  | inside 12, free 1
        vehicle medium wheeled, inside 13 |  | refused no-room
        vehicle heavy wheeled |  | inside 16
        vehicle light tracked |  | inside 7, riders 0
        vehicle light tracked, riders 1 |  | refused no-room-outside
        vehicle heavy tracked, riders 7 |  | inside 0, riders 7, free outside 0
        vehicle heavy tracked, riders 8 |  | refused no-room-outside
        vehicle heavy tracked, inside 1 |  | refused no-room
        vehicle armoured car |  | inside 0, riders 7 | R210
        vehicle boat, inside 9 |  | inside 9, free 0
        vehicle boat, inside 10 |  | refused no-room
        vehicle horse, inside 1 |  | inside 1
    """,
    "vehicle-class": """
        allowance 18, inches 9 |  | moving yes, target class II | R40 half
        allowance 18, inches 8.9 |  | moving no, target class I
        ground rough, allowance 10, inches 5 |  | moving yes, target class IV
        ground urban, allowance 10, inches 4 |  | target class III
        ground urban, allowance 10, inches 10 |  | target class IV
        hull down yes, allowance 10, inches 10 |  | moving yes, target class III | hull down moving, highest
        hull down yes, ground rough, allowance 10, inches 10 |  | target class IV
        part cover yes |  | target class IV
        allowance 0, inches 0 |  | moving no, target class I | moved not at all
    """,
    "land": """
        load yes |  | lands yes, may take off yes
        load yes, unload yes |  | refused one-of-both
        hovering no, unload yes |  | refused cannot-land
        at start no, unload yes |  | refused cannot-land
         |  | lands yes
    """,
    "limber": """
        weapon light cannon, crew 4 |  | turns 1 | 3.3
        weapon medium cannon, crew 3 |  | turns 2 | 3.3
        weapon heavy cannon, crew 2 |  | turns 3 | 3.3
        weapon heavy cannon, crew 1 |  | turns 4 | 3.3
        weapon light cannon, crew 6 |  | turns 1 | 3.3
        weapon haw, crew 2 |  | turns 1 | 3.3
        weapon haw, crew 1 |  | turns 2 | 3.3
        weapon light cannon, crew 0 |  | refused no-crew | nobody
        weapon assault rifle, crew 4 |  | refused not-towed | no gun
        weapon maw, crew 2 |  | refused not-towed | carried
    """,
    "manhandle": """
        push and fire yes | 6 3 | inches 9, may fire yes, markers 2 | VIII.3.2 two full turns
        weapon maw recoilless rifle, figures 2, push and fire yes | 6 3 | markers 1 | R84
        figures 2 | 6 3 | may fire no | VIII.3.1
         | 6 3 | inches 9, may fire no | R39
        rough yes | 6 3 | inches 3 | rough: high die
        push and fire yes | 6 3 | inches 9, may fire yes | 3.2
        figures 1 |  | refused too-few
        figures 2, weapon haw | 1 1 | inches 2 | 2 figures, not crew
        weapon medium cannon |  | refused gun-too-heavy
        weapon heavy cannon, push and fire yes |  | refused gun-too-heavy
        carriage wheels raised |  | refused not-on-wheels
        carriage base plate |  | refused not-on-wheels
        carriage anti-aircraft mount |  | refused not-on-wheels
    """,
    "turn-gun": """
        weapon light cannon, push and fire yes |  | free no, may fire yes, markers 2 | R114, R84
        weapon heavy cannon, carriage base plate |  | free yes, may fire yes | VIII.3.1
        weapon medium cannon |  | free no, may fire no
        weapon light cannon |  | free no, may fire no
        weapon light cannon, push and fire yes |  | free no, may fire yes
        weapon haw, push and fire yes |  | free no, may fire yes
        weapon medium cannon, push and fire yes |  | free no, may fire no
        weapon heavy cannon, carriage wheels raised |  | free yes, may fire yes
        weapon heavy cannon, carriage base plate |  | free yes, may fire yes
        weapon heavy cannon, carriage anti-aircraft mount |  | free yes, may fire yes
    """,
    "horse-holders": """
        men 18 |  | holders 4, fighting 14, holders are key yes, horses are key yes
        men 7 |  | holders 1, fighting 6, holders are key yes, horses are key yes
        men 3 |  | holders 0, fighting 3
        men 4 |  | holders 1, fighting 3, holders are key yes, horses are key yes
        men 8 |  | holders 2, fighting 6, holders are key yes, horses are key yes
        men 11 |  | holders 2, fighting 9, holders are key yes, horses are key yes
        men 8, mixed no |  | holders are key no, horses are key yes
    """,
    "ride": """
         |  | allowed yes
        wounded 1 |  | allowed yes | R45
        riders 2 |  | refused no-room
        wounded 2 |  | refused no-room
        wounded 1, fit horse no |  | refused no-room
        captured yes, trained no |  | refused not-a-rider
        captured yes |  | allowed yes
        wounded 1, house rule [double-riding=never] |  | refused no-room
    """,
    "stampede": """
        side army | 5 | stampedes no | army 1-5 both
        side army, holder yes | 6 1 2 3 4 5 | stampedes yes, inches 15
        side insurgents, holder yes | 4 | stampedes no
        side insurgents | 4 1 1 1 1 1 | stampedes yes, inches 5
        side civilians, holder yes | 4 1 1 1 1 1 | stampedes yes, inches 5
        side civilians | 3 | stampedes no
        side army, hit no |  | refused no-horse-hit | 5.4 at least one hit
    """,
    "mounted-hit": """
        result killed |  | rider killed, horse lost yes, led horse no | R138
        result wounded |  | rider wounded, horse lost no, led horse yes | R138
    """,
    "evade": """
        side army, slope yes, unused 0 | 5 4 2 | inches 2.75 | IX.1.4 11, 5.5, and half
        side army, surface mud, unused 0 | 5 4 2 | inches 3 | IX.2.1 the 5 is lost
        side army, unused 7.5 | 5 4 2 | evades yes, inches 5.5, caught yes | R68 7.5
        side army, unused 7.4 | 5 4 2 | evades yes, inches 5.5, caught no | R68
        side army, order close, unused 5 |  | refused close-order | open order
        side army, terrain rough, unused 0 | 5 4 2 | inches 3 | rough 6/2
        side insurgents, terrain rough, unused 0 | 5 4 2 | inches 4.5 | insurgents lowest 9/2
        side army, leader no, unused 0 | 5 4 2 | inches 3 | leaderless
        side army, mounted yes, unused 8.9 | 4 6 1 | evades yes, inches 7, caught no
        side army, mounted yes, unused 9 | 4 6 1 | evades yes, inches 7, caught yes | R254 9
        side army, mounted yes, unused 2 | 5 | evades no
        side insurgents, mounted yes, unused 2 | 4 | evades no
        side civilians, mounted yes, unused 2 | 3 | evades no
        side civilians, mounted yes, order close, unused 0 | 2 1 1 | evades yes, inches 2 | close order horsemen may
        side army, mounted yes, evasions made 1, unused 2 |  | refused once-a-turn | once a turn
        side army, unused 0 | 5 4 2 | evades yes
          | f. speaks of cavalry; foot has no such limit but evades after its test once
    """,
}


@pytest.mark.rule(
    "BG-IV.4", "BG-VIII.1.2c", "BG-VIII.1.43a", "BG-VIII.1.43b", "BG-VIII.1.43d", "BG-VIII.2.2a", "BG-VIII.2.3",
    "BG-VIII.2.51", "BG-VIII.2.6b", "BG-VIII.2.71a", "BG-VIII.2.71b", "BG-VIII.2.8", "BG-VIII.2.9a", "BG-VIII.2.10a",
    "BG-VIII.2.10b", "BG-VIII.2.11", "BG-VIII.2.131", "BG-VIII.2.14a", "BG-VIII.3.1b", "BG-VIII.3.3", "BG-VIII.4.2a",
    "BG-VIII.4.21a", "BG-VIII.4.5a", "BG-VIII.5.2a", "BG-VIII.5.21", "BG-VIII.5.3a", "BG-VIII.5.4", "BG-IX.1.2b",
    "BG-IX.1.3a", "BG-IX.1.4a", "BG-IX.1.4b", "BG-IX.2.1", "BG-XI.3.5a", "BG-XI.3.5b", "BG-R26", "BG-R27", "BG-R32",
    "BG-R33", "BG-R34", "BG-R35", "BG-R36", "BG-R38", "BG-R41", "BG-R43", "BG-R252",
)  # fmt: skip
@chart("action, case", [(action, case) for action, text in CASES.items() for case in split(text)])
def test_a_case_worked_by_hand(action: str, case: str) -> None:
    assert differing(action, case) == []
