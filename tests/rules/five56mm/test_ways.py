"""What stops a body and what an arm reaches, in battles on a board: walls, houses, vehicles, wrecks."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import LineString, Point
from shapely.ops import unary_union

from rules.five56mm import RULES
from rules.five56mm.actions.fire import Throw
from rules.five56mm.actions.foot import Carry, Engage, FirstAid, Hide, Move
from rules.five56mm.actions.vehicles import BoardVehicle, Drive, FastRope, Leave, Pilot
from rules.five56mm.book.injury import Level
from rules.five56mm.book.vehicle_damage import Damage
from rules.five56mm.decide import decide
from rules.five56mm.events.foot import Moved
from rules.five56mm.events.vehicles import Collided, RunAt, Travelled
from rules.five56mm.play.ground.field import vehicle_token
from rules.five56mm.state import BLACK, RED, State
from rules.kernel.action import Action, Actor
from rules.kernel.chance import Seeded
from rules.kernel.violation import RuleViolation
from rules.seam.forces import Muster
from rules.table.board import Board, Feature, Opening, Token
from rules.table.footprint import area, footprint
from rules.table.measure import between
from tests.examples import examples
from tests.rules.five56mm.skirmish import Skirmish, aboard, man, one, truck
from tests.rules.five56mm.test_random_battles import Battle


def board(*features: Feature) -> Board:
    return Board(60, 40, features=features)


def wall(height: float, y: float = 20.0) -> Feature:
    """From edge to edge, its near face 0.15 south of its line."""
    return Feature("wall", ((0, y), (60, y)), height=height, width=0.3)


def house(*openings: Opening) -> Feature:
    return Feature("building", ((26, 20), (34, 20), (34, 28), (26, 28)), "The house", height=2.5, openings=openings)


DOOR = Opening("door", (29.4, 20.0), (30.6, 20.0))


def refused(battle: Skirmish, action: Action) -> str:
    with pytest.raises(RuleViolation) as caught:
        battle.do(action)
    return caught.value.code


def at_his_card(*features: Feature, at: tuple[float, float] = (30, 18.5), movement: int = 0) -> Skirmish:
    battle = Skirmish(man("Alpha", BLACK, at, movement=movement), man("Red", RED, (5, 38)), board=board(*features))
    battle.card("alpha")
    return battle


# ── Hide ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-4.2.2", "MM-R62", "MM-R200")
def test_nobody_creeps_over_a_wall_of_four_inches_nor_through_that_of_a_house() -> None:
    assert refused(at_his_card(wall(4.0)), Hide(to="30,21.5")) == "too-high"
    shut = at_his_card(house(DOOR), at=(25, 24))
    assert refused(shut, Hide(to="28,24")) == "too-high"
    through = at_his_card(house(DOOR))
    assert one(through.do(Hide(to="30,21.5"), "5"), Moved).to == (30, 21.5)


@pytest.mark.rule("MM-4.2.2", "MM-4.2.3", "MM-R200")
def test_whoever_creeps_into_dense_rubble_needs_its_number() -> None:
    """TN 6, not the 3 of the even ground under his feet: a 5 and Movement 0 leave him where he is, a 6 gives 1 in."""
    ruin = Feature("dense rubble", ((28, 19), (32, 19), (32, 24), (28, 24)))
    battle = at_his_card(ruin)
    moved = one(battle.do(Hide(to="30,22"), "5"), Moved)
    assert (moved.roll and moved.roll.number.value, moved.to) == (6, (30, 18.5))
    assert one(at_his_card(ruin).do(Hide(to="30,22"), "6"), Moved).to == (30, 19.5)


@pytest.mark.rule("MM-4.2.3", "MM-6.1.2", "MM-R200")
def test_a_wall_takes_its_height_of_the_inches_that_a_hide_allows() -> None:
    """TN 6 for the obstacle; Movement 3 and a 5 are 8: 3 in. 1.35 in to the wall and 1 for it leave 0.65 beyond its
    near face, 2 in of way. With a 3 the roll gives 1 in, and he stays before it."""
    far = one(at_his_card(wall(1.0), movement=3).do(Hide(to="30,22"), "5"), Moved)
    assert far.to == (30, pytest.approx(20.5, abs=0.01))
    assert one(at_his_card(wall(1.0), movement=3).do(Hide(to="30,22"), "3"), Moved).to == (30, 19.5)


# ── On foot ───────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-R202")
def test_nobody_walks_through_a_wreck_or_a_vehicle() -> None:
    for damage in ((), (Damage.DESTROYED,)):
        car = replace(truck(side=RED), damage=damage)
        battle = Skirmish(man("Alpha", BLACK, (30, 17)), man("Red", RED, (5, 38)), vehicles=[car])
        battle.card("alpha")
        assert refused(battle, Move(to="30,20")) == "way-closed"
        assert refused(battle, Move(to="30,23")) == "way-closed"
        assert one(battle.do(Move(to="31.5,17; 31.5,19")), Moved).to == (31.5, 19)


@pytest.mark.rule("MM-R201")
def test_nobody_comes_to_stand_in_a_wall() -> None:
    """Over 1 in of height with a 6 (+2 and more: full pace): 2.85 in to the near face, 1 in for it, and 0.15 in of the
    4 are left, which end in the wall of 0.3: he stays before it."""
    battle = at_his_card(wall(1.0), at=(30, 17))
    x, y = one(battle.do(Move(to="30,22"), "6"), Moved).to or (0, 0)
    assert x == 30
    assert 19.7 < y <= 19.85


@pytest.mark.rule("MM-R201")
def test_a_corner_of_a_way_on_a_wall_is_no_way_through() -> None:
    assert refused(at_his_card(wall(4.0)), Move(to="30,20; 30,21.5")) in ("way-closed", "too-high")


# ── Vehicles ──────────────────────────────────────────────────────────────────────────────────────────────────────


def driven(*features: Feature, people=(), vehicles=(), at=(30, 8)) -> Skirmish:
    car = truck(at=at)
    battle = Skirmish(
        aboard(man("Driver", BLACK, movement=0), car, "driver"), man("Red", RED, (5, 38)), *people,
        vehicles=[car, *vehicles], board=board(*features),
    )  # fmt: skip
    battle.card("driver")
    return battle


@pytest.mark.rule("MM-4.6.3", "MM-R202")
@pytest.mark.parametrize(("gap", "through"), [(0.6, False), (2.4, True)])
def test_a_vehicle_needs_a_gap_as_wide_as_itself(gap: float, through: bool) -> None:
    west = Feature("wall", ((0, 14), (30 - gap / 2, 14)), height=1.0, width=0.3)
    east = Feature("wall", ((30 + gap / 2, 14), (60, 14)), height=1.0, width=0.3)
    battle = driven(west, east)
    if through:
        battle.do(Drive(to="30,20"))
        assert battle.state.vehicle("truck").at == (30, 20)
    else:
        assert refused(battle, Drive(to="30,20")) == "no-way-for-wheels"


@pytest.mark.rule("MM-12.2.3", "MM-R86", "MM-R202")
def test_a_ramming_vehicle_stops_at_the_other_and_a_clipped_one_is_struck() -> None:
    """The wreck lies across the way, its near side at 17; the nose is 2 in ahead of the middle: 15. The other stands
    1.6 in aside, its side 0.4 in deep in the way, its rear at 16: 14. Below 10 in D6 each."""
    wreck = replace(truck("Wreck", RED, (30, 18), facing=90.0), damage=(Damage.DESTROYED,))
    for other, stop, dice in ((wreck, 15.0, "1,6"), (truck("Jeep", RED, (31.6, 18), "jeep"), 14.0, "1,6,1,6")):
        battle = driven(vehicles=[other])
        events = battle.do(Drive(to="30,19"), dice)
        at = battle.state.vehicle("truck").at
        assert one(events, Collided).other == other.id
        assert at is not None
        assert at[1] == pytest.approx(stop, abs=0.02)


@pytest.mark.rule("MM-12.2.1", "MM-R203")
def test_whoever_dodges_a_vehicle_stands_beside_its_path() -> None:
    """He stands where it stops. The driver's die 1, Morale 0 and Manoeuvre against his 6: clear."""
    battle = driven(people=[man("Bystander", RED, (30.3, 18))])
    events = battle.do(Drive(to="30,18"), "1,6")
    assert one(events, RunAt).dodge.roll.passed
    at = battle["bystander"].at
    assert at is not None
    assert abs(at[0] - 30) >= 1.5 - 1e-6


@pytest.mark.rule("MM-12.2.1", "MM-R203")
def test_a_clipped_base_is_run_at() -> None:
    """Its middle is 1.4 in from the way's, its base of half an inch 0.1 in within the 1 in of the vehicle."""
    battle = driven(people=[man("Bystander", RED, (31.4, 14)), man("Watcher", RED, (31.6, 14))])
    assert one(battle.do(Drive(to="30,19"), "1,6"), RunAt).character == "bystander"


# ── Reach ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-3.7.1", "MM-3.5.1", "MM-R35", "MM-R204")
def test_nobody_is_engaged_or_treated_through_a_wall() -> None:
    for height, lawful in ((1.6, False), (1.0, True)):
        high = wall(height)
        battle = Skirmish(
            man("Alpha", BLACK, (30, 19.6)),
            man("Hurt", BLACK, (29.8, 20.4), wounds=[Level.SERIOUS]),
            man("Red", RED, (30, 20.4)),
            board=board(high),
        )
        battle.card("alpha")
        if lawful:
            battle.do(FirstAid(patient="hurt"), "6,3")
        else:
            assert refused(battle, Engage(target="red")) == "not-in-reach"
            assert refused(battle, FirstAid(patient="hurt")) == "not-adjacent"


@pytest.mark.rule("MM-3.2.18", "MM-R204")
@pytest.mark.parametrize("height", [2.0, 0.8])
def test_nobody_throws_back_a_grenade_that_lies_behind_a_wall(height: float) -> None:
    """0.8 in from him: over a garden wall he is asked, else it explodes."""
    wall = Feature("wall", ((20, 19.7), (40, 19.7)), height=height, width=0.1)
    thrower = man("Alpha", BLACK, (30, 14), "frag", strength=3)
    battle = Skirmish(thrower, man("Red", RED, (30, 20.2)), man("Guard", RED, (55, 38)), board=Board(60, 40, (wall,)))
    battle.card("alpha")
    battle.do(Throw(at="30,19.4"), "6" if height < 1 else "6,1,6")
    battle.run()
    assert (battle.state.question is not None) is (height < 1)
    assert (battle.state.grenade is not None) is (height < 1)


@pytest.mark.rule("MM-3.7.1", "MM-R204")
def test_a_house_without_given_openings_is_no_glass() -> None:
    battle = Skirmish(man("Alpha", BLACK, (30, 19.6)), man("Red", RED, (30, 20.4)), board=board(house()))
    battle.card("alpha")
    assert refused(battle, Engage(target="red")) == "not-in-reach"


@pytest.mark.rule("MM-12.1.1", "MM-R204")
def test_a_vehicle_behind_a_wall_is_not_boarded() -> None:
    car = truck(at=(30, 22.4))
    battle = Skirmish(man("Alpha", BLACK, (30, 19.6)), man("Red", RED, (5, 38)), vehicles=[car], board=board(wall(4.0)))
    battle.card("alpha")
    assert refused(battle, BoardVehicle(vehicle="truck")) in ("too-high", "way-closed", "cannot-board")


@pytest.mark.rule("MM-12.1.2", "MM-R201")
def test_people_leave_a_vehicle_on_its_own_side_of_the_wall() -> None:
    """Its nose is 0.2 in south of a house whose door is 3 in to the west: nobody gets out into the house."""
    car = truck(at=(33, 17.8))
    people = (aboard(man("Alpha", BLACK), car), man("Red", RED, (5, 38)))
    battle = Skirmish(*people, vehicles=[car], board=board(house(DOOR)))
    battle.card("alpha")
    assert refused(battle, Leave(to="33,24")) == "too-high"
    battle.do(Leave())
    at = battle["alpha"].at
    assert at is not None
    assert at[1] < 20 - 0.49


@pytest.mark.rule("MM-4.5.3", "MM-R51", "MM-R201")
def test_a_carried_man_is_not_set_down_behind_a_wall() -> None:
    """They come to (31.4, 24); 0.9 in to the east lies the wall at 31.9 to 32.1."""
    side = Feature("wall", ((32, 10), (32, 35)), height=3.0, width=0.2)
    battle = Skirmish(
        man("Alpha", BLACK, (31.4, 21)),
        man("Hurt", BLACK, (30.6, 21), wounds=[Level.CRITICAL]),
        man("Red", RED, (5, 38)),
        board=board(side),
    )
    battle.card("alpha")
    battle.do(Carry(patient="hurt", to="31.4,24"), "6")
    assert battle["alpha"].at == (31.4, 24)
    at = battle["hurt"].at
    assert at is not None
    assert at[0] < 31.5
    assert between(at, (31.4, 24)) <= 1.0


@pytest.mark.rule("MM-4.81.1", "MM-R201")
def test_a_rope_ends_outside_the_house() -> None:
    """The helicopter hovers 1 in south of it; a 6 brings him 3 in away, towards the house."""
    hawk = truck("Hawk", BLACK, (30, 19), "black-hawk", flying=True, hover=0)
    crew = (aboard(man("Pilot", BLACK), hawk, "pilot"), aboard(man("Ranger", BLACK), hawk))
    battle = Skirmish(*crew, man("Red", RED, (5, 38)), vehicles=[hawk], board=board(house(DOOR)))
    battle.card("ranger")
    battle.do(FastRope(to="34,23"), "6")
    at = battle["ranger"].at
    assert at is not None
    assert at[1] < 20


# ── Nothing goes through what is closed ───────────────────────────────────────────────────────────────────────────


class Crowded(Battle):
    """A random battle on a random board: high walls, houses with a door or none, and low walls, in everybody's way."""

    def call(self) -> Muster:
        return replace(super().call(), board=random_board(self.pick))

    def happen(self, action: Action, by: Actor) -> None:
        before, number = self.state, len(self.events)
        super().happen(action, by)
        state = before
        for event in self.events[number:]:
            aloft = isinstance(event, Travelled) and state.vehicle(event.vehicle).helicopter
            if isinstance(event, Moved | Travelled) and event.route and state.board is not None and not aloft:
                goes_through_nothing(state, event.route, 1.9 if isinstance(event, Travelled) else 0.0)
                ends_in_nothing(state, event)
            state = RULES.battle.evolve(state, event)


def random_board(pick: random.Random) -> Board:
    features: list[Feature] = []
    for _ in range(pick.randint(2, 5)):
        x, y, height = pick.uniform(3, 27), pick.uniform(5, 19), pick.choice((0.6, 1.0, 1.6, 4.0))
        dx, dy = pick.choice(((5, 0), (0, 5), (3, 3)))
        features.append(Feature("high wall", ((x, y), (x + dx, y + dy)), height=height, width=0.3))
    for _ in range(pick.randint(1, 2)):
        x, y = round(pick.uniform(3, 24)), round(pick.uniform(5, 17))
        door = (Opening("door", (x + 1.0, y), (x + 2.2, y)),) if pick.random() < 0.7 else ()
        corners = ((x, y), (x + 4, y), (x + 4, y + 4), (x, y + 4))
        features.append(Feature("building", corners, height=2.5, openings=door))
    return Board(30, 24, features=tuple(features))


def goes_through_nothing(state: State, route: tuple[tuple[float, float], ...], wide: float) -> None:
    """Held against the plain shapes of what nobody climbs and nothing drives over."""
    assert state.board is not None
    if len(route) < 2:
        return
    way = LineString(route)
    way = way.buffer(wide / 2, cap_style="flat") if wide else way
    for feature in state.board.features:
        shape = area(feature)
        if feature.kind == "high wall" and (feature.height > 3.0 or wide):
            assert way.intersection(shape.buffer(-0.02)).length < 0.05, (route, feature)
        if feature.openings and not wide:
            doors = [LineString([o.a, o.b]).buffer(0.1, cap_style="flat") for o in feature.openings]
            closed = shape.boundary.difference(unary_union(doors))
            assert not LineString(route).crosses(closed), (route, feature)


def ends_in_nothing(state: State, event: Moved | Travelled) -> None:
    assert state.board is not None
    if event.to is None:
        return
    if isinstance(event, Travelled):
        stands = footprint(Token("", *event.to, event.facing, length=4.0, width=2.0))
    else:
        stands = Point(event.to)
    moved = event.character if isinstance(event, Moved) else event.vehicle
    solid = [area(each) for each in state.board.features if each.kind == "high wall"]
    tokens = (vehicle_token(each) for each in state.vehicles if each.id != moved)
    solid += [footprint(token) for token in tokens if token is not None and not token.z]
    if between(event.route[0], event.to) > 0.01:
        for shape in solid:
            assert stands.intersection(shape).area < 0.02, (event, shape)
            assert not shape.contains(Point(event.to)), (event, shape)


@pytest.mark.rule("MM-4.72.1", "MM-4.72.2", "MM-R218")
@examples(12, 30)
@given(seed=st.integers(0, 10**9))
def test_a_helicopter_comes_down_on_nothing_and_on_nobody(seed: int) -> None:
    """On no wall, vehicle or man, on no house but whole on its roof, by whatever margin, wherever its pilot goes."""
    pick = random.Random(seed)

    def spot() -> tuple[float, float]:
        return round(pick.uniform(2, 28), 1), round(pick.uniform(2, 22), 1)

    board = replace(random_board(pick), width=30, depth=24)
    hawk = truck("Hawk", BLACK, spot(), "black-hawk", flying=True, facing=float(pick.randrange(0, 360, 45)))
    hawk = replace(hawk, profile=hawk.profile.model_copy(update={"speed": pick.randint(0, 6)}))
    crowd = [man(f"Red{number}", RED, spot()) for number in range(12)]
    pilot = aboard(man("Pilot", BLACK, morale=pick.randint(0, 3)), hawk, "pilot")
    battle = Skirmish(pilot, *crowd, vehicles=[hawk, truck("Jeep", RED, spot(), "jeep")], board=board)
    battle.card("pilot")
    x, y = spot()
    try:
        events = decide(battle.state, Pilot(task="land", to=f"{x},{y}"), Actor.player(BLACK), Seeded(b"land", seed))
    except RuleViolation:
        return
    state = RULES.battle.fold(events, battle.state)
    token, jeep = vehicle_token(state.vehicle("hawk"), board), vehicle_token(state.vehicle("jeep"), board)
    assert token is not None
    assert jeep is not None
    under = footprint(token)
    assert under.intersection(footprint(jeep)).area < 0.02
    for feature in board.features:
        on = under.intersection(area(feature)).area
        assert on < 0.02 or (feature.kind == "building" and on > under.area - 0.02), feature
    afoot = [who.at for who in state.living(RED) if who.vehicle is None and who.at is not None and not token.z]
    assert all(under.distance(Point(at)) > 0.49 for at in afoot)


@examples(4, 10)
@given(seed=st.integers(0, 10**9))
def test_no_way_of_any_action_goes_through_what_is_closed(seed: int) -> None:
    Crowded(seed).fight()


@pytest.mark.long
@settings(max_examples=300, deadline=None)
@given(seed=st.integers(0, 10**9))
def test_no_way_in_some_hundred_battles_goes_through_what_is_closed(seed: int) -> None:
    Crowded(seed).fight()
