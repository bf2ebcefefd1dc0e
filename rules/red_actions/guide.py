"""How a battle of this book goes on, for those who play it by post."""

from __future__ import annotations

from rules.red_actions.actions.orders import GiveOrders
from rules.red_actions.actions.segment import StandingAnswer, Watch
from rules.red_actions.actions.setup import Ready
from rules.seam.viewing import Topic

GUIDE: tuple[Topic, ...] = (
    Topic(
        "segments",
        "Segments",
        (
            "Before the battle each side keeps one of the tokens drawn for every senior officer, and places its "
            "troops: openly, as numbered markers, or in ambush, where the enemy sees nothing of them. ",
            Ready,
            " leaves them where they are.\n"
            "Then units have their **segments** by turns, one action each: move (and fire first, if you like), "
            "charge, rally, take a house, dig … Small things go beside it: turning, scouting, an officer who joins or "
            "leaves.\n"
            "Units answer out of turn. Charged, you are asked once: stand, fire, counter-charge or flee. Under close "
            "fire a unit **returns fire**, under any fire it **evades**, and in hard cover it stays where it is, "
            "without asking; ",
            StandingAnswer,
            " has that otherwise, or has you asked. An ambush asks you when somebody comes within reach. For a "
            "**Clever** officer, ",
            Watch,
            " says whether you are asked before enemy actions.\n"
            "**Terror** markers take bases off what a unit counts as; more of them than bases, and it routs. Rally in "
            "time: it costs a segment and takes them all off, but never the *humiliated* ones. An army breaks when it "
            "has lost more points than its flight number; routing units count.\n"
            "Orders (",
            GiveOrders,
            ") play whole segments for you, so a turn need not wait for anybody.",
        ),
    ),
)
