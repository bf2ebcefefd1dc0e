"""Casualty cards: which figure a hit falls on, and what it does to him. X.1.5, X.2.61, X.2.8, X.5.1.

Nothing here knows a battle. The target area is a sequence of `Man`, nearest to the firer first; cards come from a
`CasualtyDeck`. Rank is read before suit (BG-R05); a joker does nothing (BG-R04).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from rules.book_and_gun.book.rows import RankRow, TargetClass
from rules.book_and_gun.book.switches import HouseRules, switch
from rules.book_and_gun.book.tables import CANISTER, CASUALTY_CARDS, GUN_CREW_CARDS, SECOND_CARD, SNIPER
from rules.kernel.chance import FULL_DECK, RANKS, Card, Chance, Draw, is_joker, rank_of, suit_of

HitResult = Literal["killed", "wounded", "gun destroyed", "none"]
CardReading = Literal["leader", "key figure", "ordinary", "named", "crew", "sniper", "joker", "not hit", "blast"]
"""How a card was read."""

FACES = frozenset("JQK")
_SUITS = {"H": "hearts", "D": "diamonds", "C": "clubs", "S": "spades"}


@dataclass(frozen=True, slots=True)
class Man:
    """A figure in the target area.

    `higher`: a higher leader who accompanies the unit; its own leader is taken before him. `hurt`: wounded already.
    `order`: the owner's own order of losses, only asked for by the house rule (BG-R07).
    """

    id: str
    leader: bool = False
    key: bool = False
    higher: bool = False
    hurt: bool = False
    order: int = 0


@dataclass(frozen=True, slots=True)
class CasualtyDrawn:
    """What one hit did. `cards` in the order drawn; `figure` None when nobody was harmed.

    `shuffled`: how often the casualty deck was shuffled before its cards were all drawn. `cancelled`: harm undone by a
    joker (BG-R16)."""

    cards: tuple[Card, ...]
    reading: CardReading
    figure: str | None = None
    result: HitResult = "none"
    shuffled: int = 0
    cancelled: bool = False

    @property
    def harms(self) -> bool:
        return self.figure is not None and not self.cancelled


class CasualtyDeck:
    """The casualty cards that are left, while one action draws from them. BG-R03.

    `left` is what the battle holds afterwards. A deck that runs out is shuffled anew but for the cards of the hit
    that is being resolved, which lie on the table.
    """

    def __init__(self, left: Iterable[Card] = FULL_DECK, options: HouseRules = ()) -> None:
        self.left = tuple(left)
        self._shuffle_always = switch(options, "casualty-deck") == "shuffle-every-draw"
        self._lying: list[Card] = []
        self._shuffled = 0

    def begin(self) -> None:
        """A new hit: the cards of the one before are laid aside."""
        self._lying, self._shuffled = [], 0
        if self._shuffle_always and len(self.left) < len(FULL_DECK):
            self._shuffle()

    def draw(self, chance: Chance, for_: str) -> Card:
        if not self.left:
            self._shuffle()
        card = chance.draw(self.left, for_=for_)
        self.left = tuple(other for other in self.left if other != card)
        self._lying.append(card)
        return card

    def _shuffle(self) -> None:
        self.left = tuple(card for card in FULL_DECK if card not in self._lying)
        self._shuffled += 1

    @property
    def lying(self) -> tuple[Card, ...]:
        return tuple(self._lying)

    @property
    def shuffled(self) -> int:
        return self._shuffled


# ── One hit ──────────────────────────────────────────────────────────────────────────────────────────────────────


def casualty(
    area: Sequence[Man],
    target_class: TargetClass,
    deck: CasualtyDeck,
    chance: Chance,
    *,
    named: bool = False,
    own: bool = False,
    wounded_too: bool = False,
    options: HouseRules = (),
) -> CasualtyDrawn:
    """One hit on the figures of a target area, nearest first; `named`: the only one of them is the declared target;
    `own`: the die was the first one's own, so that what is not a leader's or key figure's result is his;
    `wounded_too`: in a template or cone wounded figures are hit when nobody unhurt is left.

    An ace takes an unhurt leader, a face card the nearest unhurt key figure, whatever the suit; without one, and for
    every other card, the suit is read for an ordinary figure (BG-R07). Classes III and IV draw a second card for a
    hit. A wounded figure is killed by any result. Raises ValueError when nobody can be harmed. BG-X.1.5.a2,
    BG-X.1.5.b2, BG-X.1.5.c2, BG-X.1.5.d3, BG-IV.1b, BG-IV.1c, BG-IV.3b, BG-R04, BG-R05, BG-R08, BG-R125, BG-R142,
    BG-R190.
    """
    fit = [man for man in area if not man.hurt] or (list(area[:1]) if named or own else list(area) * wounded_too)
    if not fit:
        raise ValueError("nobody is left in the target area")
    deck.begin()
    card = first_card(deck, chance, options)
    if is_joker(card):
        return CasualtyDrawn(deck.lying, "joker", shuffled=deck.shuffled)
    chart = CASUALTY_CARDS[target_class]
    by_suit = {"H": chart.hearts, "D": chart.diamonds, "C": chart.clubs, "S": chart.spades}[suit_of(card)]
    special = _special(card, [area[0]] if named else [man for man in fit if not (own and man.hurt)])
    if special is not None:
        man, reading = special
        result = chart.leader if reading == "leader" else chart.key
        if switch(options, "ace-suit") == "suit-must-hit" and by_suit == "not hit":
            return CasualtyDrawn(deck.lying, "not hit", shuffled=deck.shuffled)
    else:
        result, reading = by_suit, "named" if named else "ordinary"
        if result == "not hit":
            return CasualtyDrawn(deck.lying, "not hit", shuffled=deck.shuffled)
        man = area[0] if named or own else _ordinary(fit, chance, options)
    fate: HitResult = _second(deck, chance) if result == "hit" else "killed" if result == "killed" else "wounded"
    return CasualtyDrawn(deck.lying, reading, man.id, "killed" if man.hurt else fate, deck.shuffled)


def first_card(deck: CasualtyDeck, chance: Chance, options: HouseRules, for_: str = "casualty") -> Card:
    """A joker has no effect, or by house rule another card is drawn. BG-R04."""
    card = deck.draw(chance, for_)
    while is_joker(card) and switch(options, "joker-casualty") == "redraw":
        card = deck.draw(chance, for_)
    return card


def _special(card: Card, fit: Sequence[Man]) -> tuple[Man, Literal["leader", "key figure"]] | None:
    """The leader that an ace falls on, or the key figure that a face card falls on. BG-R05."""
    if rank_of(card) == "A":
        leaders = sorted((man for man in fit if man.leader), key=lambda man: man.higher)
        return (leaders[0], "leader") if leaders else None
    if rank_of(card) in FACES:
        key = next((man for man in fit if man.key), None)
        return (key, "key figure") if key else None
    return None


def _ordinary(fit: Sequence[Man], chance: Chance, options: HouseRules) -> Man:
    """Who takes an ordinary hit: ordinary figures, then key figures, a leader only as the last one. BG-R07."""
    plain = [man for man in fit if not man.leader and not man.key]
    return _pick(plain or [man for man in fit if not man.leader] or list(fit), chance, options)


def _pick(group: Sequence[Man], chance: Chance, options: HouseRules) -> Man:
    """The nearest, or by house rule anybody, or the owner's first choice. BG-R07."""
    how = switch(options, "hit-allocation")
    if how == "random" and len(group) > 1:
        return group[chance.roll(len(group), for_="who is hit") - 1]
    return min(group, key=lambda man: man.order) if how == "owner-chooses" else group[0]


def _second(deck: CasualtyDeck, chance: Chance) -> Literal["killed", "wounded"]:
    """The second card of classes III and IV; a joker is set aside and another card drawn. BG-R04."""
    card = deck.draw(chance, "second casualty card")
    while is_joker(card):
        card = deck.draw(chance, "second casualty card")
    return "killed" if _in_row(card, SECOND_CARD) == "killed" else "wounded"


def _in_row(card: Card, rows: Sequence[RankRow]) -> str | None:
    rank = RANKS.index(rank_of(card))
    return next((r.result for r in rows if RANKS.index(r.lowest) <= rank <= RANKS.index(r.highest)), None)


def crew_casualty(
    area: Sequence[Man], deck: CasualtyDeck, chance: Chance, *, artillery: bool = False, options: HouseRules = ()
) -> CasualtyDrawn:
    """One hit on a gun crew, in any class: ace to jack of hearts kills, of diamonds wounds, all else does nothing.

    `artillery`: the firer is artillery, and a joker destroys the gun. BG-X.2.61b, BG-X.2.61c, BG-R04, BG-R85.
    """
    fit = [man for man in area if not man.hurt]
    if not fit:
        raise ValueError("nobody is left of the crew")
    deck.begin()
    card = deck.draw(chance, "casualty")
    if is_joker(card):
        if artillery:
            return CasualtyDrawn(deck.lying, "joker", None, "gun destroyed", deck.shuffled)
        return CasualtyDrawn(deck.lying, "joker", shuffled=deck.shuffled)
    result = _in_row(card, [row for row in GUN_CREW_CARDS if row.suit == _SUITS[suit_of(card)]])
    if result is None:
        return CasualtyDrawn(deck.lying, "not hit", shuffled=deck.shuffled)
    man = _pick(fit, chance, options)
    return CasualtyDrawn(deck.lying, "crew", man.id, "killed" if result == "killed" else "wounded", deck.shuffled)


def sniper_card(figure: str, deck: CasualtyDeck, chance: Chance) -> CasualtyDrawn:
    """A sniper's hit on the figure he named: 2 to 10 of any suit kills, any other card misses. BG-X.5.1b, BG-R81."""
    deck.begin()
    card = deck.draw(chance, "sniper")
    if is_joker(card):
        return CasualtyDrawn(deck.lying, "joker", shuffled=deck.shuffled)
    kills = RANKS.index(SNIPER.lowest) <= RANKS.index(rank_of(card)) <= RANKS.index(SNIPER.highest)
    if not kills:
        return CasualtyDrawn(deck.lying, "not hit", shuffled=deck.shuffled)
    return CasualtyDrawn(deck.lying, "sniper", figure, "killed", deck.shuffled)


# ── Several hits ─────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Hit:
    """A hit to be resolved: on whom it may fall. `named`: only the first of the area; `own`: he, unless a leader or key
    figure takes it; `crew`: by the crew card rule; `wounded_too`: a template or cone, in which wounded figures are hit
    as well."""

    area: tuple[Man, ...]
    target_class: TargetClass
    named: bool = False
    own: bool = False
    crew: bool = False
    artillery: bool = False
    sniper: bool = False
    wounded_too: bool = False


def casualties(
    hits: Sequence[Hit],
    deck: CasualtyDeck,
    chance: Chance,
    *,
    halved: bool = False,
    options: HouseRules = (),
) -> tuple[tuple[Hit, CasualtyDrawn], ...]:
    """The cards of several hits, in order: one for each, a second card directly after its first.

    Drawing stops for an area in which no unhurt figure is left (in a template or cone: nobody alive); a named figure
    ends it when he is hurt. Hits beyond that are lost. `halved`: of the harm done only the first half, rounded up,
    stands (joker 5). BG-X.1.5, BG-R07, BG-R11, BG-R16, BG-R121, BG-R125.
    """
    done: list[tuple[Hit, CasualtyDrawn]] = []
    hurt: set[str] = set()
    dead: set[str] = set()
    for hit in hits:
        area = tuple(
            m if m.hurt or m.id not in hurt else Man(m.id, m.leader, m.key, m.higher, True, m.order)
            for m in hit.area
            if m.id not in dead
        )
        if (hit.named and hit.area[0].id in hurt) or (hit.own and hit.area[0].id in dead):
            continue
        if not area or not (hit.named or hit.own or hit.wounded_too or any(not man.hurt for man in area)):
            continue
        if hit.crew and all(man.hurt for man in area):
            continue  # no card of a gun's crew falls on its wounded
        drawn = _one(hit, area, deck, chance, options)
        done.append((hit, drawn))
        if drawn.figure is not None:
            hurt.add(drawn.figure)
            if drawn.result == "killed":
                dead.add(drawn.figure)
    return _halved(done) if halved else tuple(done)


def _one(hit: Hit, area: tuple[Man, ...], deck: CasualtyDeck, chance: Chance, options: HouseRules) -> CasualtyDrawn:
    if hit.sniper:
        return sniper_card(area[0].id, deck, chance)
    if hit.crew:
        return crew_casualty(area, deck, chance, artillery=hit.artillery, options=options)
    return casualty(
        area,
        hit.target_class,
        deck,
        chance,
        named=hit.named,
        own=hit.own,
        wounded_too=hit.wounded_too,
        options=options,
    )


def _halved(done: Sequence[tuple[Hit, CasualtyDrawn]]) -> tuple[tuple[Hit, CasualtyDrawn], ...]:
    """BG-X.1.13.5, BG-R16."""
    keep = (sum(one.harms for _, one in done) + 1) // 2
    result: list[tuple[Hit, CasualtyDrawn]] = []
    for hit, one in done:
        if one.harms and keep <= 0:
            one = CasualtyDrawn(one.cards, one.reading, one.figure, one.result, one.shuffled, cancelled=True)
        keep -= one.harms
        result.append((hit, one))
    return tuple(result)


# ── Canister and back blast ──────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class BlastHarm:
    """What a canister round or a back blast did: a D6 for each figure, a card for each hit."""

    dice: tuple[tuple[str, int], ...]
    casualties: tuple[CasualtyDrawn, ...]


def blast(
    figures: Sequence[Man],
    deck: CasualtyDeck,
    chance: Chance,
    *,
    weapon: Literal["canister", "back blast"] = "back blast",
) -> BlastHarm:
    """1D6 for each figure in the template in roster order, 1 to 3 hits; then a card each: a heart kills, any other
    card, a joker too, wounds. Leaders and key figures are like anybody; who lay wounded is killed. BG-X.2.8a,
    BG-X.2.8b, BG-X.2.9, BG-R86, BG-R125."""
    chart = CANISTER[weapon]
    rolled = [(man, chance.roll(6, for_=weapon)) for man in figures]
    harmed: list[CasualtyDrawn] = []
    for man, die in rolled:
        if die > chart.highest_die:
            continue
        deck.begin()
        card = deck.draw(chance, weapon)
        result = chart.hearts if not is_joker(card) and suit_of(card) == "H" else chart.other
        fate: HitResult = "killed" if result == "killed" or man.hurt else "wounded"
        harmed.append(CasualtyDrawn(deck.lying, "blast", man.id, fate, deck.shuffled))
    return BlastHarm(tuple((man.id, die) for man, die in rolled), tuple(harmed))


CARD_RULES: dict[TargetClass, str] = {
    "I": "BG-X.1.5.a2",
    "II": "BG-X.1.5.b2",
    "III": "BG-X.1.5.c2",
    "IV": "BG-X.1.5.d3",
}


def taken(casualty: CasualtyDrawn, draws: list[Draw]) -> tuple[Draw, ...]:
    """Takes a hit's cards off the draws, and the die that chose its figure, if one was rolled."""
    own: list[Draw] = []
    cards = len(casualty.cards)
    while draws and (cards or draws[0].sides):
        cards -= not draws[0].sides
        own.append(draws.pop(0))
    return tuple(own)
