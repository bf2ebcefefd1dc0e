"""Foot Movement: the metres of a period, what is taken off them, and what a pace forbids."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from rules.book.showing import Chart
from rules.infantry_action.book.kinds import Charge, Gear, Pace, Weapon
from rules.infantry_action.book.switches import BOOK, House
from rules.infantry_action.book.tables import Figures, section
from rules.infantry_action.book.ways import Allowance, Gone, Piece, after_first, farther
from rules.kernel.facts import Item, Itemised
from rules.kernel.violation import RuleViolation
from rules.language.words import counted


class Foot(Figures):
    less: int
    allowance: int
    silent_share: float
    gun_team: int
    double_every: int
    shares: tuple[int, ...]
    pace: dict[Pace, int]


FOOT = section("foot", Foot)
PACES = tuple(FOOT.pace)
_PACE_RULES = {
    Pace.HALT: "IA-orders.content",
    Pace.DASH: "IA-foot.dash",
    Pace.WALK: "IA-foot.walk",
    Pace.CRAWL: "IA-foot.crawl",
    Pace.MANHANDLE: "IA-foot.manhandle",
    Pace.DOUBLE: "IA-foot.double",
}


class Labour(StrEnum):
    """Costs 10 m each time. IA-foot.deduct-10, IA-R031"""

    OBSTACLE = "crossing an obstacle"
    """Hedge, high river bank, wall, wire or pungi belt."""
    LIMBER = "limbering a gun"
    UNLIMBER = "unlimbering a gun"
    PREPARE = "preparing a mortar or machine gun"
    """On a tripod or wheels. IA-foot.prepare-weapon"""
    ENTER = "entering a vehicle"
    LEAVE = "leaving a vehicle"


class HardGoing(StrEnum):
    """Costs 10 m once a period, if it applies to any part of the move. IA-foot.deduct-10, IA-R031"""

    SLOPE = "steep slope"
    WOODS = "woods"
    INDOORS = "inside buildings"
    SHARE = "carrying a share"
    """A half or a third of a heavy weapon. IA-foot.carry-shares"""
    BRUSH = "hacking through brush"
    LIMP = "a limp"
    """The man's own, by a house rule of campaigns. IA-R271"""


SHARED = (Weapon.TRIPOD_MG, Weapon.MEDIUM_MORTAR, Weapon.MISSILE)
"""Moved on foot in two halves or three thirds. IA-foot.carry-shares"""
MANHANDLED = (Weapon.RECOILLESS, Weapon.AT_GUN)
"""IA-foot.manhandle"""
PREPARED = (Weapon.TRIPOD_MG, Weapon.LIGHT_MORTAR, Weapon.MORTAR_60, Weapon.MEDIUM_MORTAR)
"""Must be prepared again after a move. IA-foot.prepare-weapon"""


@dataclass(frozen=True, slots=True)
class Leg:
    """A piece of the way: what is done where it begins, what it leads through, and whether it is waded or climbed with
    the hands."""

    metres: float
    first: tuple[Labour, ...] = ()
    going: frozenset[HardGoing] = frozenset()
    hard: bool = False


@dataclass(frozen=True, slots=True)
class Hands:
    """What the hands are free for in the period of a move."""

    fires: bool
    grenades: bool
    citation: str


# ── The metres ────────────────────────────────────────────────────────────────────────────────────────────────────


def allowance(
    pace: Pace,
    labours: Iterable[Labour] = (),
    going: Collection[HardGoing] = (),
    *,
    silent: bool = False,
    hard: bool = False,
    house: House = BOOK,
) -> Allowance:
    """The metres of one period at this pace, never below 0. `hard`: a part of the way is waded, crawled or climbed with
    the hands, so that all of it is done at 20 m (under the house rule `mixed-pace` see `reach`). Silence halves what is
    left. House rule `foot-minus-ten`: 10 m is what remains. IA-foot.dash, IA-foot.walk, IA-foot.crawl,
    IA-foot.manhandle, IA-foot.double, IA-foot.deduct-10, IA-foot.silent, IA-R030, IA-R031, IA-R033, IA-R035."""
    plain = _plain(_slow(pace) if hard else pace, silent=silent)
    items = (*_labours(labours, house), *_going(going, house))
    if not items or house.choice("foot-minus-ten") == "deduction":
        return Allowance(Itemised((*plain.items.items, *items), least=0), plain.share, plain.why)
    return Allowance(Itemised((*plain.items.items, *items), least=0, most=FOOT.allowance), plain.share, plain.why)


def reach(
    legs: Sequence[Leg],
    pace: Pace,
    labours: Iterable[Labour] = (),
    going: Collection[HardGoing] = (),
    *,
    silent: bool = False,
    house: House = BOOK,
) -> Gone:
    """How far along a way one period carries. `labours` are done before setting out, `going` holds for the whole move.
    Whoever would wade or climb does all of the move at 20 m, or stops at the edge where that is farther; house rule
    `mixed-pace`: each part at its own pace. IA-R030, IA-R031, IA-R035, IA-R170."""
    first = (*_labours(labours, house), *_going(going, house))
    ceiling = FOOT.allowance if house.choice("foot-minus-ten") == "allowance" else None

    def gone(some: Sequence[Leg], at: Pace, slow: float = 1.0) -> Gone:
        pieces = [
            Piece(leg.metres, _labours(leg.first, house), _going(leg.going, house), slow if leg.hard else 1.0)
            for leg in some
        ]
        return after_first(first, pieces, _plain(at, silent=silent), ceiling=ceiling)

    dry = next((index for index, leg in enumerate(legs) if leg.hard), len(legs))
    if pace is Pace.HALT or dry == len(legs):
        return gone(legs, pace)
    if house.choice("mixed-pace") == "proportional":
        return gone(legs, pace, max(1.0, FOOT.pace[pace] / FOOT.pace[Pace.CRAWL]))
    slowly = gone(legs, _slow(pace))
    return farther(slowly, gone(legs[:dry], pace)) if dry else slowly


def _slow(pace: Pace) -> Pace:
    return Pace.CRAWL if FOOT.pace[pace] > FOOT.pace[Pace.CRAWL] else pace


def _plain(pace: Pace, *, silent: bool) -> Allowance:
    if pace not in FOOT.pace:
        raise RuleViolation(
            "no-foot-pace",
            f"Nobody on foot moves at a {pace.value}.",
            citation="IA-orders.content",
            remedy=f"Order one of: {', '.join(PACES)}.",
        )
    items = Itemised((Item(FOOT.pace[pace], pace.value, _PACE_RULES[pace]),), least=0)
    return Allowance(items, FOOT.silent_share, "silent") if silent else Allowance(items)


def _labours(labours: Iterable[Labour], house: House) -> tuple[Item, ...]:
    if house.choice("foot-minus-ten") == "allowance":
        return tuple(Item(0, labour.value, "IA-R030") for labour in labours)
    return tuple(Item(-FOOT.less, labour.value, _labour_rule(labour)) for labour in labours)


def _labour_rule(labour: Labour) -> str:
    return "IA-foot.prepare-weapon" if labour is Labour.PREPARE else "IA-foot.deduct-10"


def _going(going: Collection[HardGoing], house: House) -> tuple[Item, ...]:
    less = 0 if house.choice("foot-minus-ten") == "allowance" else -FOOT.less
    return tuple(
        Item(less, each.value, _GOING_RULES.get(each, "IA-foot.deduct-10")) for each in HardGoing if each in going
    )


_GOING_RULES = {HardGoing.SHARE: "IA-foot.carry-shares", HardGoing.LIMP: "IA-R271"}


# ── What a pace forbids ───────────────────────────────────────────────────────────────────────────────────────────


def hands(pace: Pace, *, share: bool = False, turned: bool = False) -> Hands:
    """Firing and grenading in the period of the move. `share`: he carries a part of a heavy weapon; `turned`: he only
    turned, or ended his move by turning. IA-foot.walk, IA-foot.dash, IA-foot.crawl, IA-foot.double, IA-R061."""
    if pace is Pace.DOUBLE:
        return Hands(False, False, "IA-foot.double")
    if pace in (Pace.DASH, Pace.CRAWL):
        return Hands(False, True, _PACE_RULES[pace])
    if pace is Pace.MANHANDLE or share or turned:
        return Hands(False, True, "IA-R061")
    return Hands(True, True, _PACE_RULES.get(pace, "IA-foot.walk"))


def judge_silent(
    pace: Pace, going: Collection[HardGoing] = (), *, fires: bool = False, grenades: bool = False, speaks: bool = False
) -> None:
    """RuleViolation for what silence excludes: dashing, doubling, hacking, firing, grenading, speech. IA-foot.silent,
    IA-R001, IA-R033."""
    excluded = {
        "dash": pace is Pace.DASH,
        "double": pace is Pace.DOUBLE,
        "hack through brush": HardGoing.BRUSH in going,
        "fire": fires,
        "throw grenades": grenades,
        "speak": speaks,
    }
    word = next((word for word, is_so in excluded.items() if is_so), None)
    if word is not None:
        raise RuleViolation(
            "not-silent",
            f"A silent group may not {word}.",
            citation="IA-foot.silent",
            remedy="Walk or crawl in silence, or order the move without silence.",
        )


def may_double_again(last: int | None, now: int) -> bool:
    """One period in every three: after doubling in period n again in n+3. IA-foot.double-limit, IA-R034."""
    return last is None or now - last >= FOOT.double_every


def too_heavy(
    weapons: Iterable[Weapon] = (), gear: Iterable[Gear] = (), charges: Iterable[Charge] = (), *, share: bool = False
) -> str:
    """What keeps a figure from doubling: all but small arms (of the small arms chart) and a radio; nothing: "".
    IA-foot.double, IA-R034."""
    if share:
        return "a share of a heavy weapon"
    heavy = [weapon.value for weapon in weapons if not weapon.small_arm]
    heavy += [each.value for each in gear if each is not Gear.RADIO]
    heavy += [charge.value for charge in charges if charge is not Charge.CLAYMORE]
    return heavy[0] if heavy else ""


def judge_double(last: int | None, now: int, heavy: str = "", name: str = "A figure") -> None:
    """RuleViolation where one of a group may not double: then none of it does. `heavy`: what `too_heavy` found.
    IA-foot.double, IA-foot.double-limit, IA-R034."""
    if heavy:
        raise RuleViolation(
            "too-heavy",
            f"{name} cannot double with a {heavy}."
            if not heavy.startswith("a ")
            else f"{name} cannot double with {heavy}.",
            citation="IA-foot.double",
            remedy="Order a walk: only small arms and a radio are carried at the double.",
        )
    if not may_double_again(last, now):
        raise RuleViolation(
            "doubled-lately",
            f"{name} doubled in period {last} and is out of breath.",
            citation="IA-foot.double-limit",
            remedy=f"Order another pace; it may double again in period {(last or 0) + FOOT.double_every}.",
        )


def judge_manhandle(weapon: Weapon, men: int) -> None:
    """RuleViolation unless three men or more are at a gun on wheels or a tripod. IA-foot.manhandle, IA-R037."""
    if weapon not in MANHANDLED:
        raise RuleViolation(
            "not-manhandled",
            f"A {weapon.value} is not manhandled.",
            citation="IA-foot.manhandle",
            remedy="Carry it in shares, or by the man who has it.",
        )
    if men < FOOT.gun_team:
        raise RuleViolation(
            "too-few-men",
            f"{counted(men, 'man', 'men')} cannot manhandle a {weapon.value}.",
            citation="IA-foot.manhandle",
            remedy=f"Put {FOOT.gun_team} men or more at it, or leave it where it is.",
        )


def judge_shares(weapon: Weapon, carriers: int) -> None:
    """RuleViolation unless the weapon is carried by two men or three. IA-foot.carry-shares, IA-R032."""
    if weapon not in SHARED:
        raise RuleViolation(
            "not-shared",
            f"A {weapon.value} is not carried in shares.",
            citation="IA-foot.carry-shares",
            remedy="Manhandle a gun; a light mortar is carried by one man.",
        )
    if carriers not in FOOT.shares:
        raise RuleViolation(
            "bad-shares",
            f"A {weapon.value} cannot be carried by {carriers}.",
            citation="IA-foot.carry-shares",
            remedy="Tell off two men for halves, or three for thirds.",
        )


def ready_to_fire(weapon: Weapon, *, moved: bool, prepared_since: bool) -> bool:
    """Whether a heavy weapon is ready as far as moving it goes. IA-foot.prepare-weapon."""
    return prepared_since or not (moved and weapon in PREPARED)


CHARTS: tuple[Chart, ...] = (
    Chart(
        name="foot-movement",
        title="Foot movement (metres a period)",
        section="Foot Movement",
        columns=("movement", "metres"),
        rows=(
            ("short dash", FOOT.pace[Pace.DASH]),
            ("walking, firing if desired", FOOT.pace[Pace.WALK]),
            ("crawling, wading knee deep, climbing with hands", FOOT.pace[Pace.CRAWL]),
            (f"man-handling a gun, {FOOT.gun_team} men or more", FOOT.pace[Pace.MANHANDLE]),
            *((each.value, -FOOT.less) for each in (*Labour, *HardGoing) if each is not HardGoing.LIMP),
            ("silent movement", "half"),
            ("doubling, small arms or radio only", FOOT.pace[Pace.DOUBLE]),
            ("doubling: one period in every", FOOT.double_every),
        ),
        citation="IA-foot.deduct-10",
    ),
)
