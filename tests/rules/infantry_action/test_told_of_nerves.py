"""What each side is told of tanks under fire, of nerves and of prisoners: never more than it may know."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.infantry_action.book.kinds import Pace, Posture
from rules.infantry_action.events import CODEC
from rules.infantry_action.events.armour import (
    AfvAttacked,
    AfvKnockedOut,
    AfvTested,
    AttackThrown,
    TankShot,
    TankShotLost,
)
from rules.infantry_action.events.fire import ManDie, MenDiced
from rules.infantry_action.events.movement import ManLost, ManMoved, Moved
from rules.infantry_action.events.orders import FirePlanned
from rules.infantry_action.events.reaction import (
    EscortNamed,
    FlameSeen,
    GroupSurrendered,
    GroupTested,
    ManSurrenderDie,
    PrisonersFreed,
    PrisonersWalked,
)
from rules.infantry_action.figures import Doing, Life
from rules.infantry_action.groups import Bound, FirePlan, Group
from rules.infantry_action.state import ATTACKER, DEFENDER, State
from rules.infantry_action.tell import tell
from rules.kernel.event import Event
from rules.kernel.facts import Item, Itemised
from rules.seam.viewing import Viewer
from rules.telling.gathering import gather
from rules.telling.headline import headline
from rules.telling.told import Told
from tests.rules.infantry_action.field import field, located, section, vehicle

OURS, THEIRS, UMPIRE = Viewer(side=ATTACKER), Viewer(side=DEFENDER), Viewer(umpire=True)


def table() -> State:
    """Red has located neither Able nor its bazooka; Able has located the tank."""
    state = field(
        section("able", ATTACKER, at=(100, 50)), section("red", DEFENDER, at=(100, 150)), vehicle("tank", DEFENDER)
    )
    return located(located(state, "able", "tank"), "able", "red")


def told(event: Event, viewer: Viewer) -> str:
    found: Told | None = tell(table(), event, viewer)
    return "" if found is None else " ".join((found.headline, *found.lines, *found.details))


SHOT = TankShot(
    vehicle="tank", by="able1", group="able", weapon="one-man anti-tank weapon", at=(100.0, 50.0), metres=90.0,
    points=Itemised((Item(4, "one-man anti-tank weapon"),)), die=4, knocked_out=True,
)  # fmt: skip
SCORE = Itemised((Item(7, "two dice"), Item(-9, "each anti-tank point against it")))
TESTED = AfvTested(
    vehicle="tank", group="tank", dice=(3, 4), score=SCORE, result="must retire, may reverse firing", at_end=False,
    for_end=True,
)  # fmt: skip
NERVES = GroupTested(
    group="red",
    dice=(1, 2, 3),
    factors=Itemised((Item(-4, "figure lost in the battle (× 4)"),)),
    score=2,
    bound=Bound(2, leader="red1", leader_score=11),
    leader_dice=(3, 3, 3),
    leader_factors=Itemised((Item(2, "corporal"),)),
)
GIVEN_UP = GroupSurrendered(
    group="red",
    to="able",
    dice=(ManSurrenderDie("red1", 2, True), ManSurrenderDie("red2", 6, False)),
    prisoners=Group("pow", "Prisoners of Red", DEFENDER, "prisoners"),
)


def test_the_crew_learns_that_it_was_hit_and_not_by_whom():
    assert told(SHOT, OURS).startswith("Able fires at Tank: knocked out")
    assert "90 m" in told(SHOT, OURS)
    assert told(SHOT, THEIRS) == "An unseen enemy fires at Tank: knocked out 8, 8 knocks out"


def test_whoever_falls_leads_and_who_fires_is_named_where_it_is_known():
    diced = MenDiced(target="red", dice=(ManDie("red1", 1, 1),), casualties=("red1",), by=("able",))
    assert told(diced, OURS).startswith("Corporal Man red1 of Red falls in the fire of Able")
    assert told(diced, THEIRS).startswith("Corporal Man red1 of Red falls in the fire of an unseen enemy")
    assert told(replace(diced, by=()), OURS).startswith("Corporal Man red1 of Red falls ")
    both = replace(diced, dice=(ManDie("red1", 1, 1), ManDie("red2", 1, 1)), casualties=("red1", "red2"))
    assert told(both, OURS).startswith("Red loses 2 men in the fire of Able")
    assert told(replace(diced, casualties=()), OURS).startswith("Able fires at Red: nobody falls")
    assert told(replace(diced, casualties=(), by=()), OURS).startswith("The fire on Red: nobody falls")


def test_men_lost_one_after_the_other_out_of_a_panic_are_one_line():
    lost = [ManLost(figure=f"red{man}", life=Life.LOST, cause="panic") for man in (2, 3)]
    for viewer in (OURS, THEIRS):
        (one,) = gather(found for event in lost if (found := tell(table(), event, viewer)) is not None)
        assert one.headline == "Panic in Red: 2 lost"
        assert headline([one]) == ""  # it says itself


def test_the_sum_of_an_afvs_nerves_is_for_its_own_side():
    assert told(TESTED, OURS) == "Tank: must draw back; it may fire as it reverses (now and next period)"
    assert "−9 each anti-tank point" in told(TESTED, THEIRS)


def test_how_a_group_bears_itself_is_to_be_seen_and_why_is_not():
    assert told(NERVES, OURS) == "Red will not go forward"
    own = told(NERVES, THEIRS)
    assert "1 + 2 + 3 on the dice, −4 figure lost in the battle (× 4): 2" in own
    assert "Corporal Man red1 himself: no restrictions." in own


@pytest.mark.parametrize(
    ("why", "ours", "theirs"),
    [
        ("", "Red walks south", "Red walks to C4 (100,150) 10 m"),
        ("retire", "Red falls back south", "Red falls back to C4 (100,150) 10 m"),
        ("panic", "Red runs in panic south", "Red runs in panic to C4 (100,150) 10 m"),
        ("reaction", "Red walks south", "Red walks to C4 (100,150) 10 m"),
    ],
)
def test_a_move_is_told_by_its_pace_or_by_the_nerves_that_made_it(why, ours, theirs):
    """It came from 10 m north to where it stands. The enemy sees which way it went and not how far."""
    went = Doing(Pace.WALK, ((100.0, 160.0), (100.0, 150.0)), 10.0)
    moved = Moved(group="red", men=(ManMoved("red1", (100.0, 150.0), 180.0, Posture.ERECT, went),), why=why)
    assert told(moved, OURS) == ours
    assert told(moved, THEIRS) == theirs


def test_captors_are_told_to_name_an_escort_and_learn_no_names():
    assert told(GIVEN_UP, OURS).startswith("1 of Red surrenders to Able Able must name an escort in its next order")
    assert "Man red1" not in told(GIVEN_UP, OURS)
    assert "Man red1" in told(GIVEN_UP, THEIRS)


def test_every_event_of_the_chapter_is_told_to_the_umpire_and_can_be_written_down():
    events: tuple[Event, ...] = (
        SHOT, TESTED, NERVES, GIVEN_UP,
        TankShotLost(vehicle="tank", by="able1", group="able", weapon="rifle", why="gone"),
        AfvAttacked(vehicle="tank", groups=("able",), dice=(AttackThrown("able1", "flame", 3),), knocked_out=False),
        AfvKnockedOut(vehicle="tank", at=(100.0, 50.0), facing=0.0, doing=Doing(), die=2, burning=True),
        FlameSeen(side=DEFENDER, groups=("red",)),
        EscortNamed(group="red", escort="able1"),
        PrisonersWalked(group="red", off=True),
        PrisonersFreed(group="red", name="Men back from Red", why="unguarded"),
    )  # fmt: skip
    for event in events:
        assert CODEC.load(CODEC.dump(event)) == event
        assert told(event, UMPIRE)


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ("hold", "Able holds fire"),
        ("fire", "Able: fire at Red, 2 weapons"),
        ("grenade", "Able: grenade at Red, 2 weapons"),
    ],
)
def test_what_a_group_is_to_fire_is_told_to_its_side(how: str, words: str) -> None:
    state = field(section("able", ATTACKER), section("red", DEFENDER, at=(100, 200)))
    plans = tuple(FirePlan(man, how, "red") for man in ("able1", "able2"))
    told = tell(located(state, "able", "red"), FirePlanned(side=ATTACKER, group="able", plans=plans), OURS)
    assert told is not None
    assert told.headline == words
