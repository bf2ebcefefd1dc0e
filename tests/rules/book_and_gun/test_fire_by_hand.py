"""Cases worked by hand from the page alone, program unseen: fire at what has armour or wings, guns.

A line is a case: facts | dice and cards | what the book gives | where it says so, or why. What begins with a bar, or
with four more blanks, goes on with the line before.
"""

from __future__ import annotations

import pytest

from tests.charts import chart

from .by_hand import differing, split

CASES = {
    "fire-vehicle": """
        weapon law, range 9, armour light, nationality nato, elite yes, crew 2 | d20:7 card:5C d6:4 d6:5 card:KH
          | to hit 7, number of dice 1, hits 1, vehicle immobilized, penetrations 1, occupants [crew 1 killed]
          | 4+2+1; 7>=5
        weapon law, range 9, armour light, nationality nato, elite yes, crew 2 | d20:4 card:5C
          | to hit 7, penetrations 0, vehicle immobilized | 4<5
        weapon law, range 9.1, armour light | d20:3 card:5S | to hit 3, hits 1, vehicle unharmed, penetrations 1
          | band
        weapon law, range 20.1, armour soft |  | refused out-of-range
        weapon heavy machinegun, range 14, armour soft | d20:20 | to hit 4, hits 0, number of dice 1 | R76
        weapon heavy machinegun, range 14.1, armour soft | d20:20 | to hit 3, hits 0, number of dice 1 | R76
        weapon heavy machinegun, range 18, armour soft | d20:20 | to hit 3, hits 0, number of dice 1 | R76
        weapon heavy machinegun, range 18.1, armour soft | d20:20 | to hit 2, hits 0, number of dice 1 | R76
        weapon heavy machinegun, range 20, armour soft | d20:20 | to hit 2, hits 0, number of dice 1 | R76
        weapon heavy machinegun, range 20.1, armour soft |  | refused out-of-range
        weapon heavy machinegun, range 14, armour light | d20:20 | to hit 3
        weapon medium machinegun, range 9, armour soft | d20:20 | to hit 3
        weapon medium machinegun, range 9.1, armour soft |  | refused out-of-range
        weapon light machinegun, range 3, armour soft |  | refused no-vehicle-row
        weapon assault rifle, range 3, armour soft |  | refused no-vehicle-row
        weapon latgm, range 60.1, armour soft |  | refused out-of-range
        weapon heavy cannon, range 180, armour heavy, nationality insurgents, armour extras [composite armour],
            target class IV
          | d20:20 d20:20 d20:20 d20:20 d20:2 d20:1 card:9H card:9D | hits 1, vehicle immobilized, penetrations 1
          | R72: 2-1-2=-1, natural 1 hits; class IV heart then 9
        weapon heavy cannon, range 61, armour soft,
            armour extras [spaced armour; reactive armour; composite armour],
            aids [citv; thermal sights; stabilized gun]
          | d20:20 d20:20 d20:20 d20:20 d20:20 d20:20 | to hit 7 | 7-3+3
        weapon maw, range 30, armour soft, infrared yes, good command yes | d20:20 d20:20 | to hit 6 | 6-1+1
        weapon maw, range 30, armour soft, crew 1 | d20:6 d20:1 card:5H d6:5
          | hits 2, vehicle destroyed, penetrations 0, occupants [] | R121 no second card
        weapon maw, range 30, armour soft, target class II | d20:6 d20:1 card:5D card:9C
          | hits 2, vehicle immobilized, penetrations 1
          | class II: diamonds wound, clubs nothing; only the 6 comes through
        weapon maw, range 30, armour soft | d20:2 d20:1 card:AS card:KC | hits 2, vehicle immobilized, penetrations 0
          | R91 aces by suit, class I club
        weapon maw, range 30, armour soft, target class III | d20:5 d20:20 card:4D card:JS | vehicle destroyed
          | class III D, J kills
        weapon maw, range 30, armour soft, target class III | d20:5 d20:20 card:4D card:10S | vehicle immobilized
          | class III 10 wounds
        weapon maw, range 30, armour soft, target class IV | d20:5 d20:20 card:4D | vehicle unharmed
          | class IV diamonds nothing
        weapon heavy machinegun, range 14, armour soft, crew 1, passengers 2
          | d20:2 card:5S d20:15 d20:15 d20:3 d20:9 card:9D
          | hits 1, penetrations 1, vehicle unharmed, occupants [passenger 2 killed]
          | R93 passengers only, tie rerolled
        weapon heavy machinegun, range 14, armour soft, crew 1, passengers 2 | d20:1 card:5S | hits 1, penetrations 0
          | 1 < 4-2
        weapon medium machinegun, range 9, armour soft, crew 2 | d20:3 card:5S d20:15 d20:14 card:9S
          | penetrations 1, occupants [] | crew if no passengers; class I spades nothing
        weapon law, range 9, armour soft, riders 2 | d20:1 card:5S d6:3 d6:5 card:7C
          | hits 1, penetrations 0, riders hurt [rider 1 wounded], jumped yes | R116
        weapon law, range 9, armour soft, riders 2 | d20:1 card:5S d6:3 d6:5 card:7S | riders hurt [], jumped no
          | spades
        weapon law, range 9, armour soft, riders 2 | d20:20 | hits 0, jumped no | no hit no riders
        weapon heavy machinegun, range 9, armour soft, riders 2 | d20:1 card:5S d20:3 d20:9 card:7C
          | hits 1, jumped yes | riders MG: highest
        weapon agl, range 12, armour soft, crew 1 | d20:4 card:5S d6:1 card:2D
          | penetrations 1, occupants [crew 1 killed] | AGL HEAT
        weapon law, range 5, armour soft, line of sight no |  | refused no-line-of-sight | VI.2.1b
        weapon heavy machinegun, mount vehicle, range 5, armour soft, house rule [vehicle-mg-dice=personnel-count]
          | d20:20 d20:20 d20:20 d20:20 d20:20 d20:20 | number of dice 6 | house rule
        weapon law, range 9, armour soft, nationality nato, house rule [national-efficiency=to-hit-literal] | d20:20
          | to hit 3 | literal NATO -2
        weapon law, range 14, armour heavy, nationality nato, elite yes | d20:1 | to hit none, hits 0
          | R72 N/A never, not on a 1
        weapon maw, range 30, armour soft, infrared yes, laser aiming yes | d20:20 d20:20 | to hit 6
          | R30 laser cancels goggles
        weapon maw, range 30, armour soft | d20:1 d20:1 card:5S card:6S | hits 2, out of ammunition yes
          | X.2.1 snake eyes
        weapon maw, range 30, armour soft | d20:1 d20:2 card:5S card:6S | hits 2, out of ammunition no | X.2.1
        weapon heavy machinegun, range 14, armour soft, crew 1, house rule [joker-casualty=redraw]
          | d20:2 card:5S card:BJ card:9D | occupants [crew 1 killed] | R04 redraw
        weapon heavy machinegun, range 14, armour soft, crew 1 | d20:2 card:5S card:BJ | occupants [] | R04
    """,
    "blast-vehicle": """
        armour soft | d20:3 card:9H | hit yes, vehicle immobilized
        armour light | d20:3 card:9D | hit yes, vehicle unharmed | hearts alone
        armour light | d20:3 card:AH | vehicle immobilized | an ace is no face card
        armour heavy | d20:2 card:AS | vehicle immobilized
        armour heavy | d20:2 card:KH | vehicle unharmed
        armour medium | d20:1 card:QD | vehicle immobilized | R94
        armour medium, crew 1 | d20:1 card:QH d6:4 card:9C | vehicle destroyed, occupants [crew 1 wounded] | R94
        armour medium | d20:1 card:AH | vehicle unharmed | R94
        armour soft, crew 1 | d20:1 card:QS d6:5 | vehicle destroyed, occupants []
        armour medium, house rule [artillery-medium=as-air-strike] | d20:1 card:5H | vehicle immobilized | house
        armour soft, designator yes | d20:4 card:9H | to hit 4, hit yes | designator
        armour soft, improved munitions yes | d20:5 d6:4 card:9D | to hit 5, hit yes, vehicle immobilized
          | ICM, air strike cards
        armour soft, improved munitions yes | d20:5 d6:5 | hit no | second roll
        armour heavy, improved munitions yes, designator yes | d20:5 d6:1 card:AC | to hit 5, vehicle destroyed
          | 2+2+1; heavy ace
        armour heavy, improved munitions yes | d20:4 d6:1 card:JC | vehicle immobilized | heavy face
        attack air strike, armour soft | d20:4 card:9D | vehicle immobilized | other red
        attack air strike, armour medium | d20:3 card:9D | vehicle unharmed | medium other hearts
        attack air strike, armour medium | d20:3 card:9H | vehicle immobilized | medium other hearts
        attack air strike, armour medium | d20:3 card:JC | vehicle destroyed | medium face
        attack air strike, armour heavy | d20:2 card:AC | vehicle destroyed
        attack air strike, armour heavy | d20:2 card:JC | vehicle immobilized
        attack air strike, armour heavy | d20:2 card:9H | vehicle unharmed
        attack air strike, armour soft, improved munitions yes |  | refused no-bomblets | R258
        attack light mortar, armour soft, improved munitions yes |  | refused no-bomblets | R258
        armour soft, observer sees no |  | refused nobody-observes-it
        armour soft, contact no |  | refused nobody-observes-it
        armour soft, house rule [joker-casualty=redraw] | d20:1 card:RJ card:KD | vehicle destroyed | R04 redraw
        armour soft | d20:1 card:RJ | vehicle unharmed | R04
    """,
    "device-vehicle": """
        device hand grenade, armour light |  | refused soft-only | soft alone
        device command detonated mine, armour light |  | refused soft-only | soft alone
        device land mine, armour light |  | refused soft-only | soft alone
        device booby trap, armour light |  | refused soft-only | soft alone
        device ied, armour heavy, target class III, crew 1 | d6:1 card:5D card:QS d6:4 card:9D
          | vehicle destroyed, occupants [crew 1 killed] | III
        device c4, armour heavy, target class II, crew 1 | d6:3 card:5D | vehicle immobilized | II
        device c4, armour heavy, target class II, house rule [d6-charts=equal-or-less] | d6:4 card:5H | hit yes
          | equal or less
    """,
    "vehicle-shots": """
        weapons 3, fired 1, out of arc 1, moved yes |  | shots 1, modifier 0
        weapons 3, state immobilized |  | shots 3
        weapons 3, state destroyed |  | refused destroyed | wreck
        weapons 3, fired 2, out of arc 2 |  | refused weapons | more than there are
        weapons 2, fired 2 |  | shots 0
    """,
    "vehicle-morale": """
        kind vehicle, check major |  | checks no, stopped by major yes | R134
        kind vehicle, check critical |  | checks no | R134
        kind vehicle, check pinned |  | checks no | R134
        kind aircraft, check major |  | checks no, stopped by major no | R134
        kind aircraft, check critical |  | checks no | R134
        kind gun crew, check major |  | checks yes, stopped by major yes | R134
        kind gun crew, check critical |  | checks yes | R134
        kind gun crew, check pinned |  | checks yes | R134
    """,
    "fire-aircraft": """
        weapon light sam, range 40, type helo, nationality nato | d20:20 d20:20 d20:20 | to hit 5 | nato +2
        weapon light sam, range 40, type helo, nationality third world, armoured yes, elite yes | d20:20 d20:20 d20:20
          | to hit 2 | third world -1, armoured -1, elite +1
        weapon light sam, range 40, type helo, good command yes | d20:20 d20:20 d20:20 | to hit 4 | joker 6
        weapon light sam, range 40, type fast jet, armoured yes |  | refused contradiction | jets have no armour mod
        weapon light sam, range 40, type helo, state landed |  | refused on-the-ground | landed is a vehicle
        weapon light sam, range 40, type prop, state hovering |  | refused always-moving | 10.2
        weapon light sam, range 40, type slow jet, state landed |  | refused always-moving | 10.3
        weapon light sam, range 40, type helo | d20:1 d20:20 d20:20 card:9D card:AS
          | aircraft destroyed, attack lost yes | class III
        weapon light sam, range 40, type helo | d20:1 d20:20 d20:20 card:9D card:10S
          | aircraft damaged, attack lost yes | class III
        weapon light sam, range 40, type helo, state hovering | d20:1 d20:20 d20:20 card:9D
          | aircraft damaged, attack lost yes | class II diamonds
        weapon light sam, range 40, type helo, state hovering | d20:1 d20:20 d20:20 card:9C
          | aircraft unharmed, attack lost no, hits 1 | class II clubs
        weapon light sam, range 40, type fast jet | d20:1 d20:20 d20:20 card:9D | aircraft unharmed
          | class IV diamonds
        weapon light sam, range 40, type fast jet | d20:1 d20:2 d20:20 card:9H card:KS | aircraft destroyed, hits 2
          | stops R121
        weapon modified rpg, range 30, type helo, state hovering | d20:20 d20:20 | to hit 4, number of dice 2 | R111
        weapon modified rpg, range 30.1, type helo, state hovering | d20:20 d20:20 | to hit 3, number of dice 2 | R111
        weapon modified rpg, range 40, type helo, state hovering | d20:20 d20:20 | to hit 3, number of dice 2 | R111
        weapon modified rpg, range 40.1, type helo, state hovering | d20:20 d20:20 | to hit 2, number of dice 2 | R111
        weapon modified rpg, range 60, type helo, state hovering | d20:20 d20:20 | to hit 2, number of dice 2 | R111
        weapon modified rpg, range 60.1, type helo, state hovering |  | refused out-of-range
        weapon modified rpg, range 10, type helo, state moving |  | refused must-hover
        weapon modified rpg, range 10, type helo, state hovering | d20:1 d20:20 card:3H | aircraft destroyed
          | class II
        weapon assault rifle, range 5, type helo, state hovering |  | refused no-aircraft-row
        weapon light cannon, range 5, type helo, state hovering |  | refused no-aircraft-row | artillery
        weapon light sam, range 40, type helo | d20:1 d20:1 d20:20 card:5S card:6S | hits 2, out of ammunition yes
          | X.2.1
        weapon light sam, range 40, type helo, infrared yes | d20:20 d20:20 d20:20 | to hit 2 | X.5.2a
    """,
    "attack-path": """
        type slow jet, shots [light sam 30] | d20:20 d20:20 d20:20 | aircraft unharmed, fired 1, attacks yes
        type slow jet, shots [light sam 30] | d20:1 d20:20 d20:20 card:3H card:5C | aircraft damaged, attacks no
        type slow jet, shots [] |  | fired 0, attacks yes
        type slow jet, shots [light sam 41] |  | fired 0, attacks yes | VIII.2.12b it cannot hit a jet there
        type helo, state landed, shots [light sam 30] |  | refused on-the-ground | landed
        type helo, shots [heavy machinegun 10; light sam 30] | d20:1 card:3H card:KC
          | aircraft destroyed, attacks no, fired 1 | destroyed by the first: nobody else need fire
        type helo, shots [light sam] |  | refused bad-shot | bad text
        type slow jet, shots [light sam 30], nationality nato | d20:5 d20:20 d20:20 card:3H card:KC
          | aircraft destroyed | slow jet 3 + nato 2
        type slow jet, shots [heavy machinegun 10; light sam 30] | d20:20 d20:20 d20:20 | fired 1, attacks yes
          | N/A keeps its fire, the other fires
    """,
    "aircraft-target": """
        type helo, weapon light sam |  | target class III, may fire yes
        type helo, state hovering, weapon modified rpg |  | target class II, may fire yes
        type helo, weapon modified rpg |  | target class III, may fire no
        type helo, state landed, weapon artillery |  | target class I, may fire yes, armour soft
        type helo, state landed, weapon heavy machinegun, armoured yes |  | target class I, may fire yes, armour light
        type helo, weapon artillery |  | may fire no
        type helo, weapon hand grenade |  | may fire no
        type helo, weapon assault rifle |  | may fire no
        type fast jet, weapon light sam |  | target class IV, may fire yes
        type fast jet, weapon heavy machinegun |  | target class IV, may fire no | N/A in all bands
        type helo, state landed, weapon light sam |  | may fire no | no row against vehicles
        type helo, state landed, weapon aa autocannon |  | may fire yes | as autocannon R266
        type helo, state landed, weapon heavy aa cannon |  | may fire yes | as guns of their bore R266
        type prop, state landed, weapon light sam |  | refused always-moving
        type slow jet, state hovering, weapon light sam |  | refused always-moving
        type helo, state landed, weapon assault rifle |  | may fire no | no row
        type slow jet, weapon light sam, armoured yes |  | refused contradiction | jets
    """,
    "gun-bands": """
        ranges [18; 36.1] |  | bands [short; long], allowed no
        ranges [10; 36] |  | bands [short; medium], allowed yes
        ranges [18.1; 52] |  | bands [medium; long], allowed yes
        ranges [50; 30; 10] |  | bands [long; medium; short], allowed no
        ranges [52.1] |  | refused out-of-range
        weapon heavy machinegun, ranges [27; 45.1] |  | bands [short; long], allowed no | bands of the HMG 27/45/60
    """,
    "may-fire": """
        crew 2, gunners 1 |  | allowed yes
        crew 1, gunners 1 |  | allowed no
        crew 4, gunners 0 |  | allowed no
        crew 4, prone 3 |  | allowed no
        crew 4, prone 2 |  | allowed yes
        weapon haw, crew 1, gunners 1 |  | allowed yes | R83 marker per missing man
        markers 1 |  | allowed no
        weapon medium cannon, moved yes |  | allowed no | 3.2
        weapon light cannon, moved yes |  | allowed yes | 3.2
        weapon haw, crew 2, gunners 2, moved yes |  | allowed yes | 3.2
        dismounted yes |  | allowed no | 2.3a
        thrown yes |  | allowed no | 0.2
        crew 2, gunners 3 |  | refused crew
        crew 2, gunners 2, prone 3 |  | refused crew
        weapon latgm, crew 1, gunners 1 |  | allowed yes | markers 0, one man short
    """,
    "canister": """
        figures 2 | d6:3 d6:4 card:AS | hits 1, killed 0, wounded 1
        figures 1 | d6:1 card:KH | killed 1
        figures 1, friends outside [6 0.5] | d6:1 d6:2 card:2H card:2C | killed 1, wounded 1 | friend
        figures 1, friends outside [4 0.5] | d6:1 card:2H | killed 1 | not past 4
        figures 1, friends outside [5 1] | d6:1 d6:5 card:2H | killed 1 | 1 inch is within
        figures 1, friends outside [5 1.1] | d6:1 card:2H | killed 1 | 1.1 is not
        figures 1, friends outside [9 1] | d6:1 d6:5 card:2H | killed 1 | far end
        figures 1, friends outside [six] |  | refused bad-distance | bad text
    """,
    "weapon-class": """
        kind gun, calibre 15 |  | weapon class light cannon
        kind gun, calibre 41 |  | weapon class light cannon
        kind gun, calibre 42 |  | weapon class medium cannon
        kind gun, calibre 100 |  | weapon class medium cannon
        kind gun, calibre 101 |  | weapon class heavy cannon
        kind gun, calibre 155 |  | weapon class heavy cannon
        kind recoilless rifle, calibre 57 |  | weapon class maw recoilless rifle
        kind recoilless rifle, calibre 90 |  | weapon class maw recoilless rifle
        kind recoilless rifle, calibre 91 |  | weapon class haw recoilless rifle
        kind recoilless rifle, calibre 120 |  | weapon class haw recoilless rifle
        kind anti-aircraft gun, calibre 15 |  | weapon class light aa cannon
        kind anti-aircraft gun, calibre 49 |  | weapon class light aa cannon
        kind anti-aircraft gun, calibre 50 |  | weapon class medium aa cannon
        kind anti-aircraft gun, calibre 90 |  | weapon class medium aa cannon
        kind anti-aircraft gun, calibre 91 |  | weapon class heavy aa cannon
        kind mortar, calibre 60 |  | weapon class light mortar | X.13.1
        kind mortar, calibre 61 |  | weapon class medium mortar | X.13.13
        kind mortar, calibre 90 |  | weapon class medium mortar
        kind mortar, calibre 91 |  | refused off-board | X.13.2
        kind anti-aircraft gun, calibre 130 |  | weapon class heavy aa cannon
        kind gun, calibre 14.5 |  | refused no-class
        kind gun, calibre 156 |  | refused off-board
        kind recoilless rifle, calibre 56 |  | refused no-class
        kind recoilless rifle, calibre 121 |  | refused no-class
        kind anti-aircraft gun, calibre 14 |  | refused no-class
        kind anti-aircraft gun, calibre 131 |  | refused no-class
        kind gun, calibre 20 |  | weapon class light cannon | 20 mm
    """,
}


@pytest.mark.rule(
    "BG-X.1.31b", "BG-X.2.1a", "BG-X.2.6b", "BG-X.2.8a", "BG-X.2.8c", "BG-X.4.22", "BG-X.5.2a", "BG-X.6.1",
    "BG-X.6.chart", "BG-X.7.221b", "BG-X.7.223a", "BG-X.7.23b", "BG-X.8.1a", "BG-X.8.1b", "BG-X.8.2", "BG-X.8.21",
    "BG-X.8.22", "BG-X.9.1", "BG-X.9.chart", "BG-X.10.5", "BG-X.11.1a", "BG-X.11.1b", "BG-X.12.chart", "BG-XIII.6.1",
    "BG-R04", "BG-R30", "BG-R71", "BG-R72", "BG-R76", "BG-R91", "BG-R92", "BG-R93", "BG-R94", "BG-R95", "BG-R96",
    "BG-R109", "BG-R110", "BG-R111", "BG-R115", "BG-R116", "BG-R121", "BG-R123", "BG-R134",
)  # fmt: skip
@chart("action, case", [(action, case) for action, text in CASES.items() for case in split(text)])
def test_a_case_worked_by_hand(action: str, case: str) -> None:
    assert differing(action, case) == []
