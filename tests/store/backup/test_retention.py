"""Which snapshots stay: a ladder of minutes, hours and days, the last five, and no more than there is room for."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest

from scorekeeper.store.backup.retention import ALWAYS, MIN_FREE, Snapshot, find_outdated, make_room, surplus
from tests.cases import cases

NOW = datetime(2026, 11, 20, 23, 59, tzinfo=UTC)
MB = 1_000_000


def snapshots(*ages: timedelta, size: int = MB) -> list[Snapshot]:
    """Snapshots of these ages, the oldest first."""
    ordered = sorted(ages, reverse=True)
    return [Snapshot(number, NOW - age, size) for number, age in enumerate(ordered, 1)]


def ages_left(found: list[Snapshot]) -> list[timedelta]:
    gone = set(find_outdated(found, NOW))
    return sorted(NOW - one.at for one in found if one not in gone)


def test_an_evening_of_five_minutes_becomes_twelve_and_one_an_hour() -> None:
    found = snapshots(*(timedelta(minutes=5 * n) for n in range(24 * 12)))
    left = ages_left(found)
    assert left[:12] == [timedelta(minutes=5 * n) for n in range(12)]
    assert len(left) == 12 + 23
    assert {later - sooner for sooner, later in pairwise(left[12:])} == {timedelta(hours=1)}


def test_of_a_month_of_hours_fourteen_days_are_left() -> None:
    left = ages_left(snapshots(*(timedelta(hours=n) for n in range(24 * 30))))
    assert left[:24] == [timedelta(hours=n) for n in range(24)]
    assert left[24:] == [timedelta(days=n) for n in range(1, 14)]


@pytest.mark.long
def test_kept_again_and_again_they_are_never_more_than_the_ladder_has_rungs() -> None:
    """Three weeks of snapshots, one each five minutes, pruned after each."""
    kept: list[Snapshot] = []
    start = NOW - timedelta(days=21)
    for number in range(21 * 24 * 12):
        at = start + timedelta(minutes=5 * number)
        kept.append(Snapshot(number, at, MB))
        gone = set(find_outdated(kept, at))
        kept = [one for one in kept if one not in gone]
        assert len(kept) <= 12 + 24 + 14
    assert len({one.at.date() for one in kept}) == 14


def test_the_last_five_stay_at_any_time_of_the_clock() -> None:
    found = snapshots(*(timedelta(days=1000 + n) for n in range(9)))
    assert len(find_outdated(found, NOW)) == 9 - ALWAYS
    assert find_outdated(found, NOW) == found[: 9 - ALWAYS]
    back = [Snapshot(number, NOW - timedelta(days=number * 400), MB) for number in range(1, 9)]
    assert not {one.number for one in find_outdated(back, NOW)} & {4, 5, 6, 7, 8}, (
        "the last made, not the youngest"
    )


def test_what_comes_from_the_future_stays() -> None:
    found = snapshots(*(timedelta(days=-n) for n in range(1, 30)))
    assert find_outdated(found, NOW) == []


def test_one_from_before_a_migration_stays_for_fourteen_days() -> None:
    minutes = snapshots(*(timedelta(days=2, minutes=n) for n in range(60)))
    before = Snapshot(0, NOW - timedelta(days=2, minutes=61), MB, "before-0014")
    assert before not in find_outdated([before, *minutes], NOW)
    assert before in find_outdated([before, *minutes], NOW + timedelta(days=13))


@cases(
    "count, size, free, wanted",
    (0, 10, 1000, ([], [])),
    (5, 10, 1000, ([], [])),
    (20, 10, 1000, ([1], [])),  # 1,200 without them: a sixth, which is a fifth of the rest, is 200
    (1, 110, 1000, ([], [1])),
    (1, 80, 1000, ([], [])),
    (2, 160, 1000, ([1], [2])),
    (1, 100, 595, None),  # 595 would do, but not beside the one before
    (0, 100, 550, None),
    (0, 170, 1000, None),
    (0, 90, 590, ([], [])),
)
def test_there_is_room_for_a_fifth_of_what_is_free_and_500_mb_stay(
    count: int, size: int, free: int, wanted: tuple[list[int], list[int]] | None
) -> None:
    found = [Snapshot(number, NOW, (10 if count > 2 else size) * MB) for number in range(1, count + 1)]
    room = make_room(found, size * MB, free * MB)
    if wanted is None:
        assert room is None
        return
    assert room is not None
    assert [[one.number for one in part] for part in room] == list(wanted)
    left = [one for one in found if one not in {*room[0], *room[1]}]
    total = sum(one.size for one in left) + size * MB
    freed = sum(one.size for one in found) - sum(one.size for one in left)
    assert total * 5 <= free * MB + freed - size * MB
    assert free * MB + freed - size * MB >= MIN_FREE


def test_the_newest_goes_only_once_the_next_one_is_there() -> None:
    found = [Snapshot(number, NOW, 150 * MB) for number in (1, 2)]
    room = make_room(found, 160 * MB, 700 * MB)
    assert room == ([found[0]], [found[1]])


def test_a_disk_that_others_fill_takes_the_oldest_and_leaves_the_newest() -> None:
    found = [Snapshot(number, NOW, 100 * MB) for number in range(1, 5)]
    assert surplus(found, 10_000 * MB) == []
    assert surplus(found, 1400 * MB) == [found[0]]
    assert surplus(found, 0) == found[:3]
