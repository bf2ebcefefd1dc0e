"""Tellings that belong together are told as one, from what the viewer was told and nothing else."""

from __future__ import annotations

from rules.kernel.chance import Draw
from rules.kernel.facts import Fact, Source, in_short
from rules.telling.gathering import gather
from rules.telling.told import Casualty, Strike, TellingRole, Told

LOST = "nobody unhurt was left for them to fall on."


def shot(
    actor: str = "",
    hits: int = 0,
    at: str = "2nd Squad",
    *,
    number: str = "TO HIT 4",
    rolled: str = "",
    weapon: str = "",
    lost: str = "",
    known: bool = True,
) -> Told:
    strike = Strike(
        by="Ridge cell",
        how="fires at",
        at=at,
        hits=hits,
        dice=3,
        actor=actor,
        weapon=weapon,
        number=number,
        rolled=rolled,
        lost=lost,
        known=known,
    )
    return Told(f"{actor} fires", strike=strike)


def fell(who: str, fate: str = "killed", body: str = "2nd Squad", note: str = "", cause: str = "") -> Told:
    casualty = Casualty(who, fate, body, note, cause, grave=fate == "killed")
    return Told(
        f"{who} is {fate}.", role=TellingRole.FOLLOWS, casualties=(casualty,), settles=int(not cause), important=True
    )


def spared(card: str) -> Told:
    return Told(f"{card}: the card spares its man", role=TellingRole.DETAIL, settles=1)


def test_a_volley_says_first_what_came_of_it_then_whom_it_struck() -> None:
    opening = Told("Ridge cell fires as a unit.", role=TellingRole.OPENS, about="Ridge cell")
    tolds = [
        opening,
        shot("Emir", 2, rolled="3D20: 1✓ 4✓ 9"),
        shot("Haidar", 3, rolled="3D20: 2✓ 3✓ 4✓"),
        shot("Omar", 0, number="TO HIT 1", rolled="3D20: 8 12 20"),
        fell("SPC Cole", note="key figure"),
        spared("8♣"),
        fell("PFC Adams", "wounded"),
        fell("PFC Bell", "wounded"),
        spared("J♣"),
    ]
    (volley,) = gather(tolds)
    assert volley.headline == "Ridge cell fires at 2nd Squad: 5 hits, 1 killed, 2 wounded"
    assert volley.lines == ("Killed: SPC Cole (key figure).", "Wounded: PFC Adams, PFC Bell.")
    assert volley.details == (
        "Ridge cell fires as a unit.",
        "TO HIT 4",
        "Emir, 3D20: 1✓ 4✓ 9; Haidar, 3D20: 2✓ 3✓ 4✓",
        "TO HIT 1",
        "Omar, 3D20: 8 12 20",
        "8♣: the card spares its man",
        "J♣: the card spares its man",
    )
    assert volley.important


def test_hits_that_drew_no_card_are_accounted_for() -> None:
    (volley,) = gather([shot("Emir", 3, lost=LOST), fell("SPC Cole")])
    assert volley.details[-1] == "2 hits lost: nobody unhurt was left for them to fall on."
    (volley,) = gather([shot("Emir", 2, lost=LOST), fell("SPC Cole")])
    assert volley.details[-1] == "1 hit lost: nobody unhurt was left for them to fall on."


def test_hits_that_hurt_nobody_are_said_to() -> None:
    (volley,) = gather([shot("Emir", 1), spared("8♣")])
    assert volley.headline == "Emir (Ridge cell) fires at 2nd Squad: 1 hit, nobody hurt"
    (volley,) = gather([shot("Emir", 0)])
    assert volley.headline == "Emir (Ridge cell) fires at 2nd Squad: no hit"


def test_who_may_not_know_the_target_is_not_told_that_nobody_was_hurt() -> None:
    """What became of them is in tellings that this viewer did not get."""
    (volley,) = gather([shot("Emir", 3, "an unseen unit", known=False, lost=LOST)])
    assert volley.headline == "Emir (Ridge cell) fires at an unseen unit: 3 hits"
    assert volley.lines == ()
    assert not any("lost" in line for line in volley.details)


def test_what_it_does_to_others_is_told_apart() -> None:
    tolds = [
        shot("Omar", 1, weapon="MAW"),
        fell("SPC Cole"),
        fell("Haidar", "wounded", "Ridge cell", cause="the back blast"),
    ]
    (volley,) = gather(tolds)
    assert volley.headline == (
        "Omar (Ridge cell) fires at 2nd Squad, MAW: 1 hit, SPC Cole killed; 1 wounded of Ridge cell by the back blast"
    )
    assert volley.lines == ("Wounded: Haidar (Ridge cell).",), "whom the first line names is not named again"


def test_a_volley_at_two_units_tells_of_each() -> None:
    tolds = [shot("Emir", 2), shot("Omar", 1, "1st Squad"), fell("SPC Cole"), fell("PFC Bell", "wounded", "1st Squad")]
    (volley,) = gather(tolds)
    assert volley.headline == (
        "Ridge cell fires at 2nd Squad: 2 hits, SPC Cole killed; at 1st Squad: 1 hit, PFC Bell wounded"
    )
    assert volley.lines == ()


def test_of_one_man_it_is_said_what_became_of_him() -> None:
    strike = Strike("SPC Cole", "fires at", "Kovač", 1, alone=True)
    hurt = Told("Kovač, M16: light wound", role=TellingRole.FOLLOWS, casualties=(Casualty("Kovač", "lightly wounded"),))
    (one,) = gather([Told("", strike=strike), hurt])
    assert (one.headline, one.lines) == ("SPC Cole fires at Kovač: hit, lightly wounded", ())
    dead = Told("Kovač is killed", role=TellingRole.FOLLOWS, casualties=(Casualty("Kovač", "killed", grave=True),))
    (burst,) = gather([Told("", strike=strike), hurt, Told("", strike=strike), dead])
    assert burst.headline == "SPC Cole fires and kills Kovač"
    (miss,) = gather([Told("", strike=Strike("SPC Cole", "fires at", "Kovač", 0, alone=True))])
    assert miss.headline == "SPC Cole fires at Kovač: miss"


def test_two_attacks_are_two_tellings() -> None:
    other = Told("", strike=Strike("Mill cell", "fires at", "2nd Squad", 0, dice=3))
    assert [told.headline for told in gather([shot("Emir"), other])] == [
        "Emir (Ridge cell) fires at 2nd Squad: no hit",
        "Mill cell fires at 2nd Squad: no hit",
    ]


def test_a_check_and_what_came_of_it_are_one() -> None:
    check = Told("1st Squad loses its nerve.", details=("2D6: 6, 6 = 12",), role=TellingRole.OPENS, about="first")
    routed = Told("1st Squad is routed.", important=True, role=TellingRole.CONCLUDES, about="first")
    gone = Told("1st Squad routs 9 in.", role=TellingRole.FOLLOWS, details=("4D6: 1, 2, 3, 3 = 9",))
    (one,) = gather([check, routed, fell("PFC Bell", body="1st Squad"), gone])
    assert one.headline == "1st Squad is routed."
    assert one.lines == ("Killed: PFC Bell.", "1st Squad routs 9 in.")
    assert one.details == ("2D6: 6, 6 = 12", "4D6: 1, 2, 3, 3 = 9")
    other = Told("2nd Squad is routed.", role=TellingRole.CONCLUDES, about="second")
    assert len(gather([check, other])) == 2
    assert gather([check]) == (check,)


def test_a_phase_takes_nothing_to_itself() -> None:
    phase = Told("Morale phase", role=TellingRole.FRAME)
    assert [told.headline for told in gather([phase, fell("PFC Bell")])] == ["Morale phase", "PFC Bell is killed."]


def test_the_dice_of_all_parts_are_kept_and_so_is_what_was_said_of_them() -> None:
    to_hit, card = Draw(4, "fire", 1, 0, 20), Draw("8C", "casualty", 1, 1, 0, ("8C",))
    first = Told("", draws=(to_hit,), said=(to_hit,), strike=Strike("Ridge cell", "fires at", "2nd Squad", 1))
    (volley,) = gather([first, Told("", draws=(card,), role=TellingRole.DETAIL)])
    assert volley.draws == (to_hit, card)
    assert volley.unsaid == (card,)


def test_facts_of_several_shots_are_said_together() -> None:
    facts = [
        Fact("range", 23.14, Source.MEASURED, "in"),
        Fact("range", 25.6, Source.MEASURED, "in"),
        Fact("target class", "II", Source.MEASURED),
        Fact("target class", "III", Source.MEASURED),
        Fact("in arc", True, Source.MEASURED),
        Fact("night", False, Source.DECLARED),
    ]
    assert in_short(facts) == (
        "range 23.14 to 25.6 in, target class II or III, in arc yes (measured); night no (declared)"
    )


def thrown(by: str = "SPC Cole") -> Told:
    return Told(
        f"{by} throws the grenade at D4: wide", role=TellingRole.OPENS, about="blast", details=("D6 2 against TN 5",)
    )


def exploded(at: str = "D2") -> Told:
    return Told(f"The grenade explodes at {at}", role=TellingRole.CONCLUDES, about="blast", tally="nobody hurt")


def caught(who: str, fate: str, counted: str = "", *, grave: bool = False) -> Told:
    unhurt = fate == "unhurt"
    one = Casualty(who, fate, cause="the blast", counted=counted, grave=grave, unhurt=unhurt)
    return Told(f"{who}: {fate}", role=TellingRole.FOLLOWS, casualties=(one,))


def test_a_throw_and_all_whom_it_catches_are_one_line_and_then_names() -> None:
    down = Told("It comes down 6 in off, at D2.", role=TellingRole.FOLLOWS)
    harm = [
        caught("PFC Bell", "unhurt"),
        caught("PFC Dow", "serious wound", "wounded"),
        caught("PFC Eads", "killed", grave=True),
        caught("PFC Fox", "minor wound", "wounded"),
    ]
    (one,) = gather([thrown(), down, exploded(), *harm])
    assert one.headline == "SPC Cole throws the grenade at D4: wide, 4 hit, 1 killed, 1 unhurt, 2 wounded"
    assert one.lines[0] == "Killed: PFC Eads."
    assert set(one.lines[1:4]) == {"Unhurt: PFC Bell.", "Serious wound: PFC Dow.", "Minor wound: PFC Fox."}
    assert one.lines[-1] == "It comes down 6 in off, at D2."
    assert "The grenade explodes at D2" in one.details


def test_an_explosion_says_that_it_harmed_nobody() -> None:
    first, second = gather([exploded(), exploded("E5")])
    assert (first.headline, second.headline) == (
        "The grenade explodes at D2: nobody hurt",
        "The grenade explodes at E5: nobody hurt",
    )
    (alone,) = gather([exploded(), caught("PFC Bell", "unhurt")])
    assert (alone.headline, alone.lines) == ("The grenade explodes at D2: nobody hurt", ("Unhurt: PFC Bell.",))
    (both,) = gather([exploded(), caught("PFC Bell", "killed"), caught("PFC Dow", "killed")])
    assert both.headline == "The grenade explodes at D2: 2 killed"


def test_whom_the_blast_of_a_shot_catches_are_counted_beside_its_target() -> None:
    shot = Strike(by="SPC Cole", how="fires the rocket at", at="PFC Bell", hits=1, alone=True)
    tolds = [
        Told("SPC Cole fires the rocket at PFC Bell: hit", strike=shot, about="blast"),
        Told("PFC Bell", role=TellingRole.FOLLOWS, casualties=(Casualty("PFC Bell", "killed", grave=True),)),
        exploded(),
        caught("PFC Dow", "minor wound", "wounded"),
        caught("PFC Eads", "serious wound", "wounded"),
    ]
    (one,) = gather(tolds)
    assert one.headline == "SPC Cole fires the rocket at PFC Bell: hit, killed; 2 wounded by the blast"
    rifle = Strike(by="SPC Cole", how="fires the rifle at", at="PFC Bell", hits=0, alone=True)
    assert len(gather([Told("…", strike=rifle, about="SPC Cole"), exploded()])) == 2, "another's explosion"


def test_those_whose_courage_leaves_them_are_named_and_not_counted() -> None:
    shot = Strike(by="SPC Cole", how="fires at", at="PFC Bell", hits=1, alone=True)

    def afraid(who: str, how: str) -> Told:
        return Told(f"{who}: {how}", role=TellingRole.FOLLOWS, casualties=(Casualty(who, how, aside=True),))

    killed = Told("killed", role=TellingRole.FOLLOWS, casualties=(Casualty("PFC Bell", "killed", grave=True),))
    tolds = [Told("…", strike=shot), killed, afraid("PFC Dow", "shaken"), afraid("PFC Eads", "shaken")]
    (one,) = gather(tolds)
    assert one.headline == "SPC Cole fires and kills PFC Bell"
    assert one.lines == ("Shaken: PFC Dow, PFC Eads.",), "the first line has said who is dead"


def test_what_a_card_allows_stands_below_it() -> None:
    card = Told("2♥: PFC Bell", role=TellingRole.FRAME, about="PFC Bell")
    (own,) = gather([card, Told("One action only.", role=TellingRole.FOLLOWS, about="PFC Bell")])
    assert (own.headline, own.lines, own.role) == ("2♥: PFC Bell", ("One action only.",), TellingRole.FRAME)
    assert len(gather([card, Told("PFC Dow has bled to death", role=TellingRole.FOLLOWS)])) == 2
