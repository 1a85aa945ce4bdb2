"""The large league that `make bench` measures is one: its rows are those that deriving its matches leaves behind."""

from pathlib import Path

import pytest
from sqlalchemy import update

from benchmarks import league_pages, league_rows, matches
from scorekeeper import create_app
from scorekeeper.games import score
from scorekeeper.store.leagues.figures import derive
from scorekeeper.store.leagues.figures.reading import match_rows, ranked_rows
from scorekeeper.store.leagues.log.models import LeagueMatchRow, LeagueRow
from scorekeeper.store.migrate import upgrade
from tests.copies import make_or_copy
from tests.databases import session_on

pytestmark = pytest.mark.long


@pytest.mark.left_to_soak
def test_a_multiplied_league_is_what_its_matches_make_it(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'bench.db'}"
    make_or_copy(url, upgrade)
    with session_on(url) as session:
        circle = league_rows.league(session, "circle", 30, 8, mark=league_rows.MARK)
        league_rows.derive_all(session, circle)
        large = league_rows.multiply(session, "large", circle, 3)
        assert match_rows.list_matches(session, large).items[0].match == "2m29"
        before = ranked_rows.list_standings(session, large, "", night="2020-01-10")
        for key, winner in (("1m3", (0,)), ("0m29", (1,))):
            row = session.execute(
                LeagueMatchRow.__table__.select().where(
                    LeagueMatchRow.league_id == large, LeagueMatchRow.key == key
                )
            ).one()
            result = {**row.result, "winners": winner, "totals": [151, 3], "placements": [1, 2]}
            session.execute(
                update(LeagueMatchRow).where(LeagueMatchRow.id == row.id).values(result=result, dirty=True)
            )
            session.execute(update(LeagueRow).where(LeagueRow.id == large).values(seq=LeagueRow.seq + 1))
            session.commit()
            assert not derive.step(session, large, 240.0).left
        assert derive.rebuild(session, large) == 0
        assert ranked_rows.list_standings(session, large, "", night="2020-01-10") != before


def test_every_page_of_a_league_is_measured() -> None:
    pages = {
        rule.endpoint
        for rule in create_app().url_map.iter_rules()
        if rule.endpoint.partition(".")[0] in ("leagues", "league_api") and "GET" in (rule.methods or ())
    }
    measured = {endpoint for _, endpoint, _ in league_pages.SHOWN}
    assert measured | league_pages.NOT_MEASURED.keys() == pages
    assert not measured & league_pages.NOT_MEASURED.keys()


def test_matches_of_any_length_are_measured_in_a_game_that_has_them() -> None:
    """A game whose matches may go without points to win only for a number of deals would end them."""
    opening = {"format": "scorekeeper-match/1", "game": matches.ENDLESS, "players": ["A", "B", "C", "D"]}
    for deals in (0, 300):
        entries = [matches.ENDLESS_DEAL] * deals
        sheet, good = score({**opening, "rules": matches.ENDLESS_RULES, "entries": entries})
        assert good, sheet
        assert sheet["status"] == "open"
