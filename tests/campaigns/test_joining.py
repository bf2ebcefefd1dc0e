"""Sentences of a story that begin with the same name read as one."""

from __future__ import annotations

from campaigns.story.joining import LONGEST, joined

ME = ("SPC Hunt", "Hunt")


def test_two_of_one_person_are_joined_and_the_third_begins_anew() -> None:
    told = ["SPC Hunt began at G1 with 2nd Squad.", "Hunt fired an LAW.", "Hunt came out unhurt."]
    assert joined(told, ME) == "SPC Hunt began at G1 with 2nd Squad and fired an LAW. Hunt came out unhurt."


def test_a_comma_sets_a_list_apart() -> None:
    told = ["Hunt fired at Kamali and Nabih.", "Hunt was not hurt."]
    assert joined(told, ME) == "Hunt fired at Kamali and Nabih, and was not hurt."


def test_whoever_stands_between_parts_them() -> None:
    told = ["Hunt fired.", "Fighter Kamali fell to Hunt.", "Hunt ended at F4."]
    assert joined(told, ME) == "Hunt fired. Fighter Kamali fell to Hunt. Hunt ended at F4."


def test_a_unit_is_named_once() -> None:
    told = ["Fishermen fired twice.", "Fishermen lost 1 base.", "Fishermen routed in turn 6."]
    assert joined(told, ME, ("Fishermen",)) == "Fishermen fired twice and lost 1 base. They routed in turn 6."
    told = [each.replace("Fishermen", "Village band") for each in told]
    assert joined(told, ME, ("Village band",)) == "Village band fired twice and lost 1 base. It routed in turn 6."


def test_no_joined_sentence_is_long_or_holds_a_list_with_stops() -> None:
    long = f"Hunt fired at {' '.join(['them'] * (LONGEST - 6))}."
    assert joined([long, "Hunt was not hurt."], ME) == f"{long} Hunt was not hurt."
    assert joined(["Hunt left the field: fled.", "Hunt was lost."], ME) == "Hunt left the field: fled. Hunt was lost."


def test_nothing_said_is_nothing() -> None:
    assert joined(["", ""], ME) == ""
