"""Plans in 5.56mm: what people are for by their sheets, the lists for their tasks, and what a side may not know."""

from __future__ import annotations

from dataclasses import replace

from rules.battle.orders.data import NO_ORDERS
from rules.five56mm import RULES
from rules.five56mm.actions.orders import GiveOrders
from rules.five56mm.book.injury import Level
from rules.five56mm.book.profile import Gear, Skill
from rules.five56mm.state import BLACK, RED, RadioTask, State
from rules.kernel.action import Action, Actor
from rules.seam.planning import AimKind, BattleAim, Boldness, Intent, LetterPlan, Planning, UnitRole
from tests.rules.five56mm.skirmish import Skirmish, man

FLARE = RadioTask("Flare", 5, "flare", once=True, side=BLACK)
HEDGE = BattleAim("hedge", AimKind.TAKE, "Take the hedge", at=(30.0, 40.0), radius=3.0)
CALL = BattleAim("call", AimKind.CALL, "Call the flare", at=(30.0, 40.0))


def planning() -> Planning[State]:
    assert RULES.battle.ordering is not None
    assert RULES.battle.ordering.planning is not None
    return RULES.battle.ordering.planning


def squad(*, wounds: tuple[Level, ...] = (), radio: tuple[RadioTask, ...] = (FLARE,), red: bool = True) -> State:
    """Black from 30,5 to 35,5; Red 30 inches on."""
    people = [
        man("Able", BLACK, (30, 5)),
        man("Doc", BLACK, (31, 5), skills=[Skill.MEDIC]),
        man("Voice", BLACK, (32, 5), gear=[Gear.RADIO]),
        man("Gun", BLACK, (33, 5), skills=[Skill.MACHINE_GUNNER]),
        man("Chief", BLACK, (34, 5), leader=True),
        man("Consul", BLACK, (35, 5), wounds=wounds),
    ]
    foes = [man("Red", RED, (30, 35) if red else None)]
    return replace(Skirmish(*people, *foes).state, radio=radio)


def plan(state: State, *aims: BattleAim, side: str = BLACK, intent: Intent | None = None) -> LetterPlan:
    return planning().plans(state, side, aims, intent or Intent())[0]


def lists(found: LetterPlan) -> dict[str, list[str]]:
    return {line.units[0]: _steps(line.action) for line in found.lines}


def _steps(action: Action) -> list[str]:
    assert isinstance(action, GiveOrders)
    return [does for does in (action.first, action.then, action.third, action.last) if does]


def roles(state: State, *aims: BattleAim) -> dict[str, UnitRole]:
    return {each.unit: each.role for each in planning().roles(state, BLACK, aims)}


def test_sheet_gear_and_aim_say_what_somebody_is_for() -> None:
    save = BattleAim("save", AimKind.SAVE, "The consul lives", units=("consul",))
    assert roles(squad(), save) == {
        "able": UnitRole.ASSAULT,
        "doc": UnitRole.MEDIC,
        "voice": UnitRole.SIGNALS,
        "gun": UnitRole.FIRE,
        "chief": UnitRole.COMMAND,
        "consul": UnitRole.SAFE,
    }


def test_a_radio_without_anything_to_call_makes_no_signaller() -> None:
    assert roles(squad(radio=()))["voice"] is UnitRole.ASSAULT


def test_the_radio_is_used_while_the_call_is_not_answered() -> None:
    assert lists(plan(squad(), CALL))["voice"][0] == "use the radio"
    called = replace(FLARE, called=True)
    assert "use the radio" not in lists(plan(squad(radio=(called,)), CALL))["voice"]


def test_the_medic_goes_to_whoever_bleeds_and_fights_when_nobody_does() -> None:
    found = next(line for line in plan(squad(wounds=(Level.SERIOUS,)), HEDGE).lines if line.units == ("doc",))
    assert _steps(found.action)[:2] == ["treat the wounded", "follow"]
    assert isinstance(found.action, GiveOrders)
    assert found.action.target == "consul"
    assert "treat the wounded" not in lists(plan(squad(), HEDGE))["doc"]


def test_assault_goes_for_the_place_and_fires_on_the_way_only_where_it_is_worth_it() -> None:
    found = next(line.action for line in plan(squad(), HEDGE).lines if line.units == ("able",))
    assert isinstance(found, GiveOrders)
    assert _steps(found)[:2] == ["best attack", "sprint to"]
    assert (found.to, found.least) == ("30,40", 35)
    careful = plan(squad(), HEDGE, intent=Intent(Boldness.CAREFUL)).lines[0].action
    assert isinstance(careful, GiveOrders)
    assert careful.least == 25


def test_an_assault_goes_on_by_bounds() -> None:
    """One of two goes on while the other fires first; a turn later it is the other way round."""
    base = Skirmish(man("Able", BLACK, (30, 5)), man("Baker", BLACK, (31, 5)), man("Red", RED, (30, 35))).state

    def first(turn: int) -> dict[str, str]:
        return {unit: steps[0] for unit, steps in lists(plan(replace(base, turn=turn), HEDGE)).items()}

    assert first(1) == {"able": "best attack", "baker": "sprint to"}
    assert first(2) == {"able": "sprint to", "baker": "best attack"}


def test_an_assault_runs_while_the_place_is_far_and_no_enemy_within_half_a_rifles_range() -> None:
    """The hedge is 35 in off, a go's two Moves make 8. Red 30 in before Able is far, 12 in is not."""
    near = Skirmish(man("Able", BLACK, (30, 5)), man("Baker", BLACK, (31, 5)), man("Red", RED, (30, 17))).state
    close = Skirmish(man("Able", BLACK, (30, 33)), man("Baker", BLACK, (31, 33)), man("Red", RED, (30, 3))).state
    assert lists(plan(near, HEDGE))["able"][1] == "advance to"
    assert lists(plan(close, HEDGE))["able"][1] == "advance to", "7 in are one go"


def test_whoever_is_brought_waits_under_cover_while_an_enemy_is_at_the_way() -> None:
    """Steady: no enemy within his two Moves of where they end. Red 10 in before him is; Red 30 in off is not."""
    bring = BattleAim("out", AimKind.BRING, "Bring the consul", at=(35.0, 40.0), radius=2.0, units=("consul",))
    far = squad()
    near = replace(far, characters=tuple(replace(c, at=(35.0, 15.0)) if c.id == "red" else c for c in far.characters))
    assert lists(plan(far, bring))["consul"][0] == "sprint to"
    assert lists(plan(near, bring))["consul"] == ["take cover", "hold"]


def test_covering_fire_is_taken_up_only_where_somebody_may_come() -> None:
    keep = BattleAim("keep", AimKind.KEEP, "Keep the hedge", at=(30.0, 5.0), radius=20.0)
    assert "covering fire" in lists(plan(squad(), keep))["able"]
    fled = replace(squad(), characters=tuple(c for c in squad().characters if c.side == BLACK))
    assert "covering fire" not in lists(plan(fled, keep))["able"]


def test_whoever_must_be_stopped_is_gone_for_and_fired_at_first() -> None:
    """The consul is farther from Red than anybody else of Black is."""
    stop = BattleAim("stop", AimKind.STOP, "Stop the consul", units=("consul",))
    (line,) = plan(squad(), stop, side=RED).lines
    assert isinstance(line.action, GiveOrders)
    assert (line.action.first, line.action.target, line.action.to) == ("fire at", "consul", "35,5")


def test_what_the_enemy_keeps_to_himself_changes_no_plan() -> None:
    state = squad()
    red = state.character("red")
    traits = replace(red.traits, morale=3, weapons=3, skills=(Skill.SNIPER,), gear=(Gear.RADIO,), leader=True)
    other = replace(
        state.with_character(replace(red, traits=traits, luck=2)),
        deck=tuple(reversed(state.deck)),
        radio=(*state.radio, RadioTask("Friends", 4, "friends", side=RED)),
        orders=NO_ORDERS,
    )
    for aim in (HEDGE, CALL):
        assert planning().plans(state, BLACK, (aim,), Intent()) == planning().plans(other, BLACK, (aim,), Intent())
    assert roles(state) == roles(other)


def test_lines_can_be_given_by_the_sides_player() -> None:
    state = squad(wounds=(Level.SERIOUS,))
    for found in planning().plans(state, BLACK, (HEDGE,), Intent()):
        assert {line.units[0] for line in found.lines} == {c.id for c in state.living(BLACK)}
        for line in found.lines:
            assert RULES.battle.odds(state, line.action, Actor.player(BLACK)) is not None


def test_a_proposal_settles_no_question_for_the_whole_side() -> None:
    """Its click gives orders, and nothing else that stands."""
    assert RULES.battle.ordering is not None
    for unit in ("", "able", "doc"):
        for each in RULES.battle.ordering.proposals(squad(), BLACK, unit):
            assert isinstance(each.action, GiveOrders)
            assert (each.action.cover, each.action.throw_back, each.action.withdraw) == (None, None, None)
