"""What pages are told: every figure with the matches behind it, and nothing that depends on how many there are."""

from datetime import UTC, datetime
from fractions import Fraction
from typing import Any

import pytest
from sqlalchemy import update
from sqlalchemy.orm import Session

from scorekeeper.store.leagues.figures.models import REVISION
from scorekeeper.store.leagues.figures.reading import (
    answers,
    change_log,
    match_rows,
    player_figures,
    ranked_rows,
    year_book,
)
from tests.league.fold import standings_on
from tests.store.figures.conftest import Club
from tests.store.figures.test_derive import results_of, rules_of

pytestmark = pytest.mark.long

LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)


@pytest.fixture
def tuesdays(club: Club) -> Club:
    """Twelve Tuesdays, of four people each; A and C win together at first, then B and D."""
    club.season("spring")
    for number in range(12):
        won = int(number >= 6)
        totals = (90, 151) if won else (151, 60 + number)
        club.play("abcd", (won,), totals, day=7 * number, season="spring" if number < 8 else None)
    club.derive()
    return club


def test_a_league_that_was_never_derived_has_empty_pages(session: Session, club: Club) -> None:
    assert ranked_rows.find_state(session, club.id).updating
    assert ranked_rows.list_standings(session, club.id, "") == answers.Page((), None)
    assert player_figures.find_player(session, club.id, "a") is None
    assert match_rows.list_matches(session, club.id).items == ()


def test_pages_say_when_they_show_old_figures(session: Session, tuesdays: Club) -> None:
    before = ranked_rows.find_state(session, tuesdays.id)
    assert not before.updating
    tuesdays.correct("m1", 1, (10, 151))
    assert ranked_rows.find_state(session, tuesdays.id) == before._replace(updating=True)
    tuesdays.derive()
    after = ranked_rows.find_state(session, tuesdays.id)
    assert not after.updating
    assert after.version > before.version


def test_a_row_lists_the_matches_behind_it(session: Session, tuesdays: Club) -> None:
    row = ranked_rows.find_row(session, tuesdays.id, "spring", "a")
    assert row.row.value == 6
    first = ranked_rows.row_matches(session, tuesdays.id, "spring", "a", limit=5)
    rest = ranked_rows.row_matches(session, tuesdays.id, "spring", "a", after=first.next, limit=5)
    assert [one.match for one in (*first.items, *rest.items)] == [f"m{number}" for number in range(8, 0, -1)]
    assert rest.next is None
    assert sum((one.points for one in (*first.items, *rest.items)), Fraction(0)) == row.row.value


def test_a_table_comes_in_pages(session: Session, tuesdays: Club) -> None:
    whole = ranked_rows.list_standings(session, tuesdays.id, "")
    first = ranked_rows.list_standings(session, tuesdays.id, "", limit=3)
    assert first.next == "3"
    rest = ranked_rows.list_standings(session, tuesdays.id, "", after=3, limit=3)
    assert (*first.items, *rest.items) == whole.items
    assert [one.position for one in whole.items] == [1, 2, 3, 4]


@pytest.mark.left_to_soak(but_one_in=2)
def test_the_table_on_any_date_is_that_of_the_matches_until_then(session: Session, tuesdays: Club) -> None:
    tuesdays.correct("m2", 1, (3, 151))
    tuesdays.derive()
    results = results_of(session, tuesdays)
    for night in ("2026-01-01", "2026-01-06", "2026-01-27", "2026-02-20", "2026-12-01"):
        found = ranked_rows.list_standings(session, tuesdays.id, "", night=night)
        expected = standings_on(results, rules_of({}), night)
        assert [one.row._replace(decisions=()) for one in found.items] == [
            one._replace(decisions=()) for one in expected
        ]


def test_what_changed_names_the_matches(session: Session, tuesdays: Club) -> None:
    since = datetime.now(UTC)
    tuesdays.correct("m7", 0, (151, 140))
    tuesdays.derive()
    found = change_log.changes_since(session, tuesdays.id, "", since)
    a = next(change for change in found.changes if change.unit == "a")
    assert (a.value_before, a.value_after) == (6, 7)
    assert (a.rank_before, a.rank_after) == (1, 1)
    assert [(cause.match, cause.kind) for cause in a.causes] == [("m7", "corrected")]
    [revision] = found.revisions
    assert (revision.match, revision.kind, revision.late) == ("m7", "corrected", True)
    assert revision.ratings["a"][1] > revision.ratings["a"][0]
    assert change_log.changes_since(session, tuesdays.id, "", datetime.now(UTC)).changes == ()


def test_matches_played_since_are_causes_too(session: Session, tuesdays: Club) -> None:
    in_force = datetime(2026, 3, 20, tzinfo=UTC)  # after the eleventh Tuesday
    session.execute(update(REVISION).values(at=LONG_AGO))
    session.commit()
    found = change_log.changes_since(session, tuesdays.id, "", in_force)
    assert {cause.match for change in found.changes for cause in change.causes} == {"m12"}
    assert found.revisions == ()


@pytest.mark.left_to_soak(but_one_in=2)
def test_what_changed_comes_in_pages_that_are_together_the_whole(session: Session, tuesdays: Club) -> None:
    since = datetime.now(UTC)
    for number in (2, 5, 9):
        tuesdays.correct(f"m{number}", number % 2, (151, 140))
    tuesdays.derive()
    whole = change_log.changes_since(session, tuesdays.id, "", since)
    assert (len(whole.changes), len(whole.revisions), whole.next) == (4, 3, None)
    first = change_log.changes_since(session, tuesdays.id, "", since, limit=2)
    assert first.next == 2
    rest = change_log.changes_since(session, tuesdays.id, "", since, skip=2, limit=2)
    assert rest.next is None
    assert (*first.changes, *rest.changes) == whole.changes
    assert (*first.revisions, *rest.revisions) == whole.revisions


@pytest.mark.left_to_soak(but_one_in=2)
def test_a_page_of_changes_that_looks_at_the_latest_matches_alone_says_how_far_back(
    session: Session, tuesdays: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert change_log.changes_since(session, tuesdays.id, "", LONG_AGO).latest is None
    monkeypatch.setattr(change_log, "MAX_MATCHES", 5)
    found = change_log.changes_since(session, tuesdays.id, "", LONG_AGO)
    assert (found.latest, found.reach) == (5, "2026-02-24")
    causes = {cause.match for change in found.changes for cause in change.causes}
    assert causes == {"m8", "m9", "m10", "m11", "m12"}
    later = change_log.changes_since(session, tuesdays.id, "", datetime(2026, 2, 25, tzinfo=UTC))
    assert (later.latest, later.reach) == (None, None)
    for number in range(1, 6):
        tuesdays.correct(f"m{number}", 1, (10, 151))
    tuesdays.derive()
    found = change_log.changes_since(session, tuesdays.id, "", LONG_AGO)
    assert (found.latest, found.reach) == (5, None), "corrections of just now reach back to no night"


def test_in_a_large_table_the_rows_of_those_who_played_come_in_pages(
    session: Session, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(change_log, "MAX_COMPARED", 6)
    club.play("abcd")
    club.play("efgh")
    club.derive()
    session.execute(update(REVISION).values(at=LONG_AGO))
    session.commit()
    club.play("abcd", (1,), day=20)
    club.derive()
    since, seen, skip = datetime(2026, 1, 20, tzinfo=UTC), list[str](), 0
    while skip is not None:
        found = change_log.changes_since(session, club.id, "", since, skip=skip, limit=3)
        assert not found.everybody
        seen += [change.unit for change in found.changes]
        skip = found.next
    assert sorted(seen) == ["a", "b", "c", "d"]


def test_a_player_has_sums_form_ratings_and_company(session: Session, tuesdays: Club) -> None:
    tuesdays.play("aceg", (0,), (151, 20), day=90, game="kani")
    tuesdays.derive()
    page = player_figures.find_player(session, tuesdays.id, "a")
    assert page.sums[""]["wins"] == (7, 13)
    assert page.sums["belot"]["wins"] == (6, 12)
    assert [kind for kind, _match in page.form.latest][-3:] == ["lost", "lost", "won"]
    assert page.form.longest.length == 6
    assert page.ratings["kani"].provisional
    assert page.ratings["kani"].rating.matches == 1
    assert [(one.player, one.sum) for one in page.partners] == [("c", (6, 12)), ("e", (1, 1))]
    assert ("b", (6, 12)) in [(one.player, one.sum) for one in page.opponents]
    assert ranked_rows.find_row(session, tuesdays.id, "spring", "a") is not None
    spring = player_figures.find_player(session, tuesdays.id, "a", "spring")
    assert spring.sums[""]["wins"] == (6, 8)
    assert [one.match for one in page.past[-2:]] == ["m12", "m13"]
    assert page.past[-1].shown == page.ratings[""].rating.shown
    assert player_figures.find_player(session, tuesdays.id, "h") is None


def test_two_players_against_each_other_and_together(session: Session, tuesdays: Club) -> None:
    tuesdays.play("ab", (1,), (100, 151), day=90, season="spring", game="escoba")
    tuesdays.derive()
    found = player_figures.head_to_head(session, tuesdays.id, "a", "b")
    assert found.one_before == {"belot": (6, 12), "escoba": (0, 1), "": (6, 13)}
    assert found.other_before[""] == (7, 13)
    assert found.together == {}
    assert found.matches[0].match == "m13"
    assert player_figures.head_to_head(session, tuesdays.id, "a", "c").together[""] == (6, 12)
    assert player_figures.head_to_head(session, tuesdays.id, "a", "b", "spring").one_before[""] == (6, 9)


def test_statistics_put_those_below_the_line_last(session: Session, tuesdays: Club) -> None:
    tuesdays.play("efgh", (0,), (151, 20), day=90)
    tuesdays.derive()
    page = player_figures.list_statistics(session, tuesdays.id, "wins", limit=3)
    rest = player_figures.list_statistics(session, tuesdays.id, "wins", after=page.next, limit=10)
    levels = [*page.items, *rest.items]
    assert [one.who for one in levels] == ["d", "c", "b", "a", "g", "e", "h", "f"]
    assert [one.below for one in levels] == [False] * 4 + [True] * 4
    pairs = player_figures.list_statistics(session, tuesdays.id, "won_together", about="pair")
    assert [one.who for one in pairs.items] == ["b+d", "a+c", "e+g", "f+h"]


def pairs_of(session: Session, club: Club) -> list[tuple[str, tuple[int, int], bool]]:
    found = player_figures.list_statistics(session, club.id, "won_together", about="pair").items
    return [(one.who, (one.sum.got, one.sum.of), one.below) for one in found]


@pytest.mark.left_to_soak(but_one_in=2)
def test_a_pair_with_one_match_does_not_stand_above_one_with_six_wins_of_six(
    session: Session, club: Club
) -> None:
    club.play("egfh", (0,), (151, 20))
    for day in range(6):
        club.play("abcd", (0,), (151, 20), day=day + 1)
    for day in range(3):
        club.play("fagb", (0,), (151, 20), day=day + 10)
    club.derive()
    assert pairs_of(session, club) == [
        ("a+c", (6, 6), False),
        ("f+g", (3, 3), False),
        ("b+d", (0, 6), False),
        ("a+b", (0, 3), False),
        ("e+f", (1, 1), True),
        ("g+h", (0, 1), True),
    ]
    club.rules(least_matches=6)
    club.derive()
    assert [who for who, _, below in pairs_of(session, club) if not below] == ["a+c", "b+d"]
    club.rules(least_matches=0)
    club.derive()
    assert not any(below for *_, below in pairs_of(session, club))


def test_how_often_a_player_did_something_has_no_line(session: Session, club: Club) -> None:
    club.play("abcd", (0, 1), (151, 151))
    club.derive()
    found = player_figures.list_statistics(session, club.id, "shared_wins").items
    assert len(found) == 4
    assert not any(one.below for one in found)


def test_matches_are_found_by_player_season_game_and_state(session: Session, tuesdays: Club) -> None:
    tuesdays.play("ef", (0,), (151, 20), day=90, game="escoba", confirmation="waiting")
    tuesdays.derive()

    def keys(**which: Any) -> list[str]:
        return [
            one.match
            for one in match_rows.list_matches(session, tuesdays.id, match_rows.Filter(**which)).items
        ]

    assert keys(player="e") == ["m13"]
    assert keys(season="spring")[0] == "m8"
    assert keys(season="", game="belot") == ["m12", "m11", "m10", "m9"]
    assert keys(state="waiting") == ["m13"]
    assert keys(players=("e", "f")) == ["m13"], "once, who sat there twice"
    assert keys(players=("a", "e"), since="2026-03-17") == ["m13", "m12", "m11"]
    assert keys(since="2026-01-13", until="2026-01-20") == ["m3", "m2"]
    assert keys(players=()) == []
    assert match_rows.list_nights_of(session, tuesdays.id, ["e"]) == {"2026-04-06"}
    page = match_rows.list_matches(session, tuesdays.id, limit=2)
    assert [
        one.match for one in match_rows.list_matches(session, tuesdays.id, after=page.next, limit=2).items
    ] == ["m11", "m10"]
    assert page.items[0].why_not is not None
    assert match_rows.list_matches_of_night(session, tuesdays.id, "2026-01-06").items[0].result.totals == (
        151,
        60,
    )
    late = tuesdays.play("aceg", (1,), (20, 151))
    tuesdays.derive()
    first = match_rows.list_matches_of_night(session, tuesdays.id, "2026-01-06", limit=1)
    rest = match_rows.list_matches_of_night(session, tuesdays.id, "2026-01-06", after=first.next, limit=1)
    assert [one.match for one in (*first.items, *rest.items)] == ["m1", late]
    assert rest.next is None


def test_a_match_says_what_it_did(session: Session, tuesdays: Club) -> None:
    effect = match_rows.match_effect(session, tuesdays.id, "m3")
    assert {move.player for move in effect.moves} == set("abcd")
    assert {share.unit for share in effect.shares} == set("abcd")
    assert effect.revisions == ()
    assert match_rows.match_effect(session, tuesdays.id, "nothing") is None
    found = match_rows.find_result(session, tuesdays.id, "m3")
    assert found.totals == (151, 62)


@pytest.mark.left_to_soak(but_one_in=2)
def test_a_year_has_its_own_table(session: Session, tuesdays: Club) -> None:
    tuesdays.play("aceg", (1,), (20, 151), day=400)
    tuesdays.derive()
    book = year_book.yearbook(session, tuesdays.id, 2026)
    assert (book.matches, book.nights, book.players, book.games) == (12, 12, 4, {"belot": 12})
    assert {row.unit: row.value for row in book.rows} == dict.fromkeys("abcd", 6)
    assert book.records["belot"]["victory"][0].match == "m1"
    assert book.risers
    assert all(before < after for _, before, after in book.risers), "who fell is not among them"
    assert dict(book.most_matches) == dict.fromkeys("abcd", 12)
    assert {level.who: level.sum for level in book.pairs} == {"a+c": (6, 12), "b+d": (6, 12)}
    later = year_book.yearbook(session, tuesdays.id, 2027)
    assert {row.unit: row.value for row in later.rows} == {"a": 0, "c": 1, "e": 0, "g": 1}
    assert year_book.yearbook(session, tuesdays.id, 1999).matches == 0


@pytest.mark.left_to_soak(but_one_in=2)
def test_whom_a_player_turned_out_to_be_has_their_matches(session: Session, tuesdays: Club) -> None:
    tuesdays.play("hb", (0,), (151, 20), day=90, game="escoba")
    tuesdays.merge("h", "a")
    tuesdays.derive()
    page = player_figures.find_player(session, tuesdays.id, "a")
    assert page.sums[""]["wins"] == (7, 13)
    assert player_figures.find_player(session, tuesdays.id, "h") is None
    tuesdays.merge("h", None)
    tuesdays.derive()
    assert player_figures.find_player(session, tuesdays.id, "h") is not None
