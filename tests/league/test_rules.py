"""A league's rules read like a game's, and its day ends in the small hours."""

import json
from datetime import UTC, date, datetime, time, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.core.findings import Report
from scorekeeper.core.text import render
from scorekeeper.league.nights import FIRST_YEAR, LAST_YEAR, end_of, known_zone, moment_of, night_of
from scorekeeper.league.rules import PRESET_NAMES, PRESETS, LeagueRules, read_league_rules, rules_document
from tests.cases import cases
from tests.league.matches import LEAGUES, rules


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_reads_and_is_the_same_after_being_written(preset):
    report = Report()
    read = read_league_rules({"preset": preset}, report)
    assert read_league_rules(json.loads(json.dumps(rules_document(read))), report) == read
    assert report.errors == []
    assert preset in PRESET_NAMES


FIRST = {**rules_document(read_league_rules({}, Report())), "edition": 1, "least_matches": 0}
"""Rules as the first edition wrote them out, with its default."""


@cases(
    "document, least",
    (FIRST, 3),
    ({**FIRST, "least_matches": 4}, 4),
    ({**FIRST, "preset": "club", "counting": "rating"}, 0),
    ({**FIRST, "preset": ["club"]}, 3),
    ({**FIRST, "edition": 2}, 0),
    ({"least_matches": 0}, 0),
    ({"edition": 2}, 3),
)
def test_a_league_of_the_first_edition_has_the_default_of_today(document, least):
    assert read_league_rules(document, Report()).options.least_matches == least


def test_rules_are_written_in_the_edition_of_today():
    report = Report()
    assert read_league_rules(FIRST, report).document()["edition"] == 2
    assert read_league_rules({**FIRST, "edition": 3}, report).document()["edition"] == 2
    assert [finding.path for finding in report.errors] == ["rules.edition"]


def test_every_rule_has_a_label_and_a_sentence():
    for name, option in LeagueRules.list_options().items():
        assert render(option.field.label), name
        assert render(option.sentence).endswith("."), name


@cases(
    "given_rules, path, code",
    ({"zone": "Middle/Earth"}, "rules.zone", "unknown_zone"),
    ({"zone": "../../etc/passwd"}, "rules.zone", "unknown_zone"),
    ({"zone": ""}, "rules.zone", "unknown_zone"),
    ({"counting": "luck"}, "rules.counting", "unknown_choice"),
    ({"tie_breaks": ["luck"]}, "rules.tie_breaks[0]", "unknown_choice"),
    ({"best_nights": 0}, "rules.best_nights", "out_of_range"),
    ({"exceptions": [{"game": "belot"}]}, "rules.exceptions[0].points", "missing"),
    ({"winn": 3}, "rules.winn", "unknown_field"),
)
def test_what_is_wrong_is_named(given_rules, path, code):
    report = Report()
    read_league_rules(given_rules, report)
    assert [(finding.path, finding.code) for finding in report.errors] == [(path, code)]


def test_the_closest_exception_says_what_a_win_is_worth():
    league = rules(
        win=2,
        exceptions=[
            {"game": "escoba", "points": 3},
            {"game": "escoba", "players": 6, "points": 5},
            {"game": "kinaskak", "players": 8, "points": 7},
        ],
    )
    worth = [("belot", 4), ("escoba", 2), ("escoba", 6), ("kinaskak", 8), ("kinaskak", 3)]
    assert [league.win_points(*one) for one in worth] == [2, 3, 5, 7, 2]


@cases(
    "moment, zone, night",
    ("2026-11-18T01:30:00+00:00", "Atlantic/Reykjavik", "2026-11-17"),
    ("2026-11-18T05:59:59+00:00", "Atlantic/Reykjavik", "2026-11-17"),
    ("2026-11-18T06:00:00+00:00", "Atlantic/Reykjavik", "2026-11-18"),
    ("2026-11-18T03:59:00+00:00", "Europe/Sofia", "2026-11-17"),
    ("2026-11-18T04:00:00+00:00", "Europe/Sofia", "2026-11-18"),
    ("2026-03-29T02:59:00+00:00", "Europe/Sofia", "2026-03-28"),  # the clock went forward at three
    ("2026-03-29T03:00:00+00:00", "Europe/Sofia", "2026-03-29"),
    ("2026-10-25T03:59:00+00:00", "Europe/Madrid", "2026-10-24"),  # an hour was lived twice
    ("2026-10-25T05:00:00+00:00", "Europe/Madrid", "2026-10-25"),
)
def test_a_night_ends_at_six_by_the_clock_on_the_wall(moment, zone, night):
    assert night_of(datetime.fromisoformat(moment), zone) == date.fromisoformat(night)


@settings(deadline=None)
@given(
    st.dates(date(1990, 1, 1), date(2080, 1, 1)),
    st.times(),
    st.sampled_from(["UTC", "Europe/Sofia", "Atlantic/Reykjavik", "Europe/Madrid"]),
    st.integers(0, 12),
)
def test_a_planned_moment_lies_in_its_own_night(night, clock, zone, day_ends):
    at = time(clock.hour, clock.minute)
    moment = moment_of(night, at, zone, day_ends)
    if clock.hour not in (0, 1, 2, 3, 4, 5):  # hours that a clock may skip
        assert night_of(moment, zone, day_ends) == night
    assert moment.tzinfo is UTC


@settings(deadline=None)
@given(
    st.dates(date(FIRST_YEAR, 1, 1), date(LAST_YEAR, 12, 31)),
    st.sampled_from(["UTC", "Europe/Sofia", "Atlantic/Reykjavik", "America/Los_Angeles", "Pacific/Auckland"]),
    st.integers(4, 12),  # hours that no clock there skips
)
def test_after_the_last_moment_of_a_night_the_next_one_begins(night, zone, day_ends):
    last = end_of(night, zone, day_ends)
    assert night_of(last, zone, day_ends) == night
    after = last + timedelta(microseconds=1)
    assert night_of(after, zone, day_ends) == night + timedelta(days=1)


def test_a_moment_without_a_zone_is_refused():
    with pytest.raises(ValueError, match="time zone"):
        night_of(datetime(2026, 1, 1), "UTC")  # noqa: DTZ001 - that is what is refused
    assert not known_zone("Nowhere/Land")


@settings(deadline=None)
@given(LEAGUES)
def test_any_rules_can_be_written_and_read(league):
    assert (
        rules(**{name: list(v) if isinstance(v, tuple) else v for name, v in league.values().items()})
        == league
    )
