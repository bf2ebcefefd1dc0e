"""When somebody is awake: against a count minute by minute, over clock changes, in any zone."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaigns.clocks.bank import Account
from campaigns.clocks.clockwork import Wait
from campaigns.clocks.hours import Hours, in_quiet, length
from campaigns.clocks.roll import Bank
from campaigns.clocks.ticking import Ticking
from campaigns.clocks.trust import HALF_LIFE, TrustRecord
from campaigns.members.policies import Policies

ZONES = (
    "Europe/Berlin",
    "America/New_York",
    "Australia/Lord_Howe",  # half an hour
    "Asia/Kathmandu",
    "Pacific/Apia",  # a day that never was
    "America/Sao_Paulo",  # until 2019 at midnight
    "Africa/Casablanca",
    "Antarctica/Troll",  # two hours
)
NIGHT = (time(22), time(7))
hour = st.builds(time, st.integers(0, 23), st.sampled_from([0, 15, 30]))
near_changes = st.sampled_from(
    [
        datetime(2031, 3, 29, tzinfo=UTC),
        datetime(2031, 10, 25, tzinfo=UTC),
        datetime(2031, 3, 8, tzinfo=UTC),
        datetime(2031, 11, 1, tzinfo=UTC),
        datetime(2031, 4, 5, tzinfo=UTC),
        datetime(2011, 12, 29, tzinfo=UTC),
        datetime(2018, 11, 3, tzinfo=UTC),
        datetime(2031, 7, 1, tzinfo=UTC),
    ]
)
moment = st.builds(lambda day, minutes: day + timedelta(minutes=minutes), near_changes, st.integers(0, 3 * 1440))


@st.composite
def days(draw: st.DrawFn) -> Hours:
    spans = draw(st.lists(st.tuples(moment, st.integers(1, 2000)), max_size=2))
    quiet = draw(st.none() | st.tuples(hour, hour).filter(lambda pair: length(pair) <= timedelta(hours=14)))
    off = draw(st.frozensets(st.integers(0, 6), max_size=3))
    away = tuple((start, start + timedelta(minutes=minutes)) for start, minutes in spans)
    return Hours(draw(st.sampled_from(ZONES)), quiet, off, away)


def by_the_wall(hours: Hours, at: datetime) -> bool:
    there = at.astimezone(ZoneInfo(hours.zone))
    if any(start <= at < end for start, end in hours.away) or there.weekday() in hours.off:
        return False
    return hours.quiet is None or not in_quiet(hours.quiet, there.time())


@given(days(), moment, st.integers(0, 3000))
@settings(max_examples=120, deadline=None)
def test_the_time_worked_is_what_a_count_by_the_wall_clock_gives(hours: Hours, since: datetime, minutes: int) -> None:
    counted = sum(by_the_wall(hours, since + timedelta(minutes=n)) for n in range(minutes))
    assert hours.worked(since, since + timedelta(minutes=minutes)) == timedelta(minutes=counted)


@given(days(), moment, st.integers(1, 4000))
@settings(max_examples=120, deadline=None)
def test_a_bank_runs_out_when_exactly_that_much_has_been_worked(hours: Hours, since: datetime, minutes: int) -> None:
    work = timedelta(minutes=minutes)
    out = hours.after(since, work)
    assert hours.worked(since, out) == work
    assert hours.worked(since, out - timedelta(seconds=1)) < work
    assert by_the_wall(hours, out - timedelta(seconds=1)), "it runs out while he is awake"


@given(days(), moment)
@settings(max_examples=150, deadline=None)
def test_he_is_called_as_soon_as_he_is_awake_and_never_before(hours: Hours, at: datetime) -> None:
    wakes = hours.next_awake(at)
    assert by_the_wall(hours, wakes)
    assert wakes >= at
    assert hours.worked(at, wakes) == timedelta()


@given(days(), moment, st.integers(0, 2000), st.integers(0, 2000))
@settings(max_examples=80, deadline=None)
def test_time_adds_up_wherever_it_is_cut(hours: Hours, at: datetime, first: int, second: int) -> None:
    middle, end = at + timedelta(minutes=first), at + timedelta(minutes=first + second)
    assert hours.worked(at, middle) + hours.worked(middle, end) == hours.worked(at, end)


def test_the_night_of_the_clock_change_is_an_hour_shorter_and_the_day_as_long() -> None:
    # Berlin, 30 March 2031: at two o'clock it is three. Asked at 20:00 on the 29th (19:00 UTC) with four hours: two
    # until ten at night, and two from seven in the morning, which is five o'clock in UTC now.
    hours = Hours("Europe/Berlin", NIGHT)
    asked = datetime(2031, 3, 29, 19, tzinfo=UTC)
    assert hours.after(asked, timedelta(hours=4)) == datetime(2031, 3, 30, 7, tzinfo=UTC)
    assert hours.next_awake(datetime(2031, 3, 29, 22, tzinfo=UTC)) == datetime(2031, 3, 30, 5, tzinfo=UTC)
    # The day before it was six in UTC.
    assert hours.next_awake(datetime(2031, 3, 28, 22, tzinfo=UTC)) == datetime(2031, 3, 29, 6, tzinfo=UTC)


def test_days_off_and_absences_spend_nothing() -> None:
    # Friday 4 July 2031, noon in New York; the weekend is off, and on Monday he is away until noon (16:00 UTC).
    noon = datetime(2031, 7, 4, 16, tzinfo=UTC)
    monday = (datetime(2031, 7, 7, 4, tzinfo=UTC), datetime(2031, 7, 7, 16, tzinfo=UTC))
    hours = Hours("America/New_York", None, frozenset({5, 6}), (monday,))
    assert hours.after(noon, timedelta(hours=12)) == datetime(2031, 7, 5, 4, tzinfo=UTC)
    assert hours.after(noon, timedelta(hours=13)) == datetime(2031, 7, 7, 17, tzinfo=UTC)


def test_of_somebody_who_has_said_nothing_nothing_is_assumed() -> None:
    at = datetime(2031, 7, 4, 3, tzinfo=UTC)
    assert Hours().next_awake(at) == at
    assert Hours(quiet=NIGHT).awake(at)
    assert Hours().after(at, timedelta(hours=48)) == at + timedelta(hours=48)


def test_a_bank_is_refilled_spent_and_saved_up_to_a_point() -> None:
    at = datetime(2031, 7, 4, 3, tzinfo=UTC)
    two_days, three_days = timedelta(hours=48), timedelta(hours=72)
    first = Account().refilled(at, Hours(), two_days, three_days)
    assert first.runs_out(Hours()) == at + two_days
    # Answered after thirty hours: 18 left, and 48 on top; after ten more only 72 are kept.
    second = first.stopped(at + timedelta(hours=30), Hours())
    assert second.left == timedelta(hours=18)
    third = second.refilled(at + timedelta(hours=30), Hours(), two_days, three_days)
    assert third.left == timedelta(hours=66)
    fourth = third.refilled(at + timedelta(hours=40), Hours(), two_days, three_days)
    assert fourth.left == three_days
    assert fourth.at(at + timedelta(days=9), Hours()) == timedelta()
    assert second.runs_out(Hours()) is None


@given(days(), moment, st.lists(st.tuples(st.integers(0, 4000), st.booleans()), max_size=6))
@settings(max_examples=60, deadline=None)
def test_no_bank_ever_holds_more_than_it_may_or_less_than_nothing(
    hours: Hours, at: datetime, turns: list[tuple[int, bool]]
) -> None:
    account, refill, most = Account(), timedelta(hours=48), timedelta(hours=72)
    for minutes, asked in turns:
        at += timedelta(minutes=minutes)
        account = account.refilled(at, hours, refill, most) if asked else account.stopped(at, hours)
        assert timedelta() <= account.left <= most
        assert not asked or account.left >= refill


def test_what_was_missed_heals_with_time() -> None:
    at = datetime(2031, 7, 4, tzinfo=UTC)
    record = TrustRecord()
    assert (record.known, record.share) == (False, 1.0)
    for n in range(4):
        record = record.answered(at + timedelta(days=n))
    missed = record.let_pass(at + timedelta(days=4)).let_pass(at + timedelta(days=4))
    assert missed.share == pytest.approx(0.75, abs=0.01)  # (4 + 2) / (4 + 2 + 2), a little faded
    later = missed.faded(at + timedelta(days=4) + 3 * HALF_LIFE)
    assert later.missed == pytest.approx(0.25)
    assert later.share > 0.9
    assert not later.known


def test_a_sitting_is_one_answer() -> None:
    at = datetime(2031, 7, 4, tzinfo=UTC)
    record = TrustRecord()
    for n in range(20):
        record = record.answered(at + timedelta(minutes=n))
    assert record.kept == 1


def test_a_clock_that_stood_still_goes_on_where_it_stood_without_a_refill() -> None:
    at = datetime(2031, 5, 4, 9, tzinfo=UTC)
    ten = timedelta(hours=10)
    ticking = Ticking(Policies(), at, {1: Bank(Account(ten), refilled_for=7)}, {}, None, {1: [waiting(7)]})
    ticking.run(1, renew=False)
    assert ticking.account(1) == Account(ten, at)


def waiting(number: int) -> Wait:
    return Wait(number, "fire", "red", None, "[]", datetime(2031, 5, 4, tzinfo=UTC))
