"""Close combat figure by figure: modifiers, a single combat, the rounds of a whole one. XI.4, XI.5.

Nothing here knows a battle. Figures come as `Fighter` values, charging side first, each in roster order; what happens
comes back as numbers and figure ids. `contact.py` makes the fighters out of a battle and applies the outcome.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

from rules.book_and_gun.book import tables
from rules.book_and_gun.book.rows import CombatLetter, SideName
from rules.book_and_gun.book.switches import HouseRules, switch
from rules.kernel.chance import Chance
from rules.kernel.facts import Item, Itemised

Fate = Literal["killed", "wounded", "ran"]
"""What becomes of the figure that lost."""


@dataclass(frozen=True, slots=True)
class Fighter:
    """A figure in close combat and all that counts for it.

    `defending`: it was charged and did not charge itself. `behind`: it charged from behind its opponents, to whom
    `from_rear` then applies. `reserve`: it fights only when nobody of its side is left in front of it (horse holders,
    BG-VIII.5.31; defended wounded, BG-R64).
    """

    figure: str
    side: SideName
    leader: bool = False
    holder_or_crew: bool = False
    defending: bool = False
    close_order: bool = False
    circle: bool = False
    on_wall: bool = False
    behind_wall: bool = False
    in_building: bool = False
    mounted: bool = False
    prone: bool = False
    from_rear: bool = False
    behind: bool = False
    in_water: bool = False
    wounded: bool = False
    shaken: bool = False
    pinned: bool = False
    disordered: bool = False
    """Its unit failed to evade, being mounted (BG-XI.3.5c)."""
    stunned: bool = False
    dog: Literal["", "with handler", "alone"] = ""
    reserve: bool = False


@dataclass(frozen=True, slots=True)
class Bout:
    """One pair fought out: the charger's figure, then the defender's.

    `rolls` holds every pair of D20, ties first, the deciding pair last. `fate_die` is the loser's own D20.
    """

    charger: str
    defender: str
    charger_modifier: Itemised
    defender_modifier: Itemised
    rolls: tuple[tuple[int, int], ...]
    charger_won: bool
    desperate: bool
    fate_die: int
    fate: Fate

    @property
    def winner(self) -> str:
        return self.charger if self.charger_won else self.defender

    @property
    def loser(self) -> str:
        return self.defender if self.charger_won else self.charger

    @property
    def charger_total(self) -> int:
        return self.rolls[-1][0] + self.charger_modifier.value

    @property
    def defender_total(self) -> int:
        return self.rolls[-1][1] + self.defender_modifier.value


@dataclass(frozen=True, slots=True)
class Melee:
    """A close combat fought to its end, round by round."""

    rounds: tuple[tuple[Bout, ...], ...]
    charger_won: bool

    def fates(self) -> tuple[tuple[str, Fate], ...]:
        """Everybody who lost, in the order in which it happened."""
        return tuple((bout.loser, bout.fate) for bouts in self.rounds for bout in bouts)


# ── Modifiers ─────────────────────────────────────────────────────────────────────────────────────────────────────


def modifiers(fighter: Fighter, *, round_: int = 1, options: HouseRules = ()) -> Itemised:
    """What is added to a fighter's D20: columns A to L that apply, added up, and the state of his unit.

    Columns C, D, F and G are for the defender only; on a wall (E) excludes behind it (F), which counts in a pair only
    against an enemy on top of the wall (`bout` sees to that); from the rear (J) counts in the first round.
    BG-XI.4.mod, BG-R67, BG-XII.2.11b, BG-XII.2.21b, BG-XI.3.5c, BG-R65, BG-R66, BG-X.12.2, BG-XIII.7.1b.
    """
    applies: dict[CombatLetter, bool] = {
        "A": fighter.leader,
        "B": fighter.holder_or_crew,
        "C": fighter.defending and fighter.close_order,
        "D": fighter.defending and fighter.circle,
        "E": fighter.on_wall,
        "F": fighter.defending and fighter.behind_wall and not fighter.on_wall,
        "G": fighter.defending and fighter.in_building,
        "H": fighter.mounted,
        "I": fighter.prone,
        "J": fighter.from_rear and round_ == 1,
        "K": fighter.in_water,
        "L": fighter.wounded,
    }
    items = [_column(letter, fighter.side, options) for letter, yes in applies.items() if yes]
    if fighter.shaken:
        items.append(Item(-1, "shaken", "BG-XII.2.11b"))
    if fighter.pinned:
        items.append(Item(-1, "pinned", "BG-XII.2.21b"))
    if fighter.disordered:
        items.append(Item(-1, "failed to evade", "BG-XI.3.5c"))
    if fighter.stunned:
        items.append(Item(int(switch(options, "flash-bang-modifier")), "stunned", "BG-R65"))
    if fighter.dog:
        size = 3 if fighter.dog == "with handler" else 2
        words = "handler with dog" if fighter.dog == "with handler" else "dog alone"
        items.append(Item(size if switch(options, "dog-modifier") == "plus" else -size, words, "BG-R66"))
    return Itemised(tuple(items))


def _column(letter: CombatLetter, side: SideName, options: HouseRules) -> Item:
    situation = tables.CLOSE_COMBAT_MODIFIERS[letter].situation
    return Item(tables.close_combat_modifier(side, letter, options), situation, "BG-XI.4.mod")


# ── One pair ──────────────────────────────────────────────────────────────────────────────────────────────────────


def bout(
    charger: Fighter,
    defender: Fighter,
    chance: Chance,
    *,
    round_: int = 1,
    desperate: SideName | None = None,
    options: HouseRules = (),
) -> Bout:
    """Two figures fight: both roll a D20 with modifiers, ties again; the higher wins; the loser's fate on a D20 of its
    own.

    `desperate`: the side that fights in desperation, None if nobody does. Dice: charger's, defender's, both again on a
    tie, then the loser's (BG-R11). BG-XI.4.1, BG-XI.4.3, BG-XI.4.4, BG-R62, BG-R63.
    """
    ours = modifiers(_against(charger, defender), round_=round_, options=options)
    theirs = modifiers(_against(defender, charger), round_=round_, options=options)
    rolls: list[tuple[int, int]] = []
    lead = 0
    while not lead:
        pair = (chance.roll(20, for_="close combat"), chance.roll(20, for_="close combat"))
        rolls.append(pair)
        lead = pair[0] + ours.value - pair[1] - theirs.value
    winner, loser = (charger, defender) if lead > 0 else (defender, charger)
    hard = _hard(winner, desperate, options)
    die = chance.roll(20, for_="close combat loser")
    return Bout(
        charger.figure,
        defender.figure,
        ours,
        theirs,
        tuple(rolls),
        charger_won=winner is charger,
        desperate=hard,
        fate_die=die,
        fate=fate(die, desperate=hard, wounded=loser.wounded),
    )


def _hard(winner: Fighter, desperate: SideName | None, options: HouseRules) -> bool:
    """Whether the loser suffers the results of desperation. BG-R63."""
    return desperate is not None and (switch(options, "desperation-applies") == "both" or winner.side == desperate)


def _against(fighter: Fighter, opponent: Fighter) -> Fighter:
    """The fighter as this opponent finds him: from the rear, and behind his wall only if the other is on top of it.
    BG-XI.4.1, BG-XI.5.1, BG-XI.5.3b, BG-R67."""
    return replace(
        fighter,
        from_rear=fighter.from_rear or opponent.behind,
        behind_wall=fighter.behind_wall and opponent.on_wall,
    )


def fate(die: int, *, desperate: bool = False, wounded: bool = False) -> Fate:
    """What the loser's D20 does to him.

    A wounded man cannot run: what would make him run leaves him lying, out of the combat. BG-XI.4.3, BG-XI.4.4,
    BG-R62 to BG-R64.
    """
    result = tables.close_combat_result(die, desperation=desperate)
    if result == "killed":
        return "killed"
    return "wounded" if result == "wounded" or wounded else "ran"


@dataclass(frozen=True, slots=True)
class BoutOdds:
    """Exact chances of one pair. `killed`, `wounded` and `runs` are those of the loser, whoever he is."""

    charger_wins: Fraction
    killed: Fraction
    wounded: Fraction
    runs: Fraction


def bout_odds(
    charger: Fighter,
    defender: Fighter,
    *,
    round_: int = 1,
    desperate: SideName | None = None,
    options: HouseRules = (),
) -> BoutOdds:
    """What may come of a pair, ties rolled again. BG-XI.4.1, BG-XI.4.3, BG-XI.4.4."""
    ours = modifiers(_against(charger, defender), round_=round_, options=options).value
    theirs = modifiers(_against(defender, charger), round_=round_, options=options).value
    leads = [a + ours - b - theirs for a in range(1, 21) for b in range(1, 21)]
    wins = Fraction(sum(lead > 0 for lead in leads), sum(lead != 0 for lead in leads))
    shares = {"killed": Fraction(0), "wounded": Fraction(0), "ran": Fraction(0)}
    for share, winner, loser in ((wins, charger, defender), (1 - wins, defender, charger)):
        hard = _hard(winner, desperate, options)
        for die in range(1, 21):
            shares[fate(die, desperate=hard, wounded=loser.wounded)] += share / 20
    return BoutOdds(wins, shares["killed"], shares["wounded"], shares["ran"])


# ── The whole combat ──────────────────────────────────────────────────────────────────────────────────────────────


def pairing(chargers: Sequence[Fighter], defenders: Sequence[Fighter]) -> list[tuple[Fighter, list[Fighter]]]:
    """Who fights whom: every figure of the smaller side with its opponents in order.

    Roster order against roster order; the surplus of the larger side doubles up evenly on the enemy's first figures.
    With equal numbers each charger has one opponent. BG-R118, BG-XI.2.2.
    """
    fewer, more = (chargers, defenders) if len(chargers) <= len(defenders) else (defenders, chargers)
    return [(figure, list(more[i :: len(fewer)])) for i, figure in enumerate(fewer)]


def first_pair(chargers: Sequence[Fighter], defenders: Sequence[Fighter]) -> tuple[Fighter, Fighter]:
    """The charger and the defender who fight first. BG-R118."""
    figure, opponents = pairing(_front(chargers), _front(defenders))[0]
    first = opponents[0]
    return (figure, first) if figure.figure in {f.figure for f in chargers} else (first, figure)


def fight(
    chargers: Sequence[Fighter],
    defenders: Sequence[Fighter],
    chance: Chance,
    *,
    desperate: SideName | None = None,
    options: HouseRules = (),
) -> Melee:
    """Fight rounds of single combats until one side has no figure left in it.

    A figure with several opponents fights them one after the other and stops at its first defeat; survivors are paired
    anew for each round; killed, wounded and running figures are out. A figure in reserve enters when its side has
    nobody else left. Raises ValueError when a side has nobody at all. BG-XI.4.42a, BG-XI.4.42b, BG-XI.4.43, BG-R118.
    """
    if not chargers or not defenders:
        raise ValueError("a close combat needs figures on both sides")
    rounds: list[tuple[Bout, ...]] = []
    ours: list[Fighter] = list(chargers)
    theirs: list[Fighter] = list(defenders)
    while ours and theirs:
        bouts = _round(_front(ours), _front(theirs), chance, len(rounds) + 1, desperate, options)
        rounds.append(tuple(bouts))
        out = {b.loser for b in bouts}
        ours = [f for f in ours if f.figure not in out]
        theirs = [f for f in theirs if f.figure not in out]
    return Melee(tuple(rounds), charger_won=bool(ours))


def _front(fighters: Sequence[Fighter]) -> list[Fighter]:
    return [f for f in fighters if not f.reserve] or list(fighters)


def _round(
    chargers: Sequence[Fighter],
    defenders: Sequence[Fighter],
    chance: Chance,
    number: int,
    desperate: SideName | None,
    options: HouseRules,
) -> list[Bout]:
    bouts: list[Bout] = []
    charging = {f.figure for f in chargers}
    for figure, opponents in pairing(chargers, defenders):
        for opponent in opponents:
            pair = (figure, opponent) if figure.figure in charging else (opponent, figure)
            bouts.append(bout(*pair, chance, round_=number, desperate=desperate, options=options))
            if bouts[-1].loser == figure.figure:
                break
    return bouts
