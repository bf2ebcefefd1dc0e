"""What a map marks as changed, by its elements: from the maps of one viewer and what they were told."""

from __future__ import annotations

from dataclasses import replace

from rules.table import drawing, drawn_changes
from rules.table.board import Board, Feature, Token
from rules.table.changes import Glance, changes, in_words
from rules.table.drawing import Layer
from rules.table.scene import Changes, Scene, Trace, UnitMark
from rules.table.strokes import BurstStroke, FallenStroke, FireStroke

MILL = Feature("building", ((20.0, 12.0), (24.0, 12.0), (24.0, 16.0), (20.0, 16.0)), name="Mill")
BOARD = Board(40, 24, features=(MILL,), objectives=("Mill",))
SIDES = {"blue": "Blues", "red": "Reds"}


def mark(ref: str, side: str, *places: tuple[float, float], first: int = 1, down: int = 0, **more: object) -> UnitMark:
    """A unit of men at these places, numbered from `first` on; those up to `down` lie there."""
    men = tuple(
        Token(f"{ref}{n}", *at, radius=0.5, state="killed" if n <= down else "fit")
        for n, at in enumerate(places, first)
    )
    x, y = (sum(axis) / len(places) for axis in zip(*places, strict=True))
    colour = "#2a5d8f" if side == "blue" else "#a33327"
    return replace(UnitMark(ref, ref.capitalize(), side, "friend", colour, x, y, figures=men), **more)


def scene(*units: UnitMark, board: Board = BOARD, **more: object) -> Scene:
    return replace(Scene(board, units), **more)


ABLE = mark("able", "blue", (4.0, 4.0), (6.0, 4.0))
MOVED = mark("able", "blue", (4.0, 10.0), (6.0, 10.0))
RED = mark("red", "red", (30.0, 20.0), (32.0, 20.0))


def test_a_unit_in_sight_before_and_after_leaves_a_track_and_its_way_where_the_map_knew_it() -> None:
    straight = changes(scene(ABLE), [Glance(scene(MOVED))]).tracks
    assert [(track.ref, track.points) for track in straight] == [("able", ((5.0, 4.0), (5.0, 10.0)))]
    way = ((5.0, 4.0), (9.0, 7.0), (5.0, 10.0))
    known = scene(MOVED, traces=(Trace("charge", way, "blue", ref="able"),))
    (track,) = changes(scene(ABLE), [Glance(known)]).tracks
    assert (track.points, track.how) == (way, "charge")


def test_what_went_on_out_of_sight_leaves_no_line() -> None:
    gone, back = scene(), scene(MOVED)
    assert changes(scene(ABLE), [Glance(gone), Glance(back)]).tracks == ()
    ghost = scene(markers=(replace(MOVED, states=("last seen",)),))
    assert changes(scene(ABLE), [Glance(ghost)]).tracks == ()


def test_losses_move_nobody_and_legs_of_one_way_are_one_track() -> None:
    fewer = mark("able", "blue", (6.0, 4.0), first=2)
    assert changes(scene(ABLE), [Glance(scene(fewer))]).tracks == ()
    on = mark("able", "blue", (12.0, 10.0), (14.0, 10.0))
    (track,) = changes(scene(ABLE), [Glance(scene(MOVED)), Glance(scene(on))]).tracks
    assert track.points == ((5.0, 4.0), (5.0, 10.0), (13.0, 10.0))


def test_fire_of_one_at_another_is_one_line_with_all_its_hits() -> None:
    """Two shots, one hit, then what came of them: two hits more. The line begins and ends at men."""
    table = scene(ABLE, RED)
    told = (FireStroke("able", "red"), FireStroke("able", "red", 1), FireStroke("able", "red", 2, shots=0))
    (line,) = changes(table, [Glance(table, told)]).fire
    assert (line.by, line.at, line.shots, line.hits) == ("Able", "Red", 2, 3)
    assert (line.start, line.end) == ((4.0, 4.0), (30.0, 20.0))


def test_whoever_is_not_on_the_viewers_map_is_the_end_of_no_line() -> None:
    """Of fire from out of sight only the hits are marked; at somebody unseen there is nothing to mark."""
    table = scene(ABLE)
    (line,) = changes(table, [Glance(table, (FireStroke("red", "able", 1),))]).fire
    assert (line.start, line.by, line.hits) == (None, "", 1)
    assert changes(table, [Glance(table, (FireStroke("able", "red"), FallenStroke("red", "red1")))]).none


def test_the_fallen_lie_where_they_were_last_seen_though_they_are_gone_from_the_map() -> None:
    fewer = scene(ABLE, mark("red", "red", (32.0, 20.0), first=2))
    (loss,) = changes(scene(ABLE, RED), [Glance(fewer, (FallenStroke("red", "red1"),))]).losses
    assert (loss.label, loss.at) == ("Red", (30.0, 20.0))


def test_ground_is_won_by_who_stands_there_alone_and_did_not_before() -> None:
    there = mark("able", "blue", (22.0, 14.0))
    (won,) = changes(scene(ABLE), [Glance(scene(there))]).won
    assert (won.name, won.side) == ("Mill", "blue")
    assert changes(scene(there), [Glance(scene(there))]).won == ()
    both = scene(there, mark("red", "red", (21.0, 13.0)))
    assert changes(scene(ABLE), [Glance(both)]).won == ()
    dead = scene(there, mark("red", "red", (21.0, 13.0), down=1))
    assert [won.side for won in changes(both, [Glance(dead)]).won] == ["blue"]


def test_smoke_and_mines_that_were_not_there_are_new() -> None:
    smoke = Feature("smoke", ((8.0, 8.0), (12.0, 8.0)), width=2.0)
    later = scene(ABLE, board=replace(BOARD, features=(MILL, smoke)))
    assert changes(scene(ABLE), [Glance(later)]).laid == (smoke,)


def everything() -> tuple[Scene, Changes]:
    smoke = Feature("smoke", ((8.0, 8.0), (12.0, 8.0)), width=2.0)
    there = mark("able", "blue", (22.0, 14.0), (23.0, 14.0))
    now = scene(
        there, mark("red", "red", (32.0, 20.0), first=2),
        board=replace(BOARD, features=(MILL, smoke)), side_names=tuple(SIDES.items()),
    )  # fmt: skip
    told = (FireStroke("able", "red", 2), FallenStroke("red", "red1"), BurstStroke((10.0, 20.0), 1.5))
    found = changes(scene(ABLE, RED), [Glance(now, told)], "since noon")
    return replace(now, changes=found), found


def test_the_key_and_the_words_say_what_the_strokes_mean() -> None:
    shown, found = everything()
    assert [line.word for line in drawn_changes.legend(found)] == [
        "moved, from its faded end", "fired", "hits", "burst", "fell", "new ground", "ground won",
    ]  # fmt: skip
    assert in_words(found, shown.board, SIDES) == [
        "Red: a loss at H6", "Blues alone at Mill now", "Able moved from B2 to F4", "Able fired at Red: 2 hits",
        "burst at C6", "new: smoke at C3",
    ]  # fmt: skip
    assert "changed since noon: Red: a loss at H6, Blues alone at Mill now, Able moved from B2" in drawing.describe(
        shown
    )
    assert "changed since noon: nothing that you saw" in drawing.describe(replace(shown, changes=Changes("since noon")))


def test_changes_are_drawn_on_their_layer_instead_of_the_traces() -> None:
    shown, _ = everything()
    shown = replace(shown, traces=(Trace("move", ((1.0, 1.0), (2.0, 2.0)), "blue"),))
    usual, without = drawing.draw(shown), drawing.draw(shown, layers=drawing.USUAL - {Layer.CHANGES})
    assert drawn_changes.FIRE in usual
    assert drawn_changes.FIRE not in without
    assert drawing.draw(shown) == usual
    assert drawing.draw(replace(shown, traces=())) == usual


def test_news_stand_in_two_lines_below_the_caption_and_leave_the_map_its_size() -> None:
    plain = drawing.draw(scene(ABLE, caption="Turn 2"))
    told = drawing.draw(scene(ABLE, caption="Turn 2", news="Able fires at Red: " + "2 hits, " * 40))
    height = [float(svg.split('viewBox="0 0 1000 ')[1].split('"')[0]) for svg in (plain, told)]
    assert height[1] - height[0] == 62
