"""How a battle of this book goes on, for those who play it by post."""

from __future__ import annotations

from rules.battle.orders.sealing import BreakSeal, SealOrders
from rules.infantry_action.actions.command import Instruct, SealAhead
from rules.infantry_action.actions.fire import Fire
from rules.infantry_action.actions.movement import OrderGroup, PlaceMan, SendRunner
from rules.seam.viewing import Topic

GUIDE: tuple[Topic, ...] = (
    Topic(
        "periods",
        "Periods",
        (
            "Both sides write in secret, then everything happens at once. In each period:\n"
            "1. **Orders**: where each group goes and at what pace (",
            OrderGroup,
            "). Nobody but your side reads them. Each man finds his own way and place: choose a formation (line, file, "
            "wedge, bunch, along a hedge), or send one man somewhere else (",
            PlaceMan,
            "). The preview shows where each will stand and who cannot follow.\n"
            "2. **Movement**, and looking out: both sides' orders are carried out, and it is said who has located "
            "whom.\n"
            "3. **Fire**, where somebody has been located: who fires at what (",
            Fire,
            "), in secret again.\n"
            "4. **Fire and reaction**: all fire counts at the same moment, then groups take their tests.\n"
            "The panel of orders proposes what fits: choose one unit, take a proposal, then ",
            SealOrders,
            ". The seal is posted, its contents only when both have sealed; until then ",
            BreakSeal,
            " takes it back. Of several players on a side each seals for his own groups. What is not written goes on: "
            "a group without a new order carries on with its last one, a group without a target fires as instructed. ",
            Instruct,
            " settles that for good: fire at will, hold or return fire, and whether you are asked for fire at all. So "
            "a period takes two answers a side, or one.\n"
            "One seal can be for several periods, until contact, or until a place is reached or something happens (",
            SealAhead,
            ", or the select beside *Send*): your groups carry on and fire as instructed, and you are asked again when "
            "something has happened to a group of either side.\n"
            "Orders reach a group by speech or radio; out of reach it carries on, as its panel says. One order sends "
            "a runner there (",
            SendRunner,
            "): he takes it the order given with him. Where the straight way is closed a group finds the bridge "
            "or the door by itself. A low **reaction** score "
            "forbids things (going nearer, standing up) until the next test; the group's panel says which.",
        ),
    ),
)
