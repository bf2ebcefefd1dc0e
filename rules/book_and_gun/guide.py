"""How vehicles, aircraft, horses, grenades and indirect fire are played in this book, for those who read the help."""

from __future__ import annotations

from rules.book_and_gun.actions.battle import StandingAnswer
from rules.book_and_gun.actions.devices import Detonate, LayDevice, SweepGround
from rules.book_and_gun.actions.explosives import Throw
from rules.book_and_gun.actions.fire import Fire
from rules.book_and_gun.actions.indirect import FireMission, FireMortar, RequestFire
from rules.book_and_gun.actions.movement import CarryWounded, ChargeEnemy, Move, Reform
from rules.book_and_gun.actions.vehicles import Dismount, MountVehicle
from rules.seam.viewing import Topic

GUIDE: tuple[Topic, ...] = (
    Topic(
        "vehicles",
        "Vehicles",
        (
            "A vehicle with its crew is a unit, and a platoon of them is one unit on one card.\n**Drive** with ",
            Move,
            ": to a place, backwards, or on the spot with a facing. Roads give more dice, rough ground and missing "
            "off-road gear take some; *Column to …* takes units right behind on the road "
            "along on one card; walls, houses and deep water stop it. A wagon drawn by horses stops before rough "
            "ground, too, and never backs up.\n"
            "**Fire** with ",
            Fire,
            ": one vehicle fires all its weapons on a card, each with a man to it. What cannot hurt the first target "
            "fires at the next. Fire at its unit is fire at the vehicle: the odds say how likely it is hit, "
            "stopped or destroyed. A hit may come through and find those inside; a wreck lets the rest out beside it. "
            "Machineguns, launchers, missiles and cannon can hurt vehicles, rifles cannot.\n"
            "**Get in** with ",
            MountVehicle,
            " if 1D6 reaches the hull, and **out** with ",
            Dismount,
            ", which may go on 1D6. Nobody does both in a turn, and a figure that does either holds fire. The enemy "
            "does not read who sits inside. Passengers may *get out and charge* with 2D6.\n"
            "**Left behind**, with none of its side in it or within 6 inches, a vehicle is lost. An enemy in contact "
            "takes it at the end of close combat. Get in to drive it. The army always can; others roll once, "
            "and on 3 to 6 they never can. Only vehicle crews fire its main weapon.",
        ),
    ),
    Topic(
        "boats",
        "Boats, swimming, snow",
        (
            "**Boats** (`us-inflatable`, `uk-patrol-boat`, `insurgent-boat`) go on deep water with ",
            Move,
            ": 3D6, patrol boats 5D6. They carry nine besides the crew, go under bridges and never back up. People get "
            "in and out with ",
            MountVehicle,
            " and ",
            Dismount,
            " while the boat lies within 1 inch of the shore or a wharf. They do so before it moves, and never both in "
            "a turn; the boat then goes half of its roll.\n"
            "**Amphibious vehicles** (BTR, LAV, M113, BMP, BV206) enter the water from its bank: *Swim to …* on the "
            "panel, or `swim: True`. They go 1D6 a turn and come out on the far bank; once in the water they swim on "
            "by themselves. Nobody gets in or out there. Lists of orders have *swim to*.\n"
            "**Over snow**, once the GM sets the ground to snow, a BV206 (`uk-bv206`) and a Ski Doo (`uk-ski-doo`) "
            "have their own dice. They lose the lowest one in rough ground. A Ski Doo goes nowhere without snow.",
        ),
    ),
    Topic(
        "aircraft",
        "Aircraft",
        (
            "Helicopters and fixed wings come with their crews, in the air. **Fly** with ",
            Move,
            ": as far as you like, over everything, no dice. A helicopter that stops (`flight: hover`) is easier to "
            "hit than one that flies on; a fixed wing always moves.\n"
            "**Land** (`flight: land`) where it hovered since its last move, first thing on its card. People then get "
            "out and in as with vehicles; on the ground it is one. `flight: touch down` lands, lets all out (`unload`) "
            "or takes a unit in (`load`), and takes off again, all on one card. Never both in a turn.\n"
            "**Attack** with ",
            Fire,
            " in the fire phase. Every able enemy weapon in range of its path that has not fired may fire first, once: "
            "missiles, anti-aircraft guns, autocannon in turrets, machineguns on tripods and mounts, and modified RPGs "
            "at what hovers. Hit so that it counts, the aircraft loses its attack: damaged it leaves, destroyed it is "
            "lost with all aboard.\n"
            "Nobody is asked who fires at it: ",
            StandingAnswer,
            " says *fire* (all who can), *shown* (those whom the enemy sees) or *hold*. The same weapons fire at "
            "aircraft on their own cards. Artillery, grenades and charges do not reach what flies.\n"
            "Lists of orders have *advance to*, *land at*, *set down at* and *pick up at*. Nobody flies a captured "
            "helicopter.",
        ),
    ),
    Topic(
        "guns",
        "Guns on wheels",
        (
            "A gun comes with its crew, four men or two, and stands on the map as a thing of its own. Whoever of your "
            "side is within an inch serves it, crewmen first; when its gunner falls the next takes over. The unit's "
            "page says who serves it and how long it reloads.\n**Fire** with ",
            Fire,
            ": two men on their feet, one of them of a gun crew. A light gun then reloads a turn, a medium one two, a "
            "heavy one four, and a turn more for each man missing. The crew fires nothing else in that turn. Only high "
            "hearts and diamonds harm it; a joker of artillery destroys the gun. With `canister: True` a cannon hits "
            "all within 8 inches before it on 1 to 3 of a D6 each. Friends are hit, too, even an inch beside that. "
            "A missile on a rail is guided from up to 6 inches off: leave the rail and go on.\n"
            "**Push** a light gun or recoilless rifle with ",
            Move,
            ": two men, two dice. If it fires in the same turn it reloads two turns. Heavier guns stay: go without "
            "them (`gun: leave`) or limber them. A new facing costs a heavier gun its fire.\n**Limber** with ",
            Reform,
            " (`gun: limber`, `towed_by`) to a vehicle within 6 inches, and set it up again with `gun: unlimber`: a "
            "full turn each, one more for each man missing. The vehicle pulls it along, never backwards, and loses a "
            "die off the road; a horse-drawn limber carries the gun's crew. Lists of orders have *limber*, *unlimber*, "
            "*tow to* for the vehicle, and *canister*.\nA gun that nobody is near falls to the "
            "enemy who stands at it.",
        ),
    ),
    Topic(
        "horses",
        "Horses",
        (
            "A cavalry troop or a mounted band comes on horseback, rides with ",
            Move,
            " on the chart's higher dice and charges as others do. Horses enter no house and cross no wall.\n"
            "**Off** with ",
            Dismount,
            ": a quarter of the men hold the horses, whom you may name, and the others may go on 1D6. Holders do not "
            "fire, and fight only when they are charged themselves or nobody else is left. They go where you send "
            "them, and the horses go along. **On** again with ",
            MountVehicle,
            " (leave `into` out) if 1D6 reaches the horses. Nobody charges or fires in a turn in which they do "
            "either.\n"
            "**Under fire** led horses are key figures. When one is hit, a die says whether the others stay; if not, "
            "they run straight away from the fire. Fetch them back by mounting.\n"
            "**Charged on foot**, horsemen may try to ride off, once a turn. Where that fails they stand disordered: "
            "half of them may fire, and all fight at a disadvantage. Standing answers count here, too.\n"
            "Horses without a holder fall to whoever stands beside them at the end of close combat. Only cavalry and "
            "elite troops ride what they have taken.",
        ),
    ),
    Topic(
        "bicycles",
        "Bicycles",
        (
            "Cyclists (`insurgent-cyclists`, `former-soviet-cyclists`, or `bicycle: true` in a scenario's kit) come "
            "riding: 3D6, and 4D6 in column on a road. **Off** with ",
            Dismount,
            ": they push with 2D6, or lay the bicycles down (`leave: True`). **On** again with ",
            MountVehicle,
            " if 1D6 reaches the bicycles. Nobody charges or fires in a turn in which they do either, nor while they "
            "ride.\n"
            "In rough ground they get off and push. Straight down a steep slope they go twice as far. Cyclists who "
            "charge, run or fall drop the bicycle, and the map shows where. Lists of orders have *mount* and "
            "*dismount*, for vehicles and horses, too.",
        ),
    ),
    Topic(
        "dogs",
        "Dogs",
        (
            "A dog team (`us-dog-team`, `uk-dog-team`, `israel-dog-team`) has handlers, each with a dog. Dogs are "
            "figures with names: they go with their unit, are hit as others are, and keep a record.\n"
            "**They find** every hidden enemy within 4 inches, through brush and walls; whom a dog has found may be "
            "fired at.\n"
            "**Send one** before its unit moves, with a button of the panel or ",
            ChargeEnemy,
            " with `dog`: at a figure up to 6 inches away with nothing closed between. It halts 2 inches away, where "
            "it may be fired at, and fights in the close combat phase: alone with +2, or with its handler as one "
            "figure with +3 (`with_handler: True`), who then suffers what it suffers. Then it comes back. Nobody's "
            "nerve is tested. The odds tell how likely it wins. A dog obeys its own handler alone, unhurt and within "
            "6 inches.\n"
            "In a unit's charge handler and dog fight as one, too. Dogs carry nobody, search nobody and guard nobody. "
            "Lists of orders have *send the dog*, which `least` makes wait for a good chance.",
        ),
    ),
    Topic(
        "hostages",
        "Hostages",
        (
            "The GM raises `hostages` or one `hostage` for the civilians, or a scenario has them. They have names, "
            "carry nothing, act for nobody, and nobody's nerve is theirs to lose.\n"
            "**Follow me**: whoever stands within 2 inches of one tells it so before moving, with a button of the "
            "panel or ",
            CarryWounded,
            " (`wounded` names the hostage). It then goes where that figure moves. While an enemy with a weapon "
            "stands within 2 inches of it, it does not follow you. The same command without `wounded` has it stay. "
            "It stays, too, when its leader charges, runs or falls.\n"
            "**Aboard**: it gets into a vehicle or helicopter with whoever leads it, on their die, takes a place, and "
            "gets out with them. If its leader is gone, tell it to follow from beside the hull.\n"
            "**In danger**, under fire or beside somebody under fire, it is moved by the side that did not put it "
            "there: `to` a place, 3D6, once a turn. Hostages whom nobody has told anything are the insurgents'.\n"
            "**Safe**: led by the army, a hostage in a *rescue zone* leaves the table when the turn is over. That is "
            "a place of the table of that kind or name. Without one, the army's own edge is safe, 2 inches deep. "
            "A vehicle that stands in the zone brings its hostages out, and an aircraft those whom it flies over the "
            "army's edge. Whoever led it has freed it in their record. Lists of orders have *lead "
            "hostages*, for those whom none of your units leads yet.",
        ),
    ),
    Topic(
        "grenades",
        "Grenades and smoke",
        (
            "A man throws instead of firing: on a fire card take *Throw* from the panel, or type ",
            Throw,
            ". At a unit the offer says how likely it hits and whom it endangers. On a place (`to: B2`) all under the "
            "template are rolled for, friends too.\n"
            "**Rifle grenades** are fired in the rifle's cone. **Flash bangs** hold all whom they catch, friends too, "
            "for this turn and the next two: they neither move nor fire. **Smoke** blocks sight as soon as it lies, "
            "drifts with the wind in the next turn and is gone in the one after. **Vehicles with dischargers** lay a "
            "half ring of it before them (`grenade: smoke dischargers`), once a battle, in either phase, without "
            "spending the card.\n"
            "The unit's page counts what is left; no counter comes back in a battle. Lists of orders have *throw*, "
            "*throw at*, *flash bang at*, *smoke at*, *smoke dischargers*, and *smoke ahead*: with whatever there is, "
            "across the way to the nearest enemy.",
        ),
    ),
    Topic(
        "explosives",
        "Mines, charges and traps",
        (
            "Engineers, and insurgents for what they improvise, carry them: see the unit's page. **Lay** (",
            LayDevice,
            ") on the unit's card before it moves: the man stays, the others may go, the enemy reads nothing. C4, "
            "improvised devices and booby traps take two movement phases. Your map and pages show what you have laid.\n"
            "**Mines, traps and stakes** go off in mid-move under whoever comes upon them: those hit stay there, the "
            "others go on. Your own men step over what they know of, but not when they run.\n"
            "**Claymores, C4, improvised devices, shaped charges**: ",
            Detonate,
            " on a card of your colour in the movement or the fire phase, in clear view, a claymore within its 10 "
            "inches of wire. Whoever stays with it is killed. A shaped charge opens a door or wall, also by `fuse`.\n"
            "**Look for mines** with a detector (",
            SweepGround,
            "): on 1D20 it is defused, stays unsure, or attacks the operator. **Suicide bombers** use the same command "
            "as charges, with `to` at the end of a move. They come right up to the enemy, as "
            "does a crowd without weapons, in which one may hide. Lists of orders have *plant*, *breach*, *sweep* and "
            "*detonate*, which `within` makes wait for an enemy.",
        ),
    ),
    Topic(
        "indirect",
        "Mortars and fire from off the board",
        (
            "A **mortar** fires one round on a fire card of its own, at a place that its unit or an observer sees (",
            FireMortar,
            "). The observer is a leader within 6 inches, or talks with the crew over a wire or a radio net. A round "
            "goes astray by the dice; at the same place again it is corrected. It can hit all beneath, friends too. A "
            "mortar does not fire in a turn in which its unit moved. With `smoke: True` mortars, artillery and heavy "
            "mortars fire smoke, which hurts nobody and hides as a grenade's does, wider and up to three turns.\n"
            "**From off the board**: observers bring so many missions. In the movement phase ask for one (",
            RequestFire,
            "): the message may not get through. In the fire phase of the same turn it falls where the caller sees (",
            FireMission,
            "). A message that you do not use lapses, and you keep the mission.\n"
            "**Vehicles** beneath mortars, shells and bombs are rolled for one by one: the odds say how likely each is "
            "stopped or destroyed. With `bomblets: True` artillery fires improved munitions against them; a laser that "
            "the round rides helps, too.\n"
            "**Radios**: personal sets reach their own squad, squad sets the leaders, platoon sets other operators; "
            "walkie-talkies reach their side. Lists of orders have *mortar at*, *request fire* and *mission at*. "
            "*Strike at the best odds* uses whatever hurts most.",
        ),
    ),
)
"""BG-VIII.2.3, BG-VIII.2.10b, BG-VIII.2.11, BG-VIII.2.12b, BG-VIII.2.14a, BG-VIII.2.51, BG-VIII.2.131, BG-VIII.3.1b,
BG-VIII.3.3, BG-VIII.4.21a, BG-VIII.5.21, BG-VIII.5.3a, BG-XI.3.5b, BG-X.1.1,
BG-X.6.1, BG-X.9.1, BG-X.12.1a, BG-X.12.2, BG-X.12.31, BG-X.12.62b, BG-X.13.1a, BG-X.13.21, BG-X.14.3a, BG-X.14.3b,
BG-X.14.3c, BG-X.14.5, BG-XIII.3.2b, BG-XIII.4.2, BG-XIII.5.1, BG-XIII.7.1a, BG-XIII.7.1b, BG-R115, BG-R123, BG-R222,
BG-R228, BG-R230, BG-R231, BG-R235, BG-R261, BG-R262, BG-R263, BG-R264, BG-R269."""
