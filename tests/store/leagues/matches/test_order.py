"""The order of a night: by the moments of its matches, else as they came in; ratings and streaks follow it."""

import json
from itertools import permutations

import pytest

from scorekeeper.store.leagues.exchange import export, imports, sources
from scorekeeper.store.leagues.figures import derive
from scorekeeper.store.leagues.figures.reading import match_rows, player_figures
from scorekeeper.store.leagues.log.access import Access
from scorekeeper.store.leagues.matches import assign_match, listing, record_result
from scorekeeper.store.leagues.people import roster
from tests.cases import cases
from tests.store.leagues.conftest import Club
from tests.store.leagues.exchange.archives import another, bring_in, file_of

pytestmark = pytest.mark.long

HEAD = "date;game;side1;total1;side2;total2"
LINES = [f"2026-11-17;Belot;Ana;{total};Boris;98" for total in (151, 152, 153, 154)]


def table(*lines: str, head: str = HEAD) -> bytes:
    return "\n".join((head, *lines)).encode()


def totals(club: Club, access: Access | None = None) -> list[int]:
    """The first total of every match, in the order in which ratings go through them."""
    league = (access or club.owner).league.id
    club.session.rollback()
    while derive.step(club.session, league).left:
        pass
    listed = match_rows.list_matches(club.session, league).items
    return [one.result.totals[0] for one in reversed(listed) if one.result]


def player(club: Club, name: str) -> str:
    return next(one.key for one in roster.list_players(club.session, club.league.id) if one.name == name)


@pytest.mark.left_to_soak(but_one_in=3)
@pytest.mark.parametrize("order", list(permutations(range(4)))[::5])
def test_the_lines_of_a_night_are_rated_in_their_order(club: Club, order: tuple[int, ...]) -> None:
    bring_in(club.session, club.organiser, table(*(LINES[n] for n in order)), sources.PAPER)
    assert totals(club) == [151 + n for n in order]


def test_a_streak_is_of_the_matches_that_were_played_last(club: Club) -> None:
    lines = ["2026-11-17;Belot;Ana;151;Boris;98"] * 2 + ["2026-11-17;Belot;Ana;99;Boris;151"] * 3
    bring_in(club.session, club.organiser, table(*lines), sources.PAPER)
    totals(club)
    page = player_figures.find_player(club.session, club.league.id, player(club, "Ana"))
    assert page is not None
    form = page.form
    assert [kind for kind, _match in form.latest] == ["won"] * 2 + ["lost"] * 3


@pytest.mark.left_to_soak(but_one_in=2)
def test_a_table_that_comes_in_again_in_another_order_has_that_order(club: Club) -> None:
    first = bring_in(club.session, club.organiser, table(*LINES), sources.PAPER)
    assert totals(club) == [151, 152, 153, 154]
    club.organise(imports.undo_import, key=first.key)
    bring_in(club.session, club.organiser, table(*reversed(LINES)), sources.PAPER)
    assert totals(club) == [154, 153, 152, 151]


def test_a_result_that_was_taken_out_comes_back_to_its_place(club: Club) -> None:
    bring_in(club.session, club.organiser, table(*LINES), sources.PAPER)
    row = listing.list_matches(club.session, club.league.id)[-2]
    assert (row.result or {})["totals"][0] == 152
    club.organise(assign_match.take_match_out, key=row.key, seen=row.touched)
    assert totals(club) == [151, 153, 154]
    out = record_result.find_taken_out(club.session, club.league.id, row.key)
    assert out is not None
    seen = out.touched
    club.organise(record_result.restore_result, key=row.key, seen=seen)
    assert totals(club) == [151, 152, 153, 154]


@pytest.mark.left_to_soak(but_one_in=2)
def test_an_archive_takes_the_order_along(club: Club) -> None:
    first = bring_in(club.session, club.organiser, table(*LINES), sources.PAPER)
    club.organise(imports.undo_import, key=first.key)
    bring_in(club.session, club.organiser, table(*reversed(LINES)), sources.PAPER)
    access = another(club)
    bring_in(club.session, access, file_of(club))
    assert totals(club, access) == [154, 153, 152, 151]


def test_results_go_out_as_they_were_played(club: Club) -> None:
    late, early = "2026-11-18;Belot;Ana;160;Boris;98", "2026-11-03;Belot;Ana;161;Boris;98"
    bring_in(club.session, club.organiser, table(late, *reversed(LINES), early), sources.PAPER)
    told = [result.totals[0] for result in export.export_results(club.session, club.league.id)]
    assert told == [161, 154, 153, 152, 151, 160]


def test_times_go_before_the_order_of_lines(club: Club) -> None:
    lines = [f"17.11.2026 {at};Belot;Ana;{total};Boris;98" for at, total in (("21:30", 151), ("19:05", 152))]
    after_midnight = "18.11.2026 01:10;Belot;Ana;153;Boris;98"
    bring_in(club.session, club.organiser, table(after_midnight, *lines), sources.PAPER)
    assert totals(club) == [152, 151, 153]
    nights = {one.night for one in listing.list_matches(club.session, club.league.id)}
    assert nights == {"2026-11-17"}, "a night ends in the small hours"


def export_plays(*times: str) -> bytes:
    """An export of BG Stats: a play at each of these times."""
    scores = [{"playerRefId": 1, "winner": True}, {"playerRefId": 2, "winner": False, "score": "98"}]
    plays = [
        {
            "uuid": f"p{number}",
            "gameRefId": 1,
            "playDate": time,
            "playerScores": [{**scores[0], "score": str(151 + number)}, scores[1]],
        }
        for number, time in enumerate(times)
    ]
    people = [{"id": 1, "name": "Ana"}, {"id": 2, "name": "Boris"}]
    return json.dumps({"players": people, "games": [{"id": 1, "name": "Belot"}], "plays": plays}).encode()


@pytest.mark.left_to_soak(but_one_in=2)
@cases(
    "times, order",
    (("2026-11-17 22:00:00", "2026-11-17 20:00:00", "2026-11-18 00:30:00"), [152, 151, 153]),
    (("2026-11-17 00:00:00", "2026-11-17 00:00:00", "2026-11-17 00:00:00"), [151, 152, 153]),
    (("2026-11-17", "2026-11-17", "2026-11-16 23:59:59"), [153, 151, 152]),
)
def test_plays_of_bg_stats_keep_their_times(club: Club, times: tuple[str, ...], order: list[int]) -> None:
    bring_in(club.session, club.organiser, export_plays(*times), sources.BG_STATS)
    assert totals(club) == order
