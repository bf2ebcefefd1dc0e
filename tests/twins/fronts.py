"""Small battles of the four books full of things that one side hides, and the same battles with other things hidden.

`scenarios/*.yaml`: Ivo's side hides, Ada plays the other. What is hidden is called by words that stand nowhere else, so
that a twin is the same file with other words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from campaigns.battle import battles
from campaigns.campaign import campaign
from rules.book_and_gun.actions import battle as gun_battle
from rules.book_and_gun.actions import fire as gun_fire
from rules.five56mm.actions import battle as mm_battle
from rules.infantry_action.actions import command as ia_command
from rules.infantry_action.actions import movement as ia_movement
from rules.infantry_action.actions import support as ia_support
from rules.kernel.action import Action
from rules.red_actions.actions import segment as ra_segment
from rules.registry import rule_sets
from rules.seam.asking import Offer
from rules.seam.ruleset import AnyRuleSet
from rules.seam.viewing import PUBLIC, Viewer
from tests.bot.test_side_threads import allow
from tests.bot.world import World, said
from tests.campaigns.behind import act

DEADLINE, REMINDED = 6, 4
"""After how many hours a side that has not answered is answered for, and reminded."""
FOLDER = Path(__file__).with_name("scenarios")
Private = Callable[[Any, str], Iterator[Action]]


@dataclass(frozen=True)
class Front:
    """A battle of a book. `theirs`: Ada's side; `ours`: Ivo's, which hides. `doer`: Ada's own unit, and how commands
    name it; `typed`: the commands and options into which she types what she would find out."""

    book: str
    theirs: str
    ours: str
    doer: tuple[str, str]
    typed: tuple[tuple[str, str], ...]
    private: Private
    """What Ivo may do that the others hear nothing of."""
    others: Mapping[str, Mapping[str, str]]
    """For each kind of secret what stands in the twin's file in place of what."""
    before: int = 0
    """How often all that are asked do as a deadline would, before the battle is worth looking at."""
    hides: bool = True
    """Whether its book has troops that others do not know of."""
    shells: tuple[tuple[str, dict[str, str]], ...] = ()
    """What the umpire drops on a place where somebody hides: the action and its fields."""
    laid: tuple[tuple[str, dict[str, str]], ...] = ()
    """What Ivo lays unseen before the others look."""
    roles: str = ""
    """What the armies are, where it is not what their keys say."""

    @property
    def rules(self) -> AnyRuleSet:
        return rule_sets()[self.book]

    def scenario(self, kind: str = "") -> str:
        """The file; of a twin with another secret of that kind ("all": of every kind)."""
        text = (FOLDER / f"{self.file}.yaml").read_text()
        kinds = self.others if kind == "all" else [kind] if kind else []
        for here, there in (pair for each in kinds for pair in self.others[each].items()):
            assert here in text, f"{here!r} does not stand in the scenario"
            text = text.replace(here, there)
        return text

    @property
    def file(self) -> str:
        return self.book.replace("-", "_")

    @property
    def observers(self) -> tuple[Viewer, ...]:
        return Viewer(self.theirs), PUBLIC

    def swapped(self) -> Front:
        """The same battle, in which the first army defends and hides, and the second attacks."""
        return replace(self, theirs=self.ours, ours=self.theirs, roles="defender, attacker")

    def turned(self, others: Mapping[str, Mapping[str, str]], doer: str, private: Private) -> Front:
        """The same battle in which the other side hides."""
        return replace(
            self, theirs=self.ours, ours=self.theirs, others=others, doer=(self.doer[0], doer), private=private
        )


async def begin(made: World, front: Front, kind: str = "") -> None:
    """The battle begins, with the secret of that kind as the twin has it."""
    await made.gm.slash(made.channel, "campaign create", name="Far away", rules=front.book)
    await made.ada.slash(made.channel, "campaign join", side=front.theirs)
    await made.ivo.slash(made.channel, "campaign join", side=front.ours)
    allow(made)
    await campaign.change_settings(
        made.store, 1, made.gm.id, deadline_hours=DEADLINE, reminder_hours=DEADLINE - REMINDED
    )
    done = await made.gm.slash(made.channel, "scenario import", file=("own.yaml", front.scenario(kind).encode()))
    assert "Kept" in said(done), said(done)
    begun = await made.gm.slash(made.channel, "battle begin", scenario="twins", roles=front.roles)
    assert "othing has changed" not in said(begun), said(begun)
    for _ in range(front.before):
        for ask in (await battles.load(made.store, 1)).prompt.asks:
            who = made.ada if ask.side == front.theirs else made.ivo
            await act(made.store, 1, ask.default, who.id, side=ask.side)
    for verb, fields in front.laid:
        action = front.rules.battle.actions.load_python({"verb": verb, **fields})
        await act(made.store, 1, action, made.ivo.id, side=front.ours)
    await made.passes(seconds=5)


def ready(offers: tuple[Offer, ...]) -> Iterator[Action]:
    return (offer.filled() for offer in offers if not offer.needs)


def proposed(rules: AnyRuleSet, state: Any, side: str) -> Iterator[Action]:
    """Orders that stand."""
    ordering = rules.battle.ordering
    assert ordering is not None
    for unit in ("", *ordering.units(state, side)):
        yield from (one.action for one in ordering.proposals(state, side, unit))


def _book_and_gun(state: Any, side: str) -> Iterator[Action]:
    yield gun_battle.StandingAnswer(when_charged="stand", when_won="take")
    yield gun_battle.StandingAnswer(when_charged="evade", when_won="stay")
    yield gun_battle.StandingAnswer(when_charged="ask", when_won="ask")
    for unit in state.battle.units_of(side):
        yield gun_fire.OrderLosses(unit=unit.id, figures=tuple(man.id for man in unit.fit)[:2])


def _five56mm(state: Any, side: str) -> Iterator[Action]:
    for answer in ("no", "yes", "ask"):
        yield mm_battle.StandingAnswer(question="throw-back", answer=answer)
        yield mm_battle.StandingAnswer(question="cover", answer=answer)
        yield mm_battle.StandingAnswer(question="nails", answer=answer)


def _infantry_action(state: Any, side: str) -> Iterator[Action]:
    battle = state.battle
    for group in battle.groups_of(side):
        anchor = battle.anchor(group.id)
        yield ia_command.Instruct(unit=group.id, fire="hold")
        yield ia_command.Instruct(unit=group.id, fire="at will")
        if anchor is not None:
            x, y = anchor
            for dx, dy in ((12, 0), (-12, 0), (0, 9)):
                yield ia_movement.OrderGroup(unit=group.id, pace="crawl", to=f"{x + dx:.0f},{y + dy:.0f}")
            yield ia_movement.OrderGroup(unit=group.id, pace="halt", posture="prone")
        yield ia_support.CallSupport(unit=group.id, what="fire", at="30,30")


def _red_actions(state: Any, side: str) -> Iterator[Action]:
    yield ra_segment.StandingAnswer(question="charged", answer="stand")
    yield ra_segment.StandingAnswer(question="return-fire", answer="no")
    yield ra_segment.StandingAnswer(question="return-fire", answer="yes")
    yield ra_segment.StandingAnswer(question="ambush", answer="lie-low")
    yield ra_segment.StandingAnswer(question="charged", answer="ask")
    for unit in state.battle.of(side):
        for how in ("ask", "try", "off"):
            yield ra_segment.Watch(unit=unit.id, how=how)


BOOK_AND_GUN = Front(
    "book-and-gun",
    "army",
    "insurgents",
    ("unit", "Able squad"),
    (("fire", "target"), ("charge", "target"), ("spot", "target"), ("move", "to")),
    _book_and_gun,
    {
        "units": {
            "insurgent-cell-of-7, name: Qazwsx": "insurgent-village-cell-of-7, name: Second",
            "Edcrfv cell": "Rear cell",
            "Tgbyhn cell": "Left cell",
        },
        "reserves": {"Plokij cell, reserve: true, place: [24, 34]": "Old cell, reserve: true, place: [20, 34]"},
        "aims": {"Keep the wsxqaz hidden": "Burn the bridge by night", "The ujmikol is buried": "The gold is buried"},
        "briefings": {"Qazwsx is in the west": "Nobody is in the east"},
    },
    2,
    True,
    (("bombard", {"blast_of": "light mortar", "at": "9,27"}),),
)
FIVE56MM = Front(
    "five56mm",
    "black",
    "red",
    ("character", "f1"),
    (("fire", "target"), ("throw", "target"), ("engage", "target"), ("move", "to")),
    _five56mm,
    {
        "sheets": {
            "skills: [Nails]": "skills: [Lucky Bastard]",
            "gear: [patrol radio]": "gear: [patrol radio, first aid kit]",
        },
        "reserves": {"Plokij cousins": "Old uncles", "place: [25, 22]": "place: [4, 22]"},
        "aims": {"Keep the tgbyhn hidden": "Burn the bridge by night", "The ujmikol is buried": "The gold is buried"},
        "briefings": {"Qazwsx keeps the yard": "Nobody keeps the house"},
    },
    0,
    False,
    (("bombard", {"blast_of": "frag", "at": "4,22"}),),
)
INFANTRY_ACTION = Front(
    "infantry-action",
    "attacker",
    "defender",
    ("unit", "1 Section"),
    (("fire", "target"), ("join", "other"), ("fire", "at")),
    _infantry_action,
    {
        "units": {
            "Wsxqaz headquarters, place: [100, 320]": "Old headquarters, place: [140, 310]",
            "Edcrfv Gruppe": "Second Gruppe",
            "Tgbyhn gun, place: [300, 260]": "Left gun, place: [330, 290]",
        },
        "reserves": {"Plokij Gruppe, reserve: true, place: [300, 350]": "Old Gruppe, reserve: true, place: [40, 350]"},
        "off-board support": {
            "defender: 100": "defender: 150",
            "at: [40, 20], period: 9": "at: [300, 60], period: 11",
        },
        "registered targets": {
            "Ujmikol one: {side: defender, at: [200, 100]": "Own two: {side: defender, at: [90, 90]"
        },
        "mines": {"start: [220, 222], end: [300, 222]": "start: [240, 240], end: [280, 240]"},
        "devices": {"at: [130, 210], facing: 180, wire: [150, 210]": "at: [330, 215], facing: 180, wire: [350, 215]"},
        "aims": {"Keep the tgbyhn hidden": "Burn the bridge by night", "The ujmikol is buried": "The gold is buried"},
        "briefings": {"Qazwsx holds the dyke": "Nobody holds the road"},
    },
    0,
    True,
    (("bombard", {"at": "300,260"}),),
)
LANDING = INFANTRY_ACTION.turned(
    {
        "landings": {
            "Qazxsw section": "Second section",
            "period: 6, aim: [60, 60]": "period: 8, aim: [330, 80]",
        },
        "off-board support": {
            "attacker: 50": "attacker: 100",
            "at: [300, 300], period: 10": "at: [90, 310], period: 9",
        },
        "registered targets": {
            "Nhybgt one: {side: attacker, at: [200, 250]": "Own two: {side: attacker, at: [90, 290]"
        },
        "reserves": {"Vfrcde section, reserve: true, place: [250, 8]": "Late section, reserve: true, place: [90, 8]"},
        "aims": {"Take the zaqxsw": "Blow the sluice", "The mjunhy is in": "The charge is in"},
    },
    "Edcrfv Gruppe",
    _infantry_action,
)
RED_ACTIONS = Front(
    "red-actions",
    "attacker",
    "defender",
    ("unit", "First company"),
    (("fire", "target"), ("charge", "target"), ("fire", "place"), ("move", "path"), ("scout", "place")),
    _red_actions,
    {
        "units": {
            "Wsxqaz staff": "Second staff", "Qazwsx company": "Rear company", "Edcrfv company": "Left company",
            "[14, 13]": "[13, 15]",
        },
        "reserves": {
            "Ujmikol sotnia": "Tenth sotnia", "[24, 36]": "[30, 36]", "arrives: 6": "arrives: 7",
            "Plokij gun": "Old gun",
        },
        "aims": {"Keep the olikuj hidden": "Burn the bridge by night", "The ikmjun is buried": "The gold is buried"},
    },
    1,
    laid=(("place-dummy", {"place": "8,33"}),),
)  # fmt: skip
FRONTS = {
    "book_and_gun": BOOK_AND_GUN,
    "five56mm": FIVE56MM,
    "infantry_action": INFANTRY_ACTION,
    "landing": LANDING,
    "red_actions": RED_ACTIONS,
    "red_swapped": RED_ACTIONS.swapped(),
    "infantry_swapped": INFANTRY_ACTION.swapped(),
}
TWICE = ("landing", "red_swapped", "infantry_swapped")
"""Fronts of a book that another front has, too."""
